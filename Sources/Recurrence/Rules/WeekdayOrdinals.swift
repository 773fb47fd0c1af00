/// The numbered values of BYDAY that any month can have, such as `2TU` or `-1FR`: ordinals 1...7 and -1...-7, as bits.
struct WeekdayOrdinals: Hashable, Sendable {
    /// Bit `8 * weekday + n` is the ordinal `n` of the weekday.
    private var fromBeginning: UInt64 = 0
    private var fromEnd: UInt64 = 0

    static let largest = 7

    var isEmpty: Bool { fromBeginning | fromEnd == 0 }

    @inline(__always)
    mutating func insert(_ weekday: Weekday, ordinal: Int) {
        let bit: UInt64 = 1 << (8 * UInt64(weekday.rawValue) + UInt64(ordinal.magnitude))
        if ordinal > 0 { fromBeginning |= bit } else { fromEnd |= bit }
    }

    var values: [RuleWeekday] {
        fromEnd.setBits.map { Self.value($0, sign: -1) } + fromBeginning.setBits.map { Self.value($0, sign: 1) }
    }

    private static func value(_ bit: Int, sign: Int) -> RuleWeekday {
        RuleWeekday(Weekday.allCases[bit / 8], ordinal: sign * (bit % 8))
    }
}

/// The parts of a rule that are seldom written and take much room.
struct RareParts: Hashable, Sendable {
    /// BYYEARDAY.
    var yearDays = PositionBits()
    /// BYSETPOS.
    var setPositions = PositionBits()
    /// The values of BYDAY with ordinals beyond those of a month, by weekday.
    var farOrdinals = Array(repeating: PositionBits(), count: 7)
}
