import Basics
import Storage

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The right to be the one daemon on a store, gone with the process.
///
/// It is an advisory lock on the file `STORE.lock`, which names the process that holds it, and another on the store
/// itself, so that a second daemon is refused also where the lock file was deleted.
final class StoreLock: Sendable {
    private let descriptors: Locked<[Int32]>

    /// Takes the lock.
    ///
    /// - Throws: ``StoreError`` with code `.inUse` when another process holds it.
    init(forStoreAt path: String) throws {
        let lockPath = path + ".lock"
        let file = PrivateFile(lockPath)
        // Another process may make it in between; then that one is opened.
        guard let descriptor = try file.open(O_RDWR) ?? file.create() ?? file.open(O_RDWR) else {
            throw StoreError(.unavailable, "\(lockPath) was removed while being created; try again")
        }
        guard Self.isLock(descriptor) else {
            close(descriptor)
            throw StoreError(.unavailable, "\(lockPath) is not a taskd lock file; move it away")
        }
        // There is no store yet where one is restored. SQLite's own locks are of another kind, and do not meet this one.
        let store = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        let held = [descriptor, store].filter { $0 >= 0 }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
            store < 0 || flock(store, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
        else {
            let holder = Self.readHolder(descriptor)
            for descriptor in held { close(descriptor) }
            throw StoreError(
                .inUse,
                "\(path) is in use by a daemon\(holder.map { " (process \($0))" } ?? ""); stop it first, or use another store (--db)"
            )
        }
        descriptors = Locked(held)
        let holder = Array("\(getpid())\n".utf8)
        _ = ftruncate(descriptor, 0)
        _ = pwrite(descriptor, holder, holder.count, 0)
    }

    deinit {
        release()
    }

    /// Lets another daemon take the lock.
    func release() {
        descriptors.withLock { descriptors in
            for held in descriptors {
                // Closing alone would leave the lock to a child that was started but has not yet become its program.
                _ = flock(held, LOCK_UN)
                close(held)
            }
            descriptors = []
        }
    }

    /// Whether the file is empty or holds the number of a process, and has no other name: what is written over.
    private static func isLock(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_nlink == 1 else { return false }
        return status.st_size == 0 || status.st_size <= 20 && readHolder(descriptor) != nil
    }

    private static func readHolder(_ descriptor: Int32) -> Int? {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int(String(decoding: bytes.prefix(count), as: UTF8.self).prefix { $0.isNumber })
    }
}
