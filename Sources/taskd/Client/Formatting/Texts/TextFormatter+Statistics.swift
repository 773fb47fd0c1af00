import Recurrence
import TaskdClient

extension TextFormatter {
    /// The most cells that the longest bar takes.
    private static let longestBar = 24
    /// What stands beside the bars at least.
    private static let widthBesideBars = 62

    /// A line for each period, tag or project, with a bar for what was done, and one for all of them together.
    func statistics(_ view: StatisticsView) -> String {
        let numbers = ["on time", "late", "fired", "snoozed", "missed"]
        var table = TextTable(
            [
                .init(title: say(view.groupBy), yielding: .first(10)),
                .init(title: say("added"), yielding: .dropped(.max, rank: 5), isNumeric: true),
                .init(title: say("done"), isNumeric: true),
                .init(title: "", yielding: .dropped(.max, rank: 6), isForPeople: true),
            ]
                + numbers.enumerated().map { number, name in
                    .init(title: say(name), yielding: .dropped(.max, rank: [4, 3, 2, 0, 1][number]), isNumeric: true)
                })
        let most = view.items.map(\.completed).max() ?? 0
        // Before anything happened there is nothing to be seen.
        let isPeriod = ["day", "week", "month"].contains(view.groupBy)
        let items = isPeriod && context.terminal.hasOutput ? view.items.trimmingQuiet : view.items
        for counts in items { table.append([cell(of: counts, view)] + cells(of: counts, most)) }
        table.append([.init(say("total"), line: "total")] + cells(of: view.total, 0))
        let more = view.nextCursor.map { "more: --cursor \($0)\n" } ?? ""
        return text(ofList: table) + more
    }

    /// What a line is of.
    private func cell(of counts: StatisticsView.Counts, _ view: StatisticsView) -> TextTable.Cell {
        let key = counts.key ?? ""
        switch view.groupBy {
        case "day":
            let day = CivilTime(key).map { times.day($0.date) }
            return .init(day ?? key, line: key)
        case "project": return .init(projectNames[key] ?? key, line: projectNames[key] ?? key)
        default: return .init(key)
        }
    }

    private func cells(of counts: StatisticsView.Counts, _ most: Int) -> [TextTable.Cell] {
        func number(_ number: Int) -> TextTable.Cell {
            number == 0 && context.terminal.hasOutput ? .init("·", .faint) : .init("\(number)")
        }
        let onTime = counts.completedWithDue == 0 ? "" : "\(counts.onTime)/\(counts.completedWithDue)"
        return [
            number(counts.created), number(counts.completed), .init(bar(counts.completed, of: most), .good),
            .init(onTime), number(counts.overdue), number(counts.fired), number(counts.snoozed), number(counts.missed),
        ]
    }

    /// A bar as long as its part of the greatest, to an eighth of a cell; none for whom signs are of no use.
    func bar(_ count: Int, of most: Int) -> String {
        guard count > 0, most > 0, context.terminal.hasOutput, !context.terminal.isAccessible else { return "" }
        let room = min(Self.longestBar, max(8, context.terminal.columns - Self.widthBesideBars))
        let eighths = max(1, (count * room * 8 + most / 2) / most)
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
    }

    /// What was done on each day of a year.
    func year(_ map: HeatMap) -> String {
        guard context.terminal.hasOutput else {
            return map.days.map { "\($0)\t\(map.counts[$0] ?? 0)\n" }.joined()
        }
        let summary = style(.plain, map.summary(self)) + "\n"
        guard !context.terminal.isAccessible else { return summary + months(of: map) }
        return summary + "\n" + map.text(width: context.terminal.columns, self)
    }

    /// The same month by month, for whom signs are of no use.
    private func months(of map: HeatMap) -> String {
        Dictionary(grouping: map.counts, by: \.key.month).sorted { $0.key < $1.key }.map { month, counts in
            let done = counts.map(\.value).reduce(0, +)
            let name = times.month(month)
            return language == .korean
                ? "\(name): \(counts.count)일 동안 \(done)개 완료\n"
                : "\(name): \(done) done on \(counts.count.counted("day"))\n"
        }.joined()
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

extension [StatisticsView.Counts] {
    /// Without those at the beginning in which nothing happened.
    fileprivate var trimmingQuiet: [Element] {
        Array(drop { $0.created + $0.completed + $0.overdue + $0.fired + $0.snoozed + $0.missed == 0 })
    }
}
