#if canImport(Darwin)
    package import Darwin
#else
    package import Glibc
#endif

/// A value behind a pthread mutex, which ThreadSanitizer understands on every platform.
///
/// The lock is held only while the closure runs; never call out of the module from inside it.
package final class Locked<Value>: @unchecked Sendable {
    // @unchecked: `value` is reached only inside `withLock`, under the mutex, and only `sending` values pass.
    @usableFromInline package var value: Value
    @usableFromInline package let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inlinable package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
