import Storage

extension PostgresTransaction {
    func holders(of attachment: AttachmentID, limit: Int) throws -> [AttachmentHolder] {
        try rows(
            """
            SELECT holder, holder_id FROM attachment_use WHERE attachment_id = ? AND holder < 2
            ORDER BY holder, holder_id LIMIT ?
            """,
            [attachment.description, limit]
        ) { column in
            let (holder, id): (Int, UUIDValue) = (try column.next(), try column.next())
            return holder == 0 ? .task(TaskID(id)) : .series(SeriesID(id))
        }
    }

    func contents(
        after digest: ContentDigest?, limit: Int, unused: Bool
    ) throws -> (contents: [StoredContent], last: ContentDigest?) {
        let found = try rows(
            """
            SELECT digest, size, EXISTS (SELECT 1 FROM attachment_use AS used WHERE used.digest = content.digest)
            FROM content WHERE digest > ? ORDER BY digest LIMIT ?
            """,
            [digest?.description ?? "", limit]
        ) { column -> (content: StoredContent, isUsed: Bool)? in
            let (text, size): (String, Int) = (try column.next(), try column.next())
            let isUsed = try column.next(Bool.self)
            return ContentDigest(text).map { (StoredContent($0, size: size), isUsed) }
        }.compactMap(\.self)
        return (
            found.filter { !unused || !$0.isUsed }.map(\.content),
            found.count < limit ? nil : found.last?.content.digest
        )
    }

    func hasContent(_ digest: ContentDigest) throws -> Bool {
        try value(Int.self, "SELECT 1 FROM content WHERE digest = ?", [digest.description]) != nil
    }

    /// Notes content as of the newest upload of its bytes, where none is noted or the one that is lacks pieces; who removes one
    /// has it locked.
    func keep(_ content: StoredContent) throws {
        try run(
            """
            INSERT INTO content (digest, size, upload_id) VALUES (?1, ?2, (
                SELECT id FROM content_upload WHERE digest = ?1 AND size = ?2
                ORDER BY written_at DESC LIMIT 1 FOR KEY SHARE))
            ON CONFLICT (digest) DO UPDATE SET upload_id = excluded.upload_id
            WHERE content.size = excluded.size AND excluded.upload_id IS NOT NULL
            AND coalesce((\(PostgresContents.wholePieces)), 0) < \(PostgresContents.pieceCount("content.size"))
            """,
            [content.digest.description, content.size])
        let size = try value(Int.self, "SELECT size FROM content WHERE digest = ?", [content.digest.description])
        guard size == content.size else {
            throw StoreError(.conflict, "the content \(content.digest) is known with another size")
        }
    }

    /// Forgets them, and keeps what was uploaded for as long as if it had been now: somebody may be reading it.
    func forget(_ contents: [ContentDigest]) throws -> [ContentDigest] {
        try run(
            """
            WITH forgotten AS (
                DELETE FROM content WHERE digest = ANY (?)
                AND NOT EXISTS (SELECT 1 FROM attachment_use AS used WHERE used.digest = content.digest)
                RETURNING upload_id)
            UPDATE content_upload SET written_at = \(ServerTime.milliseconds) FROM forgotten WHERE id = upload_id
            """,
            [contents.map(\.description)])
        let left = try rows("SELECT digest FROM content WHERE digest = ANY (?)", [contents.map(\.description)]) {
            try $0.next(String.self)
        }
        return contents.filter { !left.contains($0.description) }
    }
}
