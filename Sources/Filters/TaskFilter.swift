/// Which tasks are meant: a condition, or several of them joined by and, or and not.
///
/// It is read from text such as `due < today and (tag:home or priority >= high)`, and its ``description`` is such a
/// text again. Dates in it may be relative; ``resolved(now:zone:)`` makes instants of them.
public indirect enum TaskFilter: Hashable, Sendable {
    /// One condition.
    case condition(FilterCondition)
    /// What the filter does not select.
    case not(TaskFilter)
    /// What all of these select; as it is read, at least two, and none of them an `and` itself.
    case and([TaskFilter])
    /// What any of these selects; as it is read, at least two, and none of them an `or` itself.
    case or([TaskFilter])
}

extension TaskFilter {
    /// How large a text may be that is read.
    public enum Bounds {
        /// The longest text, in bytes of UTF-8.
        public static let length = 4_096
        /// How deep parentheses and `not` may be nested.
        public static let depth = 32
        /// How many conditions there may be; each value of a list counts.
        public static let terms = 200
    }

    /// Reads a filter.
    ///
    /// - Parameter text: The filter, within the ``Bounds``.
    /// - Throws: ``FilterError``, with the place of what is wrong.
    public init(_ text: String) throws(FilterError) {
        var parser = FilterParser(text)
        self = try parser.filter()
    }

    /// Joins filters by and; what is joined by and already is taken apart.
    static func all(_ filters: [TaskFilter]) -> TaskFilter {
        let parts = filters.flatMap { if case .and(let parts) = $0 { parts } else { [$0] } }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    /// Joins filters by or; what is joined by or already is taken apart.
    static func any(_ filters: [TaskFilter]) -> TaskFilter {
        let parts = filters.flatMap { if case .or(let parts) = $0 { parts } else { [$0] } }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    /// Whether a name is that of a field, in capitals or not.
    package static func isField(_ name: String) -> Bool { FilterField(named: name) != nil }

    /// The tags that it is about, as they are written.
    package var tags: [String] {
        switch self {
        case .condition(.tag(let comparison)): comparison.values
        case .condition: []
        case .not(let filter): filter.tags
        case .and(let parts), .or(let parts): parts.flatMap(\.tags)
        }
    }

    /// Whether it asks for what only closed tasks have.
    package var asksForClosed: Bool {
        switch self {
        case .condition(.status(let comparison)):
            comparison.relation == .equal
                && !Set(comparison.values).isDisjoint(with: [.completed, .cancelled, .closed])
        case .condition(.date(.completedAt, _)), .condition(.presence(.completedAt, true)): true
        case .condition, .not: false
        case .and(let parts), .or(let parts): parts.contains(where: \.asksForClosed)
        }
    }

    /// The names of the projects that it is about, as they are written.
    package var projectNames: [String] {
        switch self {
        case .condition(.project(let comparison)):
            comparison.values.compactMap { if case .name(let name) = $0.name { name } else { nil } }
        case .condition: []
        case .not(let filter): filter.projectNames
        case .and(let parts), .or(let parts): parts.flatMap(\.projectNames)
        }
    }
}
