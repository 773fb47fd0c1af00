import LiteralRecurrence
import Recurrence

/// Draws rules and times; one seed gives the same ones on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var numbers: SplitMix64

    init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    mutating func chance(_ oneIn: Int) -> Bool { numbers.chance(oneIn) }

    /// A list of one to `count` numbers out of `1...limit`, some of them negative where asked.
    mutating func numbers(_ range: ClosedRange<Int>, count: Int, signed: Bool = false) -> String {
        (0..<Int.random(in: 1...count, using: &self)).map { _ in
            let value = Int.random(in: range, using: &self)
            return signed && chance(3) ? "-\(value)" : "\(value)"
        }.joined(separator: ",")
    }

    mutating func weekdays(ordinals: ClosedRange<Int>?) -> String {
        (0..<Int.random(in: 1...4, using: &self)).map { _ in
            let weekday = Weekday.allCases.randomElement(using: &self) ?? .monday
            guard let ordinals, chance(2) else { return "\(weekday)" }
            return (chance(2) ? "-" : "") + "\(Int.random(in: ordinals, using: &self))\(weekday)"
        }.joined(separator: ",")
    }

    /// A start between 1970 and 2050.
    mutating func start() -> CivilDateTime {
        CivilDateTime(secondsSinceEpoch: Int.random(in: 0..<2_500_000_000, using: &self))
    }

    /// A valid rule without COUNT and UNTIL, as its list of parts.
    mutating func ruleParts() -> [String] {
        let frequency = Frequency.allCases.randomElement(using: &self) ?? .daily
        var parts = ["FREQ=\(frequency)"]
        let longest = frequency < .daily ? 200 : frequency == .daily ? 40 : 5
        if chance(2) { parts.append("INTERVAL=\(Int.random(in: 1...longest, using: &self))") }
        if chance(3) { parts.append("BYMONTH=\(numbers(1...12, count: 5))") }
        let usesWeeks = frequency == .yearly && chance(4)
        if usesWeeks { parts.append("BYWEEKNO=\(numbers(1...53, count: 6, signed: true))") }
        if [.yearly, .hourly, .minutely, .secondly].contains(frequency), chance(4) {
            parts.append("BYYEARDAY=\(numbers(1...366, count: 30, signed: true))")
        }
        if frequency != .weekly, chance(3) { parts.append("BYMONTHDAY=\(numbers(1...31, count: 8, signed: true))") }
        let ordinals = frequency == .monthly ? 1...5 : frequency == .yearly && !usesWeeks ? 1...53 : nil
        if chance(2) { parts.append("BYDAY=\(weekdays(ordinals: ordinals))") }
        if chance(3) { parts.append("BYHOUR=\(numbers(0...23, count: 3))") }
        if chance(4) { parts.append("BYMINUTE=\(numbers(0...59, count: 3))") }
        if chance(4) { parts.append("BYSECOND=\(numbers(0...60, count: 3))") }
        if parts.contains(where: { $0.hasPrefix("BY") }), chance(4) {
            parts.append("BYSETPOS=\(numbers(1...12, count: 3, signed: true))")
        }
        if chance(3) { parts.append("WKST=\(Weekday.allCases.randomElement(using: &self) ?? .monday)") }
        return parts
    }
}
