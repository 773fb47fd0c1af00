/// One value of BYMONTH; with RSCALE it may be a leap month (RFC 7529 §4.2).
public struct RuleMonth: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The month's number in its calendar, 1...13.
    public var number: Int
    /// Whether the leap month that follows the month of that number is meant.
    public var isLeap: Bool

    /// Makes a value of BYMONTH.
    public init(_ number: Int, isLeap: Bool = false) {
        self.number = number
        self.isLeap = isLeap
    }

    /// Orders as the months follow each other in a year.
    public static func < (lhs: RuleMonth, rhs: RuleMonth) -> Bool {
        lhs.number == rhs.number ? !lhs.isLeap && rhs.isLeap : lhs.number < rhs.number
    }

    /// The text of RFC 7529, such as `5` or `5L`.
    public var description: String { isLeap ? "\(number)L" : "\(number)" }
}

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
