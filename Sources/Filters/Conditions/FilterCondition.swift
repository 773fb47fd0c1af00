/// One thing that a filter asks of a task.
public enum FilterCondition: Hashable, Sendable {
    /// Where the task stands.
    case status(FilterComparison<FilterStatus>)
    /// How much it matters; priorities are ordered.
    case priority(FilterComparison<FilterPriority>)
    /// The tags it has; `!=` asks for the lack of all of them.
    case tag(FilterComparison<String>)
    /// The project it belongs to.
    case project(FilterComparison<FilterProject>)
    /// The series it is an occurrence of, by the lower-case text of its id.
    case series(FilterComparison<String>)
    /// One of its times.
    case date(FilterDateField, FilterComparison<FilterDate>)
    /// The whole title, letter by letter.
    case title(FilterComparison<String>)
    /// Words in a row in a text, the last of which may be the beginning of one; any of these.
    case words(FilterTextField, [String])
    /// A part of the name or address of its place, whatever the case of A to Z; any of these.
    case location([String])
    /// Whether something holds of it.
    case flag(FilterFlag, Bool)
    /// Whether it has a value in a field.
    case presence(FilterPresence, Bool)
}

/// A field compared with a value, or with several of which one must be equal.
public struct FilterComparison<Value: Hashable & Sendable>: Hashable, Sendable {
    /// How a field relates to a value.
    public enum Relation: String, CaseIterable, Hashable, Sendable {
        /// Before, or below.
        case less = "<"
        /// Not after, or not above.
        case atMost = "<="
        /// After, or above.
        case greater = ">"
        /// Not before, or not below.
        case atLeast = ">="
        /// Equal to one of the values.
        case equal = "="
        /// Not equal to any of the values, or without a value.
        case notEqual = "!="
    }

    /// How the field relates to the values.
    public var relation: Relation
    /// The values: one, or, where they are tested for equality, at least one.
    public var values: [Value]

    /// Makes a comparison from its parts.
    public init(_ relation: Relation, _ values: [Value]) {
        (self.relation, self.values) = (relation, values)
    }
}

/// A project as a filter names it.
public struct FilterProject: Hashable, Sendable {
    /// How the project is named.
    public enum Name: Hashable, Sendable {
        /// By its name.
        case name(String)
        /// By the lower-case text of its id.
        case id(String)
    }

    /// The project itself.
    public var name: Name
    /// Whether the projects below it count.
    public var includesChildren: Bool

    /// Makes a project from its parts.
    public init(_ name: Name, includesChildren: Bool = false) {
        (self.name, self.includesChildren) = (name, includesChildren)
    }
}
