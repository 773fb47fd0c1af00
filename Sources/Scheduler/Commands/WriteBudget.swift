import Storage

/// How much a batch may write: its transaction cannot be divided, and nothing else is recorded meanwhile.
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
}
