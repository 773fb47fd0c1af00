/// A day of the week (RFC 5545 §3.3.10 `weekday`).
public enum Weekday: Int, Hashable, Comparable, CaseIterable, Sendable, CustomStringConvertible {
    /// A day of the week, in ISO order from Monday.
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// The weekday of a day number, of which 0 is Thursday 1970-01-01.
    init(dayNumber: Int) {
        self = Weekday.allCases[floorRemainder(dayNumber + 3, 7)]
    }

    /// The weekday of two letters, in capitals or not.
    init?(_ first: UInt8, _ second: UInt8) {
        switch (first & 0xDF, second & 0xDF) {
        case (UInt8(ascii: "M"), UInt8(ascii: "O")): self = .monday
        case (UInt8(ascii: "T"), UInt8(ascii: "U")): self = .tuesday
        case (UInt8(ascii: "W"), UInt8(ascii: "E")): self = .wednesday
        case (UInt8(ascii: "T"), UInt8(ascii: "H")): self = .thursday
        case (UInt8(ascii: "F"), UInt8(ascii: "R")): self = .friday
        case (UInt8(ascii: "S"), UInt8(ascii: "A")): self = .saturday
        case (UInt8(ascii: "S"), UInt8(ascii: "U")): self = .sunday
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
