/// A day of the week (RFC 5545 §3.3.10 `weekday`).
public enum Weekday: Int, Hashable, Comparable, CaseIterable, Sendable, CustomStringConvertible {
    /// A day of the week, in ISO order from Monday.
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// The weekday of a day number, of which 0 is Thursday 1970-01-01.
    init(dayNumber: Int) {
        self = Weekday.allCases[floorRemainder(dayNumber + 3, 7)]
    }

    /// The weekday of two letters.
    @inline(__always)
    init?(_ name: Letters) {
        switch name {
        case "MO": self = .monday
        case "TU": self = .tuesday
        case "WE": self = .wednesday
        case "TH": self = .thursday
        case "FR": self = .friday
        case "SA": self = .saturday
        case "SU": self = .sunday
        default: return nil
        }
    }

    /// Whether `lhs` comes earlier in a week that starts on Monday.
    public static func < (lhs: Weekday, rhs: Weekday) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The two letters of RFC 5545, such as `MO`.
    public var description: String { "\(name)" }

    var name: StaticString {
        switch self {
        case .monday: "MO"
        case .tuesday: "TU"
        case .wednesday: "WE"
        case .thursday: "TH"
        case .friday: "FR"
        case .saturday: "SA"
        case .sunday: "SU"
        }
    }
}
