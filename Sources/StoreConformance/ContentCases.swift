package import Storage
import StoreFixtures

extension ConformanceSuite {
    /// One sentence about where contents are kept, and the check that it holds.
    package struct ContentCase: Sendable, CustomStringConvertible {
        package let description: String
        private let body: @Sendable (ContentBench) async throws -> Void

        init(_ description: String, _ body: @escaping @Sendable (ContentBench) async throws -> Void) {
            (self.description, self.body) = (description, body)
        }

        /// Checks that the sentence holds for contents of a store, both of which must be empty.
        ///
        /// - Parameters:
        ///   - contents: Where the contents are kept.
        ///   - store: The store that knows of them.
        ///   - age: Makes whatever was written as old as it must be to be removed.
        /// - Throws: ``ConformanceFailure`` when it does not; what is thrown by what is checked.
        package func check(
            _ contents: any ContentStore, of store: any Store, aging age: @escaping @Sendable () async throws -> Void
        ) async throws {
            try await body(ContentBench(contents: contents, store: store, age: age))
        }
    }

    /// Every case.
    package static let contentCases: [ContentCase] = [
        ContentCase("Content of any length is read as it was written, whole and in parts") { bench in
            for size in [1, 65_536, 262_143, 262_144, 262_145, 1_000_000] {
                let bytes = bench.bytes(size)
                let content = try await bench.keep(bytes)
                let reader = try await bench.reader(content)
                try expect(try await reader.forEachPiece(), is: content, "\(size) bytes")
                for range in [0..<1, size / 3..<size, size - 1..<size, min(262_140, size - 1)..<min(262_150, size)] {
                    let read = try await bench.read(range, reader)
                    try expect(read == Array(bytes[range]), "\(range) of \(size) bytes")
                }
                try expect(try await reader.read(at: size, atMost: 9), is: [], "what is behind the end")
            }
        },
        ContentCase("Content that is not there is missing") { bench in
            let content = bench.content(bench.bytes(3))
            try expect(try await bench.contents.open(content) == nil, "content that nobody has written")
            try await bench.store.write { try $0.keep(content) }
            try expect(try await bench.contents.open(content) == nil, "content that the store alone knows of")
            _ = try await bench.keep(bench.bytes(3))
            try expect(try await bench.reader(content).forEachPiece(), is: content, "the content that was missing")
        },
        ContentCase("Content that is written again is there once, and one that many write at a time is whole") {
            bench in
            let bytes = bench.bytes(300_000)
            let content = try await bench.keep(bytes)
            try expect(try await bench.keep(bytes), is: content, "the content")
            let other = bench.bytes(300_001)
            try await withThrowingTaskGroup(of: StoredContent.self) { group in
                for _ in 1...8 { group.addTask { try await bench.keep(other) } }
                for try await one in group { try expect(one, is: bench.content(other), "one of many") }
            }
            for content in [content, bench.content(other)] {
                try expect(try await bench.reader(content).forEachPiece(), is: content, "what is read")
            }
            try await bench.age()
            try expect(try await bench.removeUnnamed(), is: 0, "what is left over")
            try expect(try await bench.reader(content).forEachPiece(), is: content, "what is read afterwards")
        },
        ContentCase("What is given up leaves nothing, and what nothing names is removed") { bench in
            var draft = try await bench.contents.draft()
            try await draft.write(bench.bytes(600_000))
            await draft.remove()
            let left = bench.bytes(600_001)
            var other = try await bench.contents.draft()
            try await other.write(left)
            try await other.publish(as: bench.content(left)) {}
            try await bench.age()
            try expect(try await bench.removeUnnamed(), is: 1, "what nothing names")
            try expect(try await bench.contents.open(bench.content(left)) == nil, "what was removed")
            try expect(try await bench.removeUnnamed(), is: 0, "what is left")
        },
        ContentCase("What is being published is not removed before it is named") { bench in
            let bytes = bench.bytes(300_000)
            let content = bench.content(bytes)
            var draft = try await bench.contents.draft()
            try await draft.write(bytes)
            try await draft.publish(as: content) {
                try expect(try await bench.removeUnnamed(), is: 0, "what is removed meanwhile")
                try await bench.store.write { try $0.keep(content) }
            }
            await draft.remove()
            try await bench.age()
            try expect(try await bench.removeUnnamed(), is: 0, "what is removed afterwards")
            try expect(try await bench.reader(content).forEachPiece(), is: content, "what is read")
        },
        ContentCase("What is forgotten is removed, and may come again") { bench in
            let content = try await bench.keep(bench.bytes(300_000))
            let other = try await bench.keep(bench.bytes(3))
            let removed = try await bench.contents.remove([content.digest]) { digests in
                try await bench.store.write { try $0.forget(digests) }
            }
            try expect(removed, is: 1, "how many were removed")
            try expect(try await bench.contents.open(content) == nil, "what was forgotten")
            try await bench.age()
            _ = try await bench.removeUnnamed()
            try expect(try await bench.keep(bench.bytes(300_000)), is: content, "what comes again")
            for content in [content, other] {
                try expect(try await bench.reader(content).forEachPiece(), is: content, "what is read")
            }
        },
    ]
}

/// What a case about contents works with.
struct ContentBench: Sendable {
    let contents: any ContentStore
    let store: any Store
    let age: @Sendable () async throws -> Void

    /// So many bytes, other ones for each number.
    func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 251 &+ count) }
    }

    /// What bytes are stored as.
    func content(_ bytes: [UInt8]) -> StoredContent {
        var hasher = ContentHasher()
        bytes.withUnsafeBytes { hasher.update($0) }
        return StoredContent(hasher.digest(), size: bytes.count)
    }

    /// Writes content in small parts, and has the store know it.
    func keep(_ bytes: [UInt8]) async throws -> StoredContent {
        let content = content(bytes)
        var draft = try await contents.draft()
        for start in stride(from: 0, to: bytes.count, by: 100_000) {
            try await draft.write(Array(bytes[start..<min(start + 100_000, bytes.count)]))
        }
        try await draft.publish(as: content) { try await store.write { try $0.keep(content) } }
        await draft.remove()
        return content
    }

    func reader(_ content: StoredContent) async throws -> any ContentReader {
        guard let reader = try await contents.open(content) else {
            throw ConformanceFailure(description: "the content of \(content.size) bytes is missing")
        }
        return reader
    }

    /// Reads a range, which may come in parts.
    func read(_ range: Range<Int>, _ reader: any ContentReader) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < range.count {
            let place = range.lowerBound + bytes.count
            let part = try await reader.read(at: place, atMost: range.upperBound - place)
            try expect(!part.isEmpty && part.count <= range.upperBound - place, "a part of \(range)")
            bytes += part
        }
        return bytes
    }

    func removeUnnamed() async throws -> Int {
        try await contents.removeUnnamed(
            { digests in
                try await store.read { reader in try digests.filter { try !reader.hasContent($0) } }
            }, {})
    }
}
