import Storage

/// Looks whether the bytes of contents are there, whole and unchanged.
extension PostgresSnapshot {
    func fault(of content: StoredContent) throws -> StoreFault? {
        let subject = "content \(content.digest)"
        do {
            return try detail(of: content).map { StoreFault(.content, subject, $0) }
        } catch let error as PostgresError where error.kind != .connection {
            return StoreFault(.content, subject, "the server cannot read it: \(error)")
        }
    }

    /// What is wrong with a content, of which a piece is in memory at a time; nil when nothing is.
    private func detail(of content: StoredContent) throws -> String? {
        let uploads = try rows(
            "SELECT upload_id FROM content WHERE digest = ?", [content.digest.description]
        ) { column -> UUIDValue? in try column.next() }
        guard let found = uploads.first, let upload = found else { return "is missing" }
        var (hasher, size, number) = (ContentHasher(), 0, 0)
        while true {
            let piece = try rows(
                "SELECT bytes FROM content_piece WHERE upload_id = ? AND number = ?", [upload, number]
            ) { try $0.nextText() }
            guard let bytes = piece.first else { break }
            bytes.withUnsafeBytes { hasher.update($0) }
            (size, number) = (size + bytes.count, number + 1)
        }
        guard size == content.size else { return "has \(size) bytes instead of \(content.size)" }
        return hasher.digest() == content.digest ? nil : "does not match its SHA-256"
    }

    func unnamedContents() throws -> String? {
        let count =
            try rows(
                """
                SELECT count(*) FROM content_upload
                WHERE (\(PostgresContents.isOld)) AND NOT EXISTS (SELECT 1 FROM content WHERE upload_id = content_upload.id)
                """
            ) { try $0.next(Int.self) }.first ?? 0
        guard count > 0 else { return nil }
        return
            "\(count) \(count == 1 ? "upload belongs" : "uploads belong") to no attachment; the node that leads removes them"
    }
}
