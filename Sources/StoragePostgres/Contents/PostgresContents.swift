import Basics
import Foundation
package import Storage

/// The contents of attachments in the database, in pieces, so that each node takes and serves them.
///
/// A piece is written or read by a statement of its own, beside those that lock the log's head: however large a content is
/// and however slow its client, nobody waits for it, and no session does between two pieces.
package struct PostgresContents: ContentStore {
    /// How many bytes a piece has, but for the last one.
    static let pieceSize = 256 << 10
    /// How many pieces a step of removing takes.
    private static let removeSize = 16
    /// How many uploads are looked for at a time that nothing names.
    private static let lookSize = 100

    /// Which uploads are to be removed, where no content is of them.
    ///
    /// For an hour a client may be slow, or read what was forgotten meanwhile; one that is being removed has no instant.
    static let isOld = "written_at IS NULL OR written_at < \(ServerTime.milliseconds) - 3600000"

    /// What takes contents; apart from the other, since a commit may have to wait for a standby.
    private let uploads: ContentSession
    private let downloads: ContentSession
    private let home: StoreHome

    init(uploads: ContentSession, downloads: ContentSession, home: StoreHome) {
        (self.uploads, self.downloads, self.home) = (uploads, downloads, home)
    }

    package func draft() async throws -> any ContentDraft {
        if let refusal = home.refusal { throw refusal }
        let rows = try await uploads.run(
            "INSERT INTO content_upload (id, written_at) VALUES (gen_random_uuid(), \(ServerTime.milliseconds)) RETURNING id"
        )
        guard let id = try rows.value(UUIDValue.self, 0, 0) else {
            throw StoreError(.unavailable, "the server gave an upload no id; retry")
        }
        return Draft(contents: self, id: id)
    }

    /// How many pieces of a row of `content` are there with as many bytes as they had.
    static let wholePieces = """
        SELECT count(*) FROM content_piece WHERE content_piece.upload_id = content.upload_id
        AND octet_length(bytes) = least(\(pieceSize), content.size - number * \(pieceSize))
        """

    /// How many pieces content of a size has.
    static func pieceCount(_ size: String) -> String { "(\(size) + \(pieceSize) - 1) / \(pieceSize)" }

    package func open(_ content: StoredContent) async throws -> (any ContentReader)? {
        let rows = try await downloads.run(
            """
            SELECT upload_id, (\(Self.wholePieces)) = \(Self.pieceCount("size"))
            FROM content WHERE digest = ? AND size = ? AND upload_id IS NOT NULL
            """, [content.digest.description, content.size])
        guard rows.count > 0, let id = try rows.value(UUIDValue.self, 0, 0) else { return nil }
        guard try rows.value(Bool.self, 0, 1) == true else { throw ContentError.damaged }
        return Reader(session: downloads, id: id)
    }

    /// Has the store forget them; their bytes stay for an hour, for those who read them.
    package func remove(
        _ digests: [ContentDigest], forgetting forget: ([ContentDigest]) async throws -> [ContentDigest]
    ) async throws -> Int {
        try await forget(digests).count
    }

    package func removeUnnamed(
        _ unnamed: ([ContentDigest]) async throws -> [ContentDigest], _ pause: () async throws -> Void
    ) async throws -> Int {
        var (removed, last) = (0, UUIDValue(high: 0, low: 0))
        while true {
            let rows = try await uploads.run(
                """
                SELECT id FROM content_upload WHERE id > ? AND (\(Self.isOld))
                AND NOT EXISTS (SELECT 1 FROM content WHERE upload_id = content_upload.id) ORDER BY id LIMIT ?
                """, [last, Self.lookSize])
            let ids = try (0..<rows.count).compactMap { try rows.value(UUIDValue.self, $0, 0) }
            guard let end = ids.last else { return removed }
            for id in ids {
                if try await removeUpload(id, isGivenUp: false, pause) { removed += 1 }
            }
            last = end
        }
    }

    /// Removes an upload, unless a content is of it or is about to be.
    ///
    /// - Parameters:
    ///   - id: The upload.
    ///   - isGivenUp: Whether whoever made it is done with it; else it is only removed where it is old.
    ///   - pause: Lets others come in between two steps.
    /// - Returns: Whether it was removed.
    /// - Throws: What the server says; what `pause` throws.
    fileprivate func removeUpload(
        _ id: UUIDValue, isGivenUp: Bool, _ pause: () async throws -> Void
    ) async throws -> Bool {
        // A transaction that names it has it locked. From here on it can neither be named nor gone on with.
        let retired = try await uploads.transact(
            [
                ("SELECT 1 FROM content_upload WHERE id = ? FOR UPDATE", [id]),
                (
                    """
                    UPDATE content_upload SET (digest, size, written_at) = (NULL, NULL, NULL)
                    WHERE id = ? AND (? OR \(Self.isOld)) AND NOT EXISTS (SELECT 1 FROM content WHERE upload_id = ?1)
                    """, [id, isGivenUp]
                ),
            ], isPatient: !isGivenUp)
        guard retired[1].written > 0 else { return false }
        while true {
            let step = try await uploads.run(
                """
                DELETE FROM content_piece WHERE upload_id = ?1
                AND number IN (SELECT number FROM content_piece WHERE upload_id = ?1 ORDER BY number LIMIT ?2)
                """, [id, Self.removeSize], isPatient: !isGivenUp)
            if step.written == 0 { break }
            try await pause()
        }
        _ = try await uploads.run("DELETE FROM content_upload WHERE id = ?", [id], isPatient: !isGivenUp)
        return true
    }

    /// What takes a megabyte where nobody has.
    static let fillReserve = """
        INSERT INTO content_reserve SELECT generate_series(1, 30000) WHERE NOT EXISTS (SELECT 1 FROM content_reserve)
        """

    /// Gives the room that removed pieces had back to a disk that is full: until autovacuum comes, nobody else could write.
    ///
    /// - Throws: ``StoreError``, where the role did not make the tables too.
    fileprivate func giveRoomBack() async throws {
        // VACUUM needs some pages itself, to note what is free.
        _ = try await uploads.run("TRUNCATE content_reserve", isPatient: false)
        // Who began before the pieces were removed, and may see them, is done by then.
        _ = try await uploads.run("SELECT pg_sleep(0.2)", isPatient: false)
        // They were the last in the table, of which the end is cut off.
        _ = try await uploads.run("VACUUM (INDEX_CLEANUP ON, TRUNCATE ON) content_piece", isPatient: false)
        _ = try await uploads.run(Self.fillReserve, isPatient: false)
    }

    /// Closes the sessions.
    func close() async {
        await uploads.close()
        await downloads.close()
    }

    // MARK: One content

    private struct Draft: ContentDraft {
        let contents: PostgresContents
        let id: UUIDValue
        private var buffer: [UInt8] = []
        private var pieces = 0
        /// Whether the disk had no room for it.
        private var metFullDisk = false

        init(contents: PostgresContents, id: UUIDValue) {
            (self.contents, self.id) = (contents, id)
        }

        mutating func write(_ bytes: [UInt8]) async throws {
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = rest.prefix(PostgresContents.pieceSize - buffer.count)
                buffer += part
                rest = rest.dropFirst(part.count)
                if buffer.count == PostgresContents.pieceSize { try await send() }
            }
        }

        private mutating func send() async throws {
            do { try await sendPiece() } catch ContentError.full {
                metFullDisk = true
                throw ContentError.full
            }
        }

        /// Writes a piece, durable with what is published at the latest; the same again is the same.
        private mutating func sendPiece() async throws {
            let written = try await contents.uploads.transact([
                ("SET LOCAL synchronous_commit = off", []),
                (
                    """
                    WITH upload AS (
                        UPDATE content_upload SET written_at = \(ServerTime.milliseconds)
                        WHERE id = ? AND digest IS NULL AND written_at IS NOT NULL RETURNING id)
                    INSERT INTO content_piece (upload_id, number, bytes) SELECT id, ?, ? FROM upload
                    ON CONFLICT (upload_id, number) DO UPDATE SET bytes = excluded.bytes
                    """, [id, pieces, Data(buffer)]
                ),
            ])
            guard written[1].written == 1 else { throw Self.isGone }
            pieces += 1
            buffer.removeAll(keepingCapacity: true)
        }

        mutating func publish<Value: Sendable>(
            as content: StoredContent, _ body: () async throws -> Value
        ) async throws -> Value {
            if !buffer.isEmpty { try await send() }
            // A server that took over may lack pieces.
            let published = try await contents.uploads.run(
                """
                UPDATE content_upload SET (digest, size, written_at) = (?2, ?3, \(ServerTime.milliseconds))
                WHERE id = ?1 AND coalesce(digest, ?2) = ?2 AND written_at IS NOT NULL
                AND (SELECT coalesce(sum(octet_length(bytes)), 0) FROM content_piece WHERE upload_id = ?1) = ?3
                """, [id, content.digest.description, content.size])
            guard published.written == 1 else { throw Self.isGone }
            return try await body()
        }

        /// What cannot be removed now is left to the sweep.
        func remove() async {
            _ = try? await contents.removeUpload(id, isGivenUp: true) {}
            if metFullDisk { try? await contents.giveRoomBack() }
        }

        private static let isGone = StoreError(
            .unavailable, "what was uploaded so far is not there any more; send it again")
    }

    private struct Reader: ContentReader {
        let session: ContentSession
        let id: UUIDValue

        func read(at offset: Int, atMost limit: Int) async throws -> [UInt8] {
            let (piece, place) = offset.quotientAndRemainder(dividingBy: PostgresContents.pieceSize)
            let rows = try await session.run(
                """
                SELECT substring(bytes FROM ?::integer FOR ?::integer) FROM content_piece
                WHERE upload_id = ? AND number = ?
                """, [place + 1, min(limit, PostgresContents.pieceSize - place), id, piece])
            return rows.count == 0 ? [] : try rows.value(0, 0).map { Array($0) } ?? []
        }
    }
}
