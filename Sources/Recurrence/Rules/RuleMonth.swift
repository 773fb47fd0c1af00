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
