/// One value of BYDAY: every such weekday, or the nth of the month or year (RFC 5545 §3.3.10 `weekdaynum`).
public struct RuleWeekday: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Which one: 1...53 from the beginning, -1...-53 from the end, nil for every one.
    public var ordinal: Int?
    /// The day of the week.
    public var weekday: Weekday

    /// Makes a value of BYDAY.
    public init(_ weekday: Weekday, ordinal: Int? = nil) {
        self.weekday = weekday
        self.ordinal = ordinal
    }

    /// Orders by ordinal, then by weekday; values without an ordinal come first.
    public static func < (lhs: RuleWeekday, rhs: RuleWeekday) -> Bool {
        (lhs.ordinal ?? .min, lhs.weekday) < (rhs.ordinal ?? .min, rhs.weekday)
    }

    /// The text of RFC 5545, such as `MO`, `2TU` or `-1FR`.
    public var description: String { (ordinal.map(String.init) ?? "") + weekday.description }
}
