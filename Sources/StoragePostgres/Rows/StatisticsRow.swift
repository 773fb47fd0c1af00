import Recurrence
import Storage

/// The counts of statistics as columns.
enum StatisticsRow {
    static let columns = [
        "created", "completed", "overdue", "fired", "snoozed", "missed", "completed_with_due", "on_time", "lateness",
    ]

    /// The counts of several rows together.
    static let sums = columns.map { "coalesce(sum(\($0)), 0)::bigint" }.joined(separator: ", ")

    /// That something happened.
    static let isAnything = columns.map { "sum(\($0)) <> 0" }.joined(separator: " OR ")

    /// Adds to the counts of a group and a slot.
    static let upsert = """
        INSERT INTO statistic (group_key, slot, \(columns.joined(separator: ", ")))
        VALUES (?, ?, \(columns.map { _ in "?" }.joined(separator: ", ")))
        ON CONFLICT (group_key, slot) DO UPDATE SET
        \(columns.map { "\($0) = statistic.\($0) + excluded.\($0)" }.joined(separator: ", "))
        """

    static func counts(from column: inout ColumnReader) throws -> StatisticsCounts {
        var counts = StatisticsCounts()
        counts.created = try column.next()
        counts.completed = try column.next()
        counts.overdue = try column.next()
        counts.fired = try column.next()
        counts.snoozed = try column.next()
        counts.missed = try column.next()
        counts.completedWithDue = try column.next()
        counts.onTime = try column.next()
        counts.lateness = try column.next()
        return counts
    }

    static func values(of counts: StatisticsCounts) -> Arguments {
        [
            counts.created, counts.completed, counts.overdue, counts.fired, counts.snoozed, counts.missed,
            counts.completedWithDue, counts.onTime, counts.lateness,
        ]
    }
}
