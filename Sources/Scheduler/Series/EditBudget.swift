package import Storage

/// How much of a change of many tasks is done in one transaction.
package struct EditBudget {
    /// What one transaction of several writes at most, in bytes of text: with the rows, some tens of milliseconds.
    private static let maxPartBytes = 256 << 10

    private var rows: Int
    private var bytes: Int
    /// How many rows each occurrence counts that is given plain fields, which cost little; nil for what is written of it.
    private let plainRows: Int?
    private var isFresh = true

    /// What is left of a transaction in which commands change a series.
    init(_ commands: TaskCommands) {
        guard commands.leavesRest else {
            (rows, bytes, plainRows) = (WriteBudget.maxRows, WriteBudget.maxBytes, 0)
            return
        }
        (rows, bytes, plainRows) = (max(1, commands.configuration.editBatchSize), Self.maxPartBytes, nil)
    }

    /// What is left of a transaction that comes to tasks one by one: where it leaves nothing to others, all that there is.
    package init(partOf commands: TaskCommands) {
        guard commands.leavesRest else {
            (rows, bytes, plainRows) = (.max, .max, nil)
            return
        }
        (rows, bytes, plainRows) = (max(1, commands.configuration.editBatchSize), Self.maxPartBytes, nil)
    }

    /// Whether nothing more is to be written.
    package var isSpent: Bool { !isFresh && (rows <= 0 || bytes <= 0) }

    /// How many occurrences are read at once: no more than there may be room for.
    var pageSize: Int { plainRows == 0 ? SeriesBounds.maxReadAtOnce : rows.clamped(1, SeriesBounds.maxReadAtOnce) }

    mutating func spend(rows: Int, bytes: Int) {
        self.rows -= rows
        self.bytes -= bytes
        isFresh = false
    }

    /// Spends what it takes to write a task.
    package mutating func spend(on task: TaskItem) {
        spend(rows: task.rowCount, bytes: task.textSize)
    }

    /// Spends what it takes to give plain fields to some of as many occurrences.
    ///
    /// - Returns: To how many.
    mutating func spend(onPlain fields: TaskFields, of content: TaskContent, atMost count: Int) -> Int {
        let rowsEach = plainRows ?? 1 + (fields.contains(.tags) ? content.tags.count : 0)
        let bytesEach = content.textSize(of: fields)
        var room = count
        if rowsEach > 0 { room = min(room, max(0, rows) / rowsEach) }
        if bytesEach > 0 { room = min(room, max(0, bytes) / bytesEach) }
        if isFresh { room = max(room, min(1, count)) }
        if room > 0 { spend(rows: room * rowsEach, bytes: room * bytesEach) }
        return room
    }
}

extension Int {
    fileprivate func clamped(_ least: Int, _ most: Int) -> Int { Swift.min(Swift.max(self, least), most) }
}

extension TaskContent {
    /// How many bytes the texts among some fields have.
    func textSize(of fields: TaskFields) -> Int {
        (fields.contains(.title) ? title.utf8.count : 0) + (fields.contains(.details) ? details?.utf8.count ?? 0 : 0)
            + (fields.contains(.tags) ? tags.reduce(0) { $0 + $1.utf8.count } : 0)
            + (fields.contains(.attachments) ? attachments.reduce(0) { $0 + 200 + ($1.url?.utf8.count ?? 0) } : 0)
            + (fields.contains(.properties) ? properties?.json.utf8.count ?? 0 : 0)
    }
}

extension TaskItem {
    /// How much is written of it: the task, and each thing that stands in one of its lists.
    var rowCount: Int { 1 + reminders.count + subtasks.count + content.tags.count }

    /// How many bytes its texts have.
    fileprivate var textSize: Int {
        content.textSize(of: .template) + subtasks.reduce(0) { $0 + $1.title.utf8.count }
    }
}
