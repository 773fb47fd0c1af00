/// The name of a task; readable, where an engine has a UUID.
package struct TaskID: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name itself.
    package let description: String

    /// Makes the id of a name.
    package init(_ name: String) { description = name }
    /// Makes the id of a name that is written out.
    package init(stringLiteral value: String) { description = value }
    /// Orders by name.
    package static func < (left: TaskID, right: TaskID) -> Bool { left.description < right.description }
}

/// The name of a series: that of the task it was made from, or of the series it was split from and where.
package struct SeriesID: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name itself.
    package let description: String

    /// Makes the id of a name.
    package init(_ name: String) { description = name }
    /// Makes the id of a name that is written out.
    package init(stringLiteral value: String) { description = value }
    /// The id of the series whose first occurrence is that task.
    package init(firstTask: TaskID) { description = "series/\(firstTask)" }
    /// Orders by name.
    package static func < (left: SeriesID, right: SeriesID) -> Bool { left.description < right.description }
}
