import Recurrence
import TaskdClient

extension TextFormatter {
    /// A line for each period, tag or project, and one for all of them together.
    func statistics(_ view: StatisticsView) -> String {
        let names = ["created", "completed", "on time", "overdue", "fired", "snoozed", "missed"]
        // Where not all have room, the ones that matter most stay: what was done, and what was not.
        let ranks = [2, nil, 4, nil, 3, 0, 1]
        var table = TextTable(
            [.init(title: view.groupBy, yielding: .first(12))]
                + zip(names, ranks).map { name, rank in
                    .init(title: name, yielding: rank.map { .dropped(.max, rank: $0) } ?? .last, isNumeric: true)
                })
        for item in view.items { table.append(([item.key ?? ""] + columns(item)).map { .init($0) }) }
        table.append((["total"] + columns(view.total)).map { .init($0) })
        let more = view.nextCursor.map { "more: --cursor \($0)\n" } ?? ""
        return text(ofList: table) + more
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
