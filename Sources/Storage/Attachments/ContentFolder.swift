import Basics

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The folder of the contents of attachments, beside a store: a file for each content, named by its digest.
///
/// A file is written under another name, is durable before it gets its own, and is never changed afterwards. It stands
/// there before the transaction commits that names it, so that what a crash leaves in between is a file that nothing
/// names; `ContentSweep` removes those.
package struct ContentFolder: Sendable {
    /// The folder.
    package let path: String
    private let use = Locked(Use())

    private struct Use {
        /// How many uploads hold each content, which must not be removed meanwhile.
        var held: [ContentDigest: Int] = [:]
        /// What is being removed.
        var condemned: Set<ContentDigest> = []
        /// Who waits for what is being removed.
        var waiters: [CheckedContinuation<Void, Never>] = []
        var drafts = 0
    }

    /// The folder at a path.
    package init(path: String) {
        self.path = path
    }

    /// The folder of the store whose database is at a path.
    package init(ofStoreAt database: String) {
        self.init(path: database + Self.suffix)
    }

    /// What the name of the folder has behind that of the store's file.
    package static let suffix = "-attachments"
    private static let drafts = "uploads"

    /// The file of a content.
    package func file(of digest: ContentDigest) -> String {
        "\(path)/\(digest.description.prefix(2))/\(digest.description.dropFirst(2))"
    }

    /// Begins to write content, in a file that has no name of its own yet.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable`.
    package func draft() throws -> DraftFile {
        let folder = "\(path)/\(Self.drafts)"
        try PrivateFolder(folder).create()
        let number = use.withLock { use in
            use.drafts += 1
            return use.drafts
        }
        return try DraftFile(path: "\(folder)/\(getpid())-\(number)")
    }

    /// Removes what uploads have left that a crash has ended; to be called before there are any.
    package func removeDrafts() {
        for name in Self.names(in: "\(path)/\(Self.drafts)") { unlink("\(path)/\(Self.drafts)/\(name)") }
    }

    /// Gives whole and durable content its name, unless it is stored already.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable`.
    package func publish(_ draft: DraftFile, as digest: ContentDigest) throws {
        let target = file(of: digest)
        let shard = "\(path)/\(digest.description.prefix(2))"
        try PrivateFolder(shard).create()
        // In the place of one that is there it is the same bytes.
        guard rename(draft.path, target) == 0 else { throw DraftFile.failure("cannot give a name to", draft.path) }
        try Self.sync(shard)
        try Self.sync(path)
    }

    /// Keeps content from being removed until ``release(_:)``; waits where it is just being removed.
    package func hold(_ digest: ContentDigest) async {
        while !holdNow(digest) {
            await withCheckedContinuation { continuation in
                let isFree = use.withLock { use in
                    guard use.condemned.contains(digest) else { return true }
                    use.waiters.append(continuation)
                    return false
                }
                if isFree { continuation.resume() }
            }
        }
    }

    private func holdNow(_ digest: ContentDigest) -> Bool {
        use.withLock { use in
            guard !use.condemned.contains(digest) else { return false }
            use.held[digest, default: 0] += 1
            return true
        }
    }

    /// Ends a ``hold(_:)``.
    package func release(_ digest: ContentDigest) {
        use.withLock { use in
            let count = use.held[digest, default: 1] - 1
            use.held[digest] = count > 0 ? count : nil
        }
    }

    /// Begins to remove contents; those that are held are left out.
    package func condemn(_ digests: [ContentDigest]) -> [ContentDigest] {
        use.withLock { use in
            let free = digests.filter { use.held[$0] == nil && use.condemned.insert($0).inserted }
            return free
        }
    }

    /// Ends what ``condemn(_:)`` has begun.
    package func spare(_ digests: [ContentDigest]) {
        let waiters = use.withLock { use in
            use.condemned.subtract(digests)
            defer { use.waiters = [] }
            return use.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Removes the file of a content.
    ///
    /// - Returns: Whether there was one.
    package func remove(_ digest: ContentDigest) -> Bool {
        unlink(file(of: digest)) == 0
    }

    /// The names of the folders that the contents stand in.
    package func shards() -> [String] {
        Self.names(in: path).filter { $0.utf8.count == 2 }.sorted()
    }

    /// The contents in such a folder.
    package func digests(in shard: String) -> [ContentDigest] {
        Self.names(in: "\(path)/\(shard)").compactMap { ContentDigest(shard + $0) }.sorted {
            $0.description < $1.description
        }
    }

    /// The size of a content's file; nil where there is none.
    package func size(of digest: ContentDigest) -> Int? {
        var status = stat()
        guard lstat(file(of: digest), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Opens the file of a content; nil where there is none.
    package func open(_ digest: ContentDigest) -> ContentFile? {
        ContentFile(path: file(of: digest))
    }

    /// Brings the file of a content into another folder, as a further link where that can be, or else as a copy.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable`, where there is none too.
    package func copy(_ digest: ContentDigest, to other: ContentFolder) throws {
        guard other.size(of: digest) == nil else { return }
        let shard = "\(other.path)/\(digest.description.prefix(2))"
        try PrivateFolder(shard).create()
        if link(file(of: digest), other.file(of: digest)) == 0 { return try Self.sync(shard) }
        guard let reader = open(digest) else {
            throw StoreError(.unavailable, "the content \(file(of: digest)) is missing; run taskd check")
        }
        let draft = try other.draft()
        do {
            try reader.forEachPiece { bytes in try bytes.withUnsafeBytes { try draft.write($0) } }
            try draft.sync()
            try other.publish(draft, as: digest)
        } catch {
            draft.remove()
            throw error
        }
    }

    /// Removes the folders in which nothing is.
    package func removeEmptyFolders() {
        for name in Self.names(in: path) { rmdir("\(path)/\(name)") }
        rmdir(path)
    }

    /// The digest of what a content's file holds; nil where it cannot be read.
    package func digestOfFile(_ digest: ContentDigest) -> ContentDigest? {
        guard let reader = open(digest) else { return nil }
        var hasher = ContentHasher()
        do {
            try reader.forEachPiece { bytes in bytes.withUnsafeBytes { hasher.update($0) } }
        } catch {
            return nil
        }
        return hasher.digest()
    }

    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func sync(_ folder: String) throws {
        let descriptor = systemOpen(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DraftFile.failure("cannot open the folder", folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw DraftFile.failure("cannot sync the folder", folder) }
    }

    fileprivate static func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
        #if canImport(Darwin)
            Darwin.open(path, flags)
        #else
            Glibc.open(path, flags)
        #endif
    }
}

/// The file of content that is being written.
package final class DraftFile: Sendable {
    /// Its file, until it is published.
    let path: String
    private let descriptor: Int32

    fileprivate init(path: String) throws {
        self.path = path
        unlink(path)
        guard let descriptor = try PrivateFile(path).create() else {
            throw StoreError(.unavailable, "\(path) already exists; move it away")
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Writes further bytes.
    ///
    /// - Throws: ``ContentError/full`` where there is no room, or ``StoreError`` with code `.unavailable`.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        let code = writeWhole(bytes, to: descriptor)
        guard code == 0 else { throw Self.failure("cannot write", path, code) }
    }

    /// Makes it durable.
    ///
    /// - Throws: As ``write(_:)`` does.
    package func sync() throws {
        guard fsync(descriptor) == 0 else { throw Self.failure("cannot sync", path) }
    }

    /// Removes it; does nothing once it is published.
    package func remove() {
        unlink(path)
    }

    static func failure(_ what: String, _ path: String, _ reason: Int32 = errno) -> any Error {
        if reason == ENOSPC || reason == EDQUOT || reason == EFBIG { return ContentError.full }
        return StoreError(.unavailable, "\(what) \(path): \(String(cString: strerror(reason)))")
    }
}

/// The file of a content, while it is read.
package final class ContentFile: Sendable {
    private let path: String
    private let descriptor: Int32

    fileprivate init?(path: String) {
        self.path = path
        descriptor = ContentFolder.systemOpen(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// How many bytes it has; nil where that cannot be told.
    var size: Int? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    /// The bytes at a place; none at the end.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable`.
    package func read(at offset: Int, atMost limit: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = pread(descriptor, &bytes, limit, off_t(offset))
        while count < 0, errno == EINTR { count = pread(descriptor, &bytes, limit, off_t(offset)) }
        guard count >= 0 else { throw DraftFile.failure("cannot read", path) }
        bytes.removeLast(limit - count)
        return bytes
    }

    /// Reads all of it, a piece at a time.
    fileprivate func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
        var offset = 0
        while true {
            let bytes = try read(at: offset, atMost: 1 << 18)
            if bytes.isEmpty { return }
            try body(bytes)
            offset += bytes.count
        }
    }
}
