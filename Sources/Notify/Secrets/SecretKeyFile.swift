import Crypto
import Storage

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The file that holds the key of the ``SecretBox``: 32 bytes that only its owner can read.
///
/// It stands beside the store and must be kept with it: without the key the hooks' secrets cannot be opened.
public struct SecretKeyFile: Sendable {
    /// The file's path.
    public let path: String

    /// Names the file; nothing is read or made yet.
    public init(path: String) {
        self.path = path
    }

    /// The key in the file, which is made where there is none.
    ///
    /// A new file appears whole or not at all, also when several processes make it at once: then all get the same key.
    ///
    /// - Parameter isNeeded: Whether there are secrets that were sealed with it, which a new key could not open: then
    ///   none is made.
    /// - Returns: 32 bytes.
    /// - Throws: ``NotifyError`` with code `.unusableKeyFile`: it is needed and not there, it is a link, others than the
    ///   process's user own it or can reach it, it is no plain file, it does not hold 32 bytes, or the system refuses to
    ///   read or make it.
    public func loadOrCreate(isNeeded: Bool = false) throws -> [UInt8] {
        if let key = try load() { return key }
        guard !isNeeded else {
            throw NotifyError(
                .unusableKeyFile,
                """
                the key file \(path) is missing, and hooks have secrets sealed with it; restore it from a backup, or \
                start with --new-key: then taskd hook rotate makes a hook a new secret, and PATCH /v1/hooks/ID with headers \
                and tls sets its secret headers and TLS key again
                """
            )
        }
        try create()
        guard let key = try load() else { throw unusable("it was removed while being created; try again") }
        return key
    }

    /// Whether there is something in its place, whatever it is.
    package var isThere: Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Removes it, as one that was made a moment ago and is of no use.
    package func remove() {
        unlink(path)
    }

    /// What tells a key from others without telling anything of it: 32 hexadecimal digits.
    public static func print(of key: [UInt8]) -> String {
        HMAC<SHA256>.authenticationCode(for: Array("taskd key".utf8), using: SymmetricKey(data: key)).prefix(16)
            .map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
    }

    private func load() throws -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            if errno == ELOOP { throw unusable("it is a symbolic link; put the file itself in its place") }
            throw systemFailure("it cannot be opened")
        }
        defer { close(file) }
        try checkFile(file)
        var key = [UInt8](repeating: 0, count: SecretBox.keyLength + 1)
        let count = read(file, &key, key.count)
        guard count >= 0 else { throw systemFailure("it cannot be read") }
        guard count == SecretBox.keyLength else {
            throw unusable(
                """
                it must have \(SecretBox.keyLength) bytes; restore it from a backup, or move it away and, if hooks have \
                secrets, start with --new-key
                """)
        }
        return Array(key.prefix(count))
    }

    private func checkFile(_ file: Int32) throws {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw systemFailure("it cannot be examined") }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw unusable("it is not a regular file; move it away, and restore the key file if there was one")
        }
        guard status.st_uid == geteuid() else {
            let owner = FileOwner.name(of: status.st_uid)
            throw unusable(
                "it belongs to another user (\(owner)); run taskd as that user, or change its owner if no daemon of theirs needs it"
            )
        }
        guard status.st_mode & 0o077 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw unusable(
                "it is accessible to other users (mode \(mode)); run chmod 600 \(path), and rotate the secrets")
        }
    }

    private func create() throws {
        let draft = "\(path).\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw systemFailure("it cannot be created") }
        defer { unlink(draft) }
        do {
            defer { close(file) }
            let key = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
            guard fchmod(file, 0o600) == 0, write(file, key, key.count) == key.count, fsync(file) == 0 else {
                throw systemFailure("it cannot be written")
            }
        }
        // Another process may have been first; then its key counts.
        guard link(draft, path) == 0 || errno == EEXIST else { throw systemFailure("it cannot be created") }
        try syncFolder()
    }

    private func syncFolder() throws {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemFailure("its folder cannot be opened") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw systemFailure("its folder cannot be written") }
    }

    private func systemFailure(_ what: String) -> NotifyError {
        unusable("\(what): \(String(cString: strerror(errno)))")
    }

    private func unusable(_ reason: String) -> NotifyError {
        NotifyError(.unusableKeyFile, "the key file \(path) cannot be used: \(reason)")
    }
}
