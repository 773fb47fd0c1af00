import Recurrence
import TaskdClient

extension TextFormatter {
    /// A line for each period, tag or project, and one for all of them together.
    func statistics(_ view: StatisticsView) -> String {
        let names = ["created", "completed", "on time", "overdue", "fired", "snoozed", "missed"]
        var rows = [[view.groupBy] + names]
        rows += view.items.map { [$0.key ?? ""] + columns($0) }
        rows.append(["total"] + columns(view.total))
        let widths = names.indices.map { column in rows.map { $0[column + 1].count }.max() ?? 0 }
        var table = TextTable()
        for (index, row) in rows.enumerated() {
            let role: TextStyle.Role = index == 0 ? .faint : .plain
            let numbers = zip(row.dropFirst(), widths).map { text, width in
                TextTable.Cell(String(repeating: " ", count: width - text.count) + text, role)
            }
            table.append([.init(row[0], role)] + numbers)
        }
        let more = view.nextCursor.map { "more: --cursor \($0)\n" } ?? ""
        return table.text(context.style) + more
    }

    private func columns(_ counts: StatisticsView.Counts) -> [String] {
        let onTime = counts.completedWithDue == 0 ? "" : "\(counts.onTime)/\(counts.completedWithDue)"
        return ["\(counts.created)", "\(counts.completed)", onTime]
            + [counts.overdue, counts.fired, counts.snoozed, counts.missed].map(\.description)
    }

    /// A line for each thing that is known of how a series was done.
    func statistics(_ view: SeriesStatisticsView) -> String {
        var table = TextTable()
        func add(_ name: String, _ value: String) { table.append([.init(name, .faint), .init(value)]) }
        add("completed", "\(view.completed)")
        add("skipped", "\(view.skipped)")
        add("passed over", "\(view.passed)")
        add("streak", "\(view.currentStreak) (longest \(view.longestStreak))")
        if let share = view.onTimeShare {
            add("on time", "\(view.onTime) of \(view.completedWithDue) (\(Int((share * 100).rounded())) %)")
        }
        if let late = view.medianLateSeconds {
            let span = SpanWords.words(forSeconds: Int(abs(late).rounded()), language)
            add("usually done", span.map { "\($0) \(late < 0 ? "before" : "after") it is due" } ?? "when due")
        }
        return table.text(context.style)
    }
}
