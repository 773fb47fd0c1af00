/// How long a rule's period is (RFC 5545 §3.3.10 FREQ).
public enum Frequency: Int, Hashable, Comparable, CaseIterable, Sendable, CustomStringConvertible {
    /// A period, from the shortest to the longest.
    case secondly, minutely, hourly, daily, weekly, monthly, yearly

    /// Whether `lhs` is the shorter period.
    public static func < (lhs: Frequency, rhs: Frequency) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The word of RFC 5545, such as `DAILY`.
    public var description: String { "\(name)" }

    /// The frequency of that name.
    @inline(__always)
    init?(_ name: Letters) {
        switch name {
        case "SECONDLY": self = .secondly
        case "MINUTELY": self = .minutely
        case "HOURLY": self = .hourly
        case "DAILY": self = .daily
        case "WEEKLY": self = .weekly
        case "MONTHLY": self = .monthly
        case "YEARLY": self = .yearly
        default: return nil
        }
    }

    var name: StaticString {
        switch self {
        case .secondly: "SECONDLY"
        case .minutely: "MINUTELY"
        case .hourly: "HOURLY"
        case .daily: "DAILY"
        case .weekly: "WEEKLY"
        case .monthly: "MONTHLY"
        case .yearly: "YEARLY"
        }
    }
}
