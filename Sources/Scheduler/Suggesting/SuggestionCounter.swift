import Basics
public import Recurrence
public import Storage

/// Counts what earlier tasks have in common, and makes suggestions of it: a function of those tasks.
///
/// There is no model, and nothing is kept: each answer counts anew.
///
/// - A series counts as one task, by its latest one, since it was filed once.
/// - What is suggested has at least ``leastCount`` tasks, and at least half of those that could have it.
/// - Of a field that has one value the surest is suggested; tags and reminders each by itself.
public struct SuggestionCounter {
    /// How many tasks must have what is suggested.
    public static let leastCount = 2

    private let rules: (String) -> ZoneRules?
    private var found: [TaskSuggestion.Value: TaskSuggestion] = [:]

    /// Begins without any tasks.
    ///
    /// - Parameter rules: The rules of a zone; nil where there is none of the name.
    public init(rules: @escaping (String) -> ZoneRules?) {
        self.rules = rules
    }

    /// Counts the earlier tasks with a word, latest first.
    public mutating func count(_ tasks: [PastTask], with word: String) {
        var (series, counts): (Set<SeriesID>, [TaskSuggestion.Value: Int]) = ([], [:])
        var totals: [TaskSuggestion.Field: Int] = [:]
        for task in tasks where task.series.map({ series.insert($0).inserted }) ?? true {
            for field in TaskSuggestion.Field.allCases {
                guard let values = values(of: field, in: task) else { continue }
                totals[field, default: 0] += 1
                for value in Set(values) { counts[value, default: 0] += 1 }
            }
        }
        for (value, count) in counts where count >= Self.leastCount {
            guard let total = totals[value.field], count * 2 >= total else { continue }
            let suggestion = TaskSuggestion(value: value, word: word, count: count, total: total)
            // Of words that are as sure, the first counts.
            if found[value].map({ suggestion.isSurer(than: $0) }) ?? true { found[value] = suggestion }
        }
    }

    /// The suggestions, the surest first.
    public func suggestions(limit: Int) -> [TaskSuggestion] {
        let several: Set<TaskSuggestion.Field> = [.tag, .reminder]
        var (suggestions, taken): ([TaskSuggestion], Set<TaskSuggestion.Field>) = ([], [])
        let ordered = found.values.sorted { left, right in
            if left.isSurer(than: right) || right.isSurer(than: left) { return left.isSurer(than: right) }
            let (first, second) = (left.value.order, right.value.order)
            return first == second ? left.value.text < right.value.text : first < second
        }
        for suggestion in ordered where suggestions.count < limit {
            let field = suggestion.value.field
            if several.contains(field) || taken.insert(field).inserted { suggestions.append(suggestion) }
        }
        return suggestions
    }

    /// What a task has of a field; nil where it could not have it, so that it does not count.
    private func values(of field: TaskSuggestion.Field, in task: PastTask) -> [TaskSuggestion.Value]? {
        switch field {
        case .project: return task.project.map { [.project($0)] } ?? []
        case .tag: return task.tags.map { .tag($0) }
        case .priority: return task.priority == .none ? [] : [.priority(task.priority)]
        case .reminder: return task.due.map { _ in task.offsets.map { .offset($0) } }
        case .dueTime:
            guard case .dateTime(let local)? = task.due else { return nil }
            return [.time(local.secondOfDay)]
        case .dueWeekday:
            // Which occurrence of a series is the latest says nothing.
            return task.series == nil ? task.due.map { [.weekday($0.date.weekday)] } : nil
        case .dueLead:
            guard task.series == nil, let due = task.due, let zone = rules(task.timeZone) else { return nil }
            let made = zone.civilDateTime(at: task.createdAt).date
            let days = due.date.daysSinceEpoch - made.daysSinceEpoch
            return days >= 0 ? [.lead(days)] : nil
        }
    }
}

extension TaskSuggestion.Value {
    /// The place of its field among those that are as sure.
    fileprivate var order: Int { TaskSuggestion.Field.allCases.firstIndex(of: field) ?? 0 }

    /// What it is, as text.
    package var text: String {
        switch self {
        case .project(let id): id.description
        case .tag(let name): name
        case .priority(let priority): priority.rawValue
        case .time(let second): QuietHours.text(second)
        case .weekday(let weekday): "\(weekday.rawValue)"
        case .lead(let days): CalendarDuration(days: days).description
        case .offset(let offset): offset.description
        }
    }
}
