/// A store as it is copied from or to, with nobody else writing it.
package protocol CopyPlace: Sendable {
    /// Where it is, in words that hold no password.
    var place: String { get }

    /// The columns of all tables that there are, without those whose values follow from others, in any order.
    func columns() async throws -> [String: [String]]
    /// The rows of a table in the order of its key, behind one of them, as many as `limit`.
    func rows(
        of table: CopiedTable, _ columns: [String], after key: CopiedRow?, limit: Int
    ) async throws -> [CopiedRow]
    /// Where it keeps the contents of attachments.
    var contents: any ContentStore { get }
    /// What it has noted of a move.
    func mark() async throws -> CopyMark?

    // MARK: As what is copied from

    /// Refuses a store that is served, or that is a copy which nobody has adopted.
    func checkIsIdle() async throws
    /// The highest key that a tag has ever had: those of deleted ones stand in what can be undone.
    func highestTagKey() async throws -> Int64
    /// Notes that it is being moved, unless somebody serves it; from then on it changes no more, and can be read by a
    /// daemon.
    func leave(_ mark: CopyMark) async throws
    /// Notes that it was moved.
    ///
    /// - Throws: ``StoreError`` where it is not being moved any more, since somebody has adopted it.
    func settle(_ mark: CopyMark) async throws

    // MARK: As what is copied to

    /// Notes that rows are to come, from when on nobody serves it.
    func begin(_ mark: CopyMark) async throws
    /// The key of the last row of a table; nil where it is empty.
    func lastKey(of table: CopiedTable) async throws -> CopiedRow?
    /// Writes rows durably, all or none of them, past the triggers of the table.
    func insert(_ rows: [CopiedRow], _ columns: [String], into table: CopiedTable) async throws
    /// Notes of a content, the row of which is there, that its bytes were published.
    func take(_ content: StoredContent) async throws
    /// Derives what some tasks are found by, after all that was done before.
    ///
    /// - Returns: Whether that was all.
    func deriveWords() async throws -> Bool
    /// Derives what else follows from rows, and takes the mark off: from then on it can be served.
    ///
    /// - Parameters:
    ///   - highestTagKey: Tags that are made get higher keys.
    ///   - keyPrint: What tells the key that secrets are sealed with from others; nil where that is not known.
    /// - Throws: ``StoreError``.
    func complete(highestTagKey: Int64, keyPrint: String?) async throws

    /// Lets go of it.
    func close() async throws
}
