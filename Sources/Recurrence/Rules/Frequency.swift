/// How long a rule's period is (RFC 5545 §3.3.10 FREQ).
public enum Frequency: Int, Hashable, Comparable, CaseIterable, Sendable, CustomStringConvertible {
    /// A period, from the shortest to the longest.
    case secondly, minutely, hourly, daily, weekly, monthly, yearly

    /// Whether `lhs` is the shorter period.
    public static func < (lhs: Frequency, rhs: Frequency) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The word of RFC 5545, such as `DAILY`.
    public var description: String { "\(name)" }

    /// The frequency of that name, in capitals or not.
    init?(word: Slice<UnsafeBufferPointer<UInt8>>) {
        guard let first = word.first else { return nil }
        let candidate: Frequency
        switch first & 0xDF {
        case UInt8(ascii: "Y"): candidate = .yearly
        case UInt8(ascii: "M"): candidate = word.count == 7 ? .monthly : .minutely
        case UInt8(ascii: "W"): candidate = .weekly
        case UInt8(ascii: "D"): candidate = .daily
        case UInt8(ascii: "H"): candidate = .hourly
        default: candidate = .secondly
        }
        guard candidate.name.matches(word) else { return nil }
        self = candidate
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
