import Storage

/// How much one change of many tasks may write: its transaction cannot be divided, and nothing else is recorded meanwhile.
package struct WriteBudget {
    /// Tasks, and what stands in their lists.
    package static let maxRows = 6_000
    /// The size of the tasks as JSON, in bytes.
    package static let maxBytes = 4 << 20

    /// What was written is more.
    package struct Exceeded: Error, CustomStringConvertible {
        /// The bound, as it follows "must not write more than".
        package let description: String
    }

    private var (rows, bytes) = (0, 0)

    package init() {}

    /// Counts what is written.
    package mutating func spend(rows: Int, bytes: Int = 0) throws(Exceeded) {
        self.rows += rows
        self.bytes += bytes
        if self.rows > Self.maxRows {
            throw Exceeded(description: "\(Self.maxRows) tasks, reminders, subtasks, tags, rules and dates in all")
        }
        if self.bytes > Self.maxBytes {
            throw Exceeded(description: "\(Self.maxBytes >> 20) MiB of tasks in all")
        }
    }

    /// Refuses to give a text to more occurrences of a series than it may be written to.
    static func check(_ count: Int, times bytes: Int) throws(SchedulerError) {
        // Both are small: there are fewer occurrences than seconds in the calendar, and every text is bounded.
        guard count * bytes > maxBytes else { return }
        throw SchedulerError(
            .notPossible,
            "\(bytes) bytes for each of \(count) open tasks are more than \(maxBytes >> 20) MiB, the most that one change "
                + "writes; close some of them first, or say less")
    }

    /// Counts one of the occurrences of a series that are changed together.
    mutating func spend(on task: TaskItem, bytes: Int) throws(SchedulerError) {
        do { try spend(rows: TaskDraft(task).rowCount, bytes: bytes) } catch {
            throw SchedulerError(
                .notPossible,
                "a change of a series must not write more than \(error); close some of its open tasks first, or change "
                    + "one with the scope this")
        }
    }
}

extension TaskContent {
    /// How many bytes the texts among some fields have.
    func textSize(of fields: TaskFields) -> Int {
        (fields.contains(.title) ? title.utf8.count : 0) + (fields.contains(.details) ? details?.utf8.count ?? 0 : 0)
            + (fields.contains(.tags) ? tags.reduce(0) { $0 + $1.utf8.count } : 0)
    }
}
