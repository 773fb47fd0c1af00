import Basics

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Resolves names with the system's `getaddrinfo`, on threads of its own.
///
/// Those who ask for the same name at the same time share one look-up, so that a name whose servers do not answer
/// holds up one thread however many deliveries wait for it, and others find threads left.
final class SystemResolver: Sendable {
    private typealias Answer = Result<[IPAddress], any Error>

    private struct State {
        var nextKey = 0
        var waiters: [String: [Int: CheckedContinuation<[IPAddress], any Error>]] = [:]
        var cancelled: Set<Int> = []
    }

    private let threads = BlockingThreads(count: 16)
    private let state = Locked(State())

    /// All addresses of a name, in the order in which they should be tried (RFC 6724).
    ///
    /// - Throws: ``NotifyError`` with code `.unresolvableHost`; `CancellationError` at once when the task is cancelled.
    func addresses(of name: String) async throws -> [IPAddress] {
        let key = state.withLock { state in
            state.nextKey += 1
            return state.nextKey
        }
        // A cancellation that comes after the answer leaves its key behind.
        defer { state.withLock { _ = $0.cancelled.remove(key) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait($0, for: name, key: key) }
        } onCancel: {
            cancel(name, key: key)
        }
    }

    private func wait(_ waiter: CheckedContinuation<[IPAddress], any Error>, for name: String, key: Int) {
        let (isCancelled, isFirst) = state.withLock { state -> (Bool, Bool) in
            if state.cancelled.remove(key) != nil { return (true, false) }
            let isFirst = state.waiters[name] == nil
            state.waiters[name, default: [:]][key] = waiter
            return (false, isFirst)
        }
        if isCancelled { waiter.resume(throwing: CancellationError()) }
        if isFirst {
            threads.submit { [self] in finish(name, Result { try Self.lookUp(name) }) }
        }
    }

    private func finish(_ name: String, _ answer: Answer) {
        let waiters = state.withLock { $0.waiters.removeValue(forKey: name) ?? [:] }
        for waiter in waiters.values { waiter.resume(with: answer) }
    }

    private func cancel(_ name: String, key: Int) {
        let waiter = state.withLock { state in
            // The name's entry stays, even empty, as long as its look-up runs.
            let waiter = state.waiters[name]?.removeValue(forKey: key)
            if waiter == nil { state.cancelled.insert(key) }
            return waiter
        }
        waiter?.resume(throwing: CancellationError())
    }

    private static func lookUp(_ name: String) throws -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(name, nil, &hints, &list)
        guard status == 0 else {
            let reason = String(cString: gai_strerror(status))
            throw NotifyError(.unresolvableHost, "the host \(name) cannot be resolved: \(reason)")
        }
        defer { freeaddrinfo(list) }
        return sequence(first: list, next: { $0?.pointee.ai_next }).prefix { $0 != nil }
            .compactMap { $0?.pointee.ai_addr.flatMap(IPAddress.init(socketAddress:)) }
    }
}
