import Recurrence
import Testing

/// COUNT in rules of hours, minutes and seconds: what is counted by days and bits is what walking finds.
struct CountedUnitTests {
    private static func rule(_ random: inout some RandomNumberGenerator) -> String {
        let frequency = ["SECONDLY", "MINUTELY", "HOURLY"].randomElement(using: &random) ?? "SECONDLY"
        var parts = [
            "FREQ=\(frequency)",
            "INTERVAL=\([1, 1, 2, 7, 13, 59, 60, 61, 97, 3_599].randomElement(using: &random) ?? 1)",
        ]
        func values(_ name: String, _ range: ClosedRange<Int>, _ count: Int) {
            let values = Set((0..<count).map { _ in Int.random(in: range, using: &random) }).sorted()
            parts.append("\(name)=\(values.map(String.init).joined(separator: ","))")
        }
        if Bool.random(using: &random) { values("BYHOUR", 0...23, 9) }
        if Bool.random(using: &random) { values("BYMINUTE", 0...59, 20) }
        if Bool.random(using: &random) { values("BYSECOND", 0...59, 20) }
        if Int.random(in: 0..<4, using: &random) == 0 { parts.append("BYDAY=MO,TH,SU") }
        return parts.joined(separator: ";")
    }

    @Test(.timeLimit(.minutes(2)), arguments: 1...120)
    func `the last of many members is where walking comes to it`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rule = Self.rule(&random)
        let time = [24, 60, 60].map { Int.random(in: 0..<$0, using: &random) }
        let start = "20260105T" + time.map { ($0 < 10 ? "0" : "") + "\($0)" }.joined()
        let count = Int.random(in: 4_097...40_000, using: &random)
        let counted = try RecurrenceSet(start: start, zone: nil, rules: ["\(rule);COUNT=\(count)"])
        let free = try RecurrenceSet(start: start, zone: nil, rules: [rule])
        var (last, number): (CivilTime?, Int) = (nil, 0)
        for occurrence in free.occurrences.prefix(count) { (last, number) = (occurrence.start, number + 1) }
        let end = try #require(UTCInstant("9999-12-31T00:00:00Z"))
        #expect(counted.last(before: end)?.start == last, "\(rule);COUNT=\(count) from \(start), \(number) walked")
    }
}
