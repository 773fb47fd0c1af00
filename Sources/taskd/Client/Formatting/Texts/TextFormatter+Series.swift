import Basics
import Recurrence
import TaskdClient

extension TextFormatter {
    /// One line about a series.
    func line(_ label: String, _ series: SeriesView, withState: Bool = true, isWhole: Bool = false) -> String {
        let handle = series.handle.map { isWhole ? $0 : String($0.prefix(6)) } ?? series.id
        let parts =
            [style(.identifier, handle), style(.plain, series.title)]
            + (withState ? [style(.plain, state(series))] : [])
        return "\(self.label(label)) \(parts.joined(separator: "  "))\n"
    }

    /// How many open occurrences went with the end of a series; nothing for none.
    func deletedOpen(_ count: Int) -> String {
        guard count > 0 else { return "" }
        return language == .korean
            ? "열린 \(count)개를 삭제했습니다\n"
            : "\(count == 1 ? "its open occurrence is" : "its \(count) open occurrences are") deleted\n"
    }

    /// What comes behind the open occurrences of a series whose rule was changed; nothing where none is open.
    func following(_ series: SeriesView) -> String {
        guard let open = series.counts["open"], open > 0 else { return "" }
        let next = series.next.map { times.local($0, in: series.timeZone).sentence }
        if language == .korean {
            return "열린 \(open)개는 제 날짜에 그대로 있고, \(next.map { "다음은 \($0)입니다" } ?? "다음은 없습니다")\n"
        }
        let stay =
            open == 1 ? "its open occurrence stays where it is" : "its \(open) open occurrences stay where they are"
        return "\(stay); \(next.map { "next is \($0)" } ?? "none comes next")\n"
    }

    /// What is open of a series that goes on again, and what comes next.
    func resumed(_ series: SeriesView) -> String {
        let open = series.counts["open"] ?? 0
        let next = series.next.map { times.local($0, in: series.timeZone).sentence }
        if language == .korean { return "열린 \(open)개\(next.map { ", 다음은 \($0)" } ?? "")\n" }
        return "\(open.counted("occurrence")) open\(next.map { "; next is \($0)" } ?? "")\n"
    }

    /// Everything about one series, a field a line.
    func details(_ series: SeriesView) -> String {
        var table = TextTable()
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { table.append([.init(say(name), .faint), .init(value.withoutControls)]) }
        }
        add("title", series.title)
        add("handle", series.handle)
        add("state", state(series))
        add("first", times.local(series.dtstart, in: series.timeZone).sentence)
        add("repeats", language == .korean ? series.explanation?.ko : series.explanation?.en)
        for rule in series.recurrence?.rrule ?? [] { add("rule", rule) }
        add("repeats on", series.recurrence?.rdate.joined(separator: " "))
        add("except", series.recurrence?.exdate.joined(separator: " "))
        add("next", series.next.map { times.local($0, in: series.timeZone).sentence })
        let counts = Self.states.map { ($0, series.counts[$0] ?? 0) }.filter { $0.1 > 0 }
        add("occurrences", counts.map { "\($0.1) \($0.0)" }.joined(separator: ", "))
        add("split from", series.splitFrom.map { Handle(ofID: $0)?.description ?? $0 })
        add("until", series.before.map { notIncluding(times.local($0, in: series.timeZone).sentence) })
        add("id", series.id)
        return table.text(context.style)
    }

    /// A line for each occurrence of a series in a zone.
    ///
    /// For programs the local time by which the series knows it, unless they ask for another form.
    func occurrences(_ occurrences: [OccurrenceView], in zone: String) -> String {
        var table = TextTable([
            .init(title: say("when")), .init(title: say("state")), .init(title: "#"),
            .init(title: say("id"), yielding: .dropped(8, rank: 0)),
        ])
        for one in occurrences {
            let role: TextStyle.Role =
                switch one.state {
                case "completed": .good
                case "missed": .late
                case "open": .plain
                default: .faint
                }
            table.append([
                .init(
                    times.local(one.recurrenceId, in: zone).absolute,
                    line: times.isISO || times.isUTC ? line(of: one.recurrenceId, in: zone) : one.recurrenceId),
                .init(one.state, role), .init(one.occurrence.map { "#\($0)" } ?? ""),
                .init(one.taskId ?? "", .identifier),
            ])
        }
        return text(ofList: table)
    }

    /// The states of occurrences, in the order in which they are counted up.
    private static let states = ["open", "completed", "skipped", "cancelled", "deleted"]

    private func state(_ series: SeriesView) -> String {
        let reason = series.endReason.map { " (\($0))" } ?? ""
        return series.state + reason
    }

    private func notIncluding(_ time: String) -> String {
        language == .korean ? "\(time) 전까지" : "not including \(time)"
    }
}
