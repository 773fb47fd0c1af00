/// The contents of attachments as files of a folder.
package struct FolderContents: ContentStore {
    private let folder: ContentFolder
    private let threads: any FileThreads

    /// - Parameters:
    ///   - folder: The folder, which knows what is being published in it.
    ///   - threads: Where files are opened, synced and read.
    package init(_ folder: ContentFolder, on threads: any FileThreads) {
        (self.folder, self.threads) = (folder, threads)
    }

    package func draft() async throws -> any ContentDraft {
        Draft(folder: folder, file: try await threads.run { [folder] in try folder.draft() }, threads: threads)
    }

    package func open(_ content: StoredContent) async throws -> (any ContentReader)? {
        let file = try await threads.run { [folder] in folder.open(content.digest) }
        if let file, file.size != content.size { throw ContentError.damaged }
        return file.map { Reader(file: $0, threads: threads) }
    }

    package func remove(
        _ digests: [ContentDigest], forgetting forget: ([ContentDigest]) async throws -> [ContentDigest]
    ) async throws -> Int {
        let condemned = folder.condemn(digests)
        defer { folder.spare(condemned) }
        guard !condemned.isEmpty else { return 0 }
        return try await forget(condemned).count { folder.remove($0) }
    }

    package func removeUnnamed(
        _ unnamed: ([ContentDigest]) async throws -> [ContentDigest], _ pause: () async throws -> Void
    ) async throws -> Int {
        var removed = 0
        for shard in folder.shards() {
            let found = try await unnamed(folder.digests(in: shard))
            if !found.isEmpty {
                let condemned = folder.condemn(found)
                defer { folder.spare(condemned) }
                // An upload may have named it before it could not any more.
                removed += try await unnamed(condemned).count { folder.remove($0) }
            }
            try await pause()
        }
        return removed
    }

    private struct Draft: ContentDraft {
        let folder: ContentFolder
        let file: DraftFile
        let threads: any FileThreads

        func write(_ bytes: [UInt8]) async throws {
            try bytes.withUnsafeBytes { try file.write($0) }
        }

        func publish<Value: Sendable>(
            as content: StoredContent, _ body: () async throws -> Value
        ) async throws -> Value {
            try await threads.run { [file] in try file.sync() }
            // It is being removed only for as long as a transaction takes.
            await folder.hold(content.digest)
            defer { folder.release(content.digest) }
            try await threads.run { [folder, file] in try folder.publish(file, as: content.digest) }
            return try await body()
        }

        func remove() async { file.remove() }
    }

    private struct Reader: ContentReader {
        let file: ContentFile
        let threads: any FileThreads

        func read(at offset: Int, atMost limit: Int) async throws -> [UInt8] {
            try await threads.run { [file] in try file.read(at: offset, atMost: limit) }
        }
    }
}

/// Threads that may wait for a disk.
package protocol FileThreads: Sendable {
    /// Runs what may block.
    ///
    /// - Throws: What `body` throws.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
}

/// The thread that asks, which nobody else needs.
package struct CallingThread: FileThreads {
    package init() {}

    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try body()
    }
}
