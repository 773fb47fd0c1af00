import Basics

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that only its owner may reach: it is made with its mode from the first moment, and never opened through a link.
package struct PrivateFile: Sendable {
    /// Read and written by the owner alone.
    private static let mode: mode_t = 0o600

    /// The file's path.
    package let path: String

    /// Names the file; nothing is read or made yet.
    package init(_ path: String) {
        self.path = path
    }

    /// Makes the file, empty.
    ///
    /// - Returns: Its descriptor, to be closed by the caller; nil when there is a file or a link of its name.
    /// - Throws: ``StoreError`` with code `.unavailable`.
    package func create() throws -> Int32? {
        let descriptor = Self.systemOpen(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == EEXIST { return nil }
            throw failure("cannot be created")
        }
        // A umask may have taken away what the owner needs.
        guard fchmod(descriptor, Self.mode) == 0 else {
            let error = failure("cannot be made accessible to its owner only")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Opens the file.
    ///
    /// - Parameter flags: How, such as `O_RDWR`.
    /// - Returns: Its descriptor, to be closed by the caller; nil where there is none.
    /// - Throws: ``StoreError`` with code `.unavailable` for a link, what is no plain file or has another name, and what
    ///   others than the process's user own or can reach.
    package func open(_ flags: Int32) throws -> Int32? {
        let descriptor = Self.systemOpen(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw errno == ELOOP ? Self.link(path) : failure("cannot be opened")
        }
        do {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw failure("cannot be examined") }
            try check(status)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Refuses what ``open(_:)`` refuses, without opening it; a file that is not there is none of that.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable`.
    package func check() throws {
        if let status = try linkStatus() { try check(status) }
    }

    /// Refuses a symbolic link, whatever it leads to.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable`.
    package func checkIsNoLink() throws { _ = try linkStatus() }

    /// What the file holds, up to a number of bytes; nil where there is none.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable`, as ``open(_:)`` does.
    package func read(upTo limit: Int) throws -> [UInt8]? {
        guard let descriptor = try open(O_RDONLY) else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = pread(descriptor, &bytes, limit, 0)
        guard count >= 0 else { throw failure("cannot be read") }
        return Array(bytes.prefix(count))
    }

    /// Puts a file with these bytes in the place of what is there, or of what a link of its name leads to; it is there whole
    /// or not at all, and durable.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable`.
    package func replace(with bytes: [UInt8]) throws {
        guard let target = linkTarget(of: path) else { throw refusal("leads to no file; name the file itself") }
        try PrivateFile(target).replaceItself(with: bytes)
    }

    private func replaceItself(with bytes: [UInt8]) throws {
        let draft = PrivateFile("\(path).new-\(getpid())")
        unlink(draft.path)
        guard let descriptor = try draft.create() else { throw draft.refusal("already exists; move it away") }
        defer { unlink(draft.path) }
        do {
            defer { close(descriptor) }
            guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
                throw draft.failure("cannot be written")
            }
        }
        guard rename(draft.path, path) == 0 else { throw failure("cannot be replaced") }
        try syncFolder()
    }

    private func syncFolder() throws {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = Self.systemOpen(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("is in a folder that cannot be opened") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("is in a folder that cannot be written") }
    }

    private static func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
        #if canImport(Darwin)
            Darwin.open(path, flags, mode)
        #else
            Glibc.open(path, flags, mode)
        #endif
    }

    private static func link(_ path: String) -> StoreError {
        StoreError(.unavailable, "\(path) is a symbolic link; put the file itself in its place")
    }

    /// What the system says of the file, which must not be a link; nil where there is none.
    private func linkStatus() throws -> stat? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw failure("cannot be examined")
        }
        guard status.st_mode & S_IFMT != S_IFLNK else { throw Self.link(path) }
        return status
    }

    private func check(_ status: stat) throws {
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        // The machine needs it where it is.
        case S_IFCHR, S_IFBLK: throw refusal("is a device; name another file")
        case S_IFDIR: throw refusal("is a folder; move it away")
        default: throw refusal("is not a regular file; move it away")
        }
        guard status.st_uid == geteuid() else {
            let owner = FileOwner.name(of: status.st_uid)
            throw refusal(
                "belongs to another user (\(owner)); run taskd as that user, or change its owner if no daemon of theirs "
                    + "needs it")
        }
        guard status.st_nlink <= 1 else {
            throw refusal("has a second hard link, through which another process could write it; remove that link")
        }
        guard status.st_mode & 0o077 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw refusal("is accessible to other users (mode \(mode)); run chmod 600 \(path)")
        }
    }

    private func failure(_ what: String) -> StoreError {
        StoreError(.unavailable, "\(path) \(what): \(FileOwner.words(for: errno, at: path))")
    }

    private func refusal(_ what: String) -> StoreError { StoreError(.unavailable, "\(path) \(what)") }
}
