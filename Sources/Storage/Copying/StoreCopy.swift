package import Recurrence

/// Moves a store to another place, where there is nothing or what an earlier try has left.
package struct StoreCopy: Sendable {
    /// How far it has come.
    package struct Progress: Hashable, Sendable {
        package enum Step: String, Sendable {
            case copying, indexing, verifying
        }

        package let step: Step
        package let table: String
        /// The rows of the table so far, without those of an earlier try.
        package let rows: Int
    }

    /// A table of which both places have the same rows.
    package struct Verified: Hashable, Sendable {
        package let table: String
        package let rows: Int
        /// The SHA-256 of the neutral form of all rows in their order.
        package let digest: String
    }

    /// What was moved.
    package struct Moved: Hashable, Sendable {
        package let tables: [Verified]
        /// How many contents of attachments are missing or damaged in the old place, and so are missing in the new one.
        package let missingContents: Int
    }

    /// About how many bytes are written at a time.
    private static let pageSize = 2 << 20
    private static let pageRows = 100...2_000

    private let source: any CopyPlace
    private let target: any CopyPlace
    private let progress: @Sendable (Progress) -> Void

    package init(
        from source: any CopyPlace, to target: any CopyPlace,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) {
        (self.source, self.target, self.progress) = (source, target, progress)
    }

    /// Moves it, or goes on with what was broken off.
    ///
    /// - Parameters:
    ///   - now: When it is begun.
    ///   - keyPrint: What tells the key that secrets are sealed with from others; nil where that is not known.
    /// - Returns: What was compared.
    /// - Throws: ``StoreError``, or ``ContentError``; where the code is `.conflict` neither place was touched.
    package func run(at now: UTCInstant, keyPrint: String? = nil) async throws -> Moved {
        let columns = try await commonColumns()
        let mark = try await begin(at: now)
        for (table, columns) in columns { try await copy(table, columns) }
        let missing = try await copyContents()
        repeat { progress(Progress(step: .indexing, table: "task", rows: 0)) } while try await !target.deriveWords()
        var verified: [Verified] = []
        for (table, columns) in columns { verified.append(try await verify(table, columns)) }
        try await source.settle(mark.with(.left))
        try await target.complete(highestTagKey: source.highestTagKey(), keyPrint: keyPrint)
        return Moved(tables: verified, missingContents: missing)
    }

    /// The columns that are copied, of each table, which both places have.
    private func commonColumns() async throws -> [(table: CopiedTable, columns: [String])] {
        let (there, here) = (try await source.columns(), try await target.columns())
        return try CopiedTable.all.map { table in
            let parts = [there, here].map { columns in
                Set(columns[table.name] ?? []).filter { CopiedTable.columnsLeftOut["\(table.name).\($0)"] == nil }
            }
            guard parts[0] == parts[1], parts[0].isSuperset(of: table.key) else {
                throw StoreError(
                    .conflict,
                    "the table \(table.name) has the columns \(parts[0].symmetricDifference(parts[1]).sorted()) in one place only"
                )
            }
            return (table, table.key + parts[0].subtracting(table.key).sorted())
        }
    }

    // MARK: - Beginning

    private func begin(at now: UTCInstant) async throws -> CopyMark {
        let (left, arrived) = (try await source.mark(), try await target.mark())
        if let left, left.state == .arriving { throw left.refusal(of: source.place) }
        if let left, let arrived, arrived.state == .arriving, left.id == arrived.id { return left }
        // Its copy may be served by now.
        if let left, left.state == .left {
            throw StoreError(.conflict, left.refusal(of: source.place).description)
        }
        guard try await isEmpty() else {
            guard let arrived else {
                throw StoreError(.conflict, "\(target.place) is not empty; name a place where there is no store yet")
            }
            throw StoreError(.conflict, unfit(arrived))
        }
        if left == nil { try await source.checkIsIdle() }
        let mark = CopyMark(
            UUIDValue.version7(millisecondsSinceEpoch: now.millisecondsSinceEpoch), .leaving, target.place, begunAt: now
        )
        try await target.begin(CopyMark(mark.id, .arriving, source.place, begunAt: now))
        try await source.leave(mark)
        return mark
    }

    /// Why a target with a mark of another move cannot be used.
    private func unfit(_ mark: CopyMark) -> String {
        switch mark.state {
        case .arriving:
            """
            \(target.place) is an unfinished copy of \(mark.place), which may have changed since; remove it, then run the \
            same taskd copy again
            """
        case .leaving, .left:
            "\(target.place) is a store that was moved to \(mark.place); name a place where there is no store yet"
        }
    }

    private func isEmpty() async throws -> Bool {
        for table in CopiedTable.all where !CopiedTable.begun.contains(table) {
            if try await target.lastKey(of: table) != nil { return false }
        }
        return true
    }

    // MARK: - Rows

    private func copy(_ table: CopiedTable, _ columns: [String]) async throws {
        var count = 0
        let last = try await target.lastKey(of: table)
        // What is whole is there, or none of it.
        if table.isWhole, last != nil { return }
        try await pages(of: table, columns, in: source, after: last) { rows in
            try await target.insert(rows, columns, into: table)
            count += rows.count
            progress(Progress(step: .copying, table: table.name, rows: count))
        }
    }

    // MARK: - Contents

    /// Copies the bytes of all contents that are not there yet, and reads what is there again.
    ///
    /// - Returns: How many cannot be copied, since their bytes are missing or others.
    private func copyContents() async throws -> Int {
        var (count, missing) = (0, 0)
        try await pages(of: .contents, ["digest", "size"], in: source, after: nil) { rows in
            for row in rows {
                guard case .text(let text) = row[0], case .integer(let size) = row[1], let digest = ContentDigest(text)
                else { throw StoreError(.unreadable, "\(source.place) has a content that cannot be read") }
                if try await !copy(StoredContent(digest, size: Int(size))) { missing += 1 }
                count += 1
                progress(Progress(step: .copying, table: "contents", rows: count))
            }
        }
        return missing
    }

    /// - Returns: Whether the target has the content, whole and unchanged.
    private func copy(_ content: StoredContent) async throws -> Bool {
        if try await has(content, target) { return true }
        // One that is not what it was is not copied, and is missing.
        guard let reader = try await Self.open(content, in: source) else { return false }
        var draft = try await target.contents.draft()
        do {
            let isWhole = try await reader.forEachPiece { try await draft.write($0) } == content
            if isWhole { try await draft.publish(as: content) { try await target.take(content) } }
            await draft.remove()
            guard isWhole else { return false }
        } catch {
            await draft.remove()
            throw error
        }
        guard try await has(content, target) else {
            throw StoreError(
                .unavailable,
                "the content \(content.digest) in \(target.place) is not what was written; run the same taskd copy again"
            )
        }
        return true
    }

    private func has(_ content: StoredContent, _ place: any CopyPlace) async throws -> Bool {
        try await Self.open(content, in: place)?.forEachPiece() == content
    }

    /// Opens content; nil where it is missing or damaged.
    private static func open(_ content: StoredContent, in place: any CopyPlace) async throws -> (any ContentReader)? {
        do { return try await place.contents.open(content) } catch ContentError.damaged { return nil }
    }

    private func verify(_ table: CopiedTable, _ columns: [String]) async throws -> Verified {
        let there = try await verified(table, columns, in: source)
        let here = try await verified(table, columns, in: target)
        guard there == here else {
            throw StoreError(
                .unavailable,
                """
                the copy of the table \(table.name) in \(target.place) is not what is in \(source.place) (\(here.rows) and \
                \(there.rows) rows); remove the copy and begin anew
                """)
        }
        progress(Progress(step: .verifying, table: table.name, rows: there.rows))
        return there
    }

    private func verified(
        _ table: CopiedTable, _ columns: [String], in place: any CopyPlace
    ) async throws -> Verified {
        var (hasher, count) = (ContentHasher(), 0)
        try await pages(of: table, columns, in: place, after: nil) { rows in
            for row in rows { for value in row { hasher.update(value) } }
            count += rows.count
        }
        return Verified(table: table.name, rows: count, digest: hasher.digest().description)
    }

    /// Reads a table page by page, each about as large as pages are to be, going by the one before.
    private func pages(
        of table: CopiedTable, _ columns: [String], in place: any CopyPlace, after key: CopiedRow?,
        _ body: ([CopiedRow]) async throws -> Void
    ) async throws {
        var (last, limit) = (key, table.isWhole ? Int(Int32.max) : Self.pageRows.lowerBound)
        while true {
            let rows = try await place.rows(of: table, columns, after: last, limit: limit)
            guard let end = rows.last else { return }
            try await body(rows)
            if rows.count < limit { return }
            last = Array(end.prefix(table.key.count))
            let size = rows.reduce(0) { $0 + $1.reduce(0) { $0 + $1.size } }
            limit = min(max(Self.pageSize * rows.count / max(size, 1), 1), Self.pageRows.upperBound)
        }
    }
}

extension ContentHasher {
    /// Takes up a value, with its kind and its length, so that no two rows read alike.
    fileprivate mutating func update(_ value: CopiedValue) {
        switch value {
        case .null: update(0, [])
        case .integer(let integer): update(1, Self.bytes(of: UInt64(bitPattern: integer)))
        case .real(let real): update(2, Self.bytes(of: real.bitPattern))
        case .text(let text): update(3, Array(text.utf8))
        case .bytes(let bytes): update(4, bytes)
        }
    }

    private mutating func update(_ kind: UInt8, _ bytes: [UInt8]) {
        ([kind] + Self.bytes(of: UInt64(bytes.count)) + bytes).withUnsafeBytes { update($0) }
    }

    private static func bytes(of number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
