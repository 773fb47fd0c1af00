import Filters
import Storage

/// A choice of statuses in SQL.
struct StatusTest {
    let text: String
    /// Whether all of them are open.
    let isOpen: Bool
    /// Whether they are those that are open, all of them.
    let isEveryOpen: Bool

    init(_ statuses: Set<TaskStatus>) {
        let open = statuses.filter(\.isOpen)
        isOpen = !statuses.isEmpty && open == statuses
        isEveryOpen = isOpen && open.count == TaskStatus.allCases.count(where: \.isOpen)
        let choice = FilterTranslation.isOne(of: statuses, "status")
        // The indexes of open tasks, and that of closed ones, are for just these conditions.
        text =
            switch (isEveryOpen, isOpen, open.isEmpty && !statuses.isEmpty) {
            case (true, _, _): "status < 2"
            case (_, true, _): "status < 2 AND \(choice)"
            case (_, _, true): "status > 1 AND \(choice)"
            default: choice
            }
    }
}

extension Set<FilterPriority> {
    /// The priorities that a task can have.
    var known: Set<TaskPriority> { Set<TaskPriority>(compactMap { TaskPriority(rawValue: $0.rawValue) }) }
}

extension Set<FilterStatus> {
    /// The statuses that a task can have.
    var known: Set<TaskStatus> { Set<TaskStatus>(compactMap { TaskStatus(rawValue: $0.rawValue) }) }
}
