import Recurrence
package import Storage

extension TaskItem {
    /// Words that random tasks are made of; some begin alike.
    package static let vocabulary = ["buy", "bury", "milk", "milky", "report", "세금", "세금신고", "집", "Zürich", "x"]
    /// Tags that random tasks have some of.
    package static let tagVocabulary = ["home", "work", "일", "later"]

    /// Tasks with all kinds of values, few enough of each that many are equal.
    package static func randomFixtures(_ count: Int, using generator: inout SeededGenerator) -> [TaskItem] {
        (1...count).map { random($0, using: &generator) }
    }

    private static func random(_ number: Int, using generator: inout SeededGenerator) -> TaskItem {
        var task = TaskItem(
            id: .numbered(Int.random(in: 0..<1_000_000, using: &generator) * 1_000 + number),
            title: words(1...3, using: &generator),
            timeZone: "UTC",
            now: instant(using: &generator)
        )
        if Bool.random(using: &generator) { task.details = words(0...4, using: &generator) }
        task.status = TaskStatus.allCases.randomElement(using: &generator) ?? .needsAction
        task.priority = TaskPriority.allCases.randomElement(using: &generator) ?? .none
        task.tags = tagVocabulary.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
        task.updatedAt = instant(using: &generator)
        if Int.random(in: 0..<4, using: &generator) > 0 {
            task.dueAt = instant(using: &generator)
            task.overdueAt = task.dueAt
        }
        task.sortOrder = [nil, nil, -7.5, -0.25, 0, 0.5, 3].randomElement(using: &generator) ?? nil
        if !task.status.isOpen { task.completedAt = instant(using: &generator) }
        // The other fields of the content, whichever there are.
        let others = TaskFields.template.subtracting([.title, .details, .priority, .tags])
        let chosen = others.intersection(TaskFields(rawValue: Int.random(in: 0..<(1 << 20), using: &generator)))
        task.content = FieldSamples(filling: task.content) { !$0.bit.isDisjoint(with: chosen) }.root
        return task
    }

    private static func words(_ count: ClosedRange<Int>, using generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: count, using: &generator))
            .compactMap { _ in vocabulary.randomElement(using: &generator) }
            .joined(separator: " ")
    }

    private static func instant(using generator: inout SeededGenerator) -> UTCInstant {
        .noon(plus: Int.random(in: -20..<20, using: &generator) * 3_600)
    }
}
