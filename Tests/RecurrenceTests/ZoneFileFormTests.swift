import Foundation
import Recurrence
import Testing

/// The forms that a TZif file may have (RFC 9636), all of one zone with one meaning.
struct ZoneFileFormTests {
    private static func fixture(_ name: String) throws -> [UInt8] {
        let url = try #require(
            Bundle.module.url(forResource: name, withExtension: "tzif", subdirectory: "Fixtures/zones"))
        return Array(try Data(contentsOf: url))
    }

    private static func instants(_ range: Range<Int64>) -> [UTCInstant] {
        var generator = SeededGenerator(seed: 9_636)
        return (0..<20_000).map { _ in UTCInstant(secondsSinceEpoch: .random(in: range, using: &generator)) }
    }

    private func differences(_ left: ZoneRules, _ right: ZoneRules, _ range: Range<Int64>) -> [UTCInstant] {
        Self.instants(range).filter { left.offset(at: $0) != right.offset(at: $0) }
    }

    /// From 1800 to 2999.
    private static let ages = -5_364_662_400..<Int64(32_472_144_000)

    @Test(arguments: ["New_York", "Casablanca", "Dublin"])
    func `fat and slim files, with leap seconds or without, are the same zone`(name: String) throws {
        let slim = try ZoneRules(identifier: name, tzif: Self.fixture("\(name)-slim"))
        for form in ["fat", "leap"] {
            let other = try ZoneRules(identifier: name, tzif: Self.fixture("\(name)-\(form)"))
            #expect(differences(slim, other, Self.ages).isEmpty)
        }
    }

    @Test(arguments: ["New_York", "Casablanca", "Dublin"])
    func `a file of version 1 has the 32-bit years`(name: String) throws {
        let fat = try Self.fixture("\(name)-fat")
        let second = try #require(fat.indices.dropFirst().first { fat[$0...].starts(with: "TZif".utf8) })
        var bytes = Array(fat[..<second])
        bytes[4] = 0
        let old = try ZoneRules(identifier: name, tzif: bytes)
        let zone = try ZoneRules(identifier: name, tzif: fat)
        #expect(differences(old, zone, -2_147_483_648..<2_140_000_000).isEmpty)
        let last = UTCInstant(secondsSinceEpoch: 2_147_483_647)
        #expect(old.offset(at: last.advanced(by: .seconds(1 << 33))) == old.offset(at: last))
    }

    @Test func `transitions before and after a leap second are told apart to the second`() throws {
        let leaps = [(1_000, 1), (2_001, 2), (3_002, 1)]
        let bytes = ZoneFileTests.file(
            version: "4", transitions: [(999, 1), (1_001, 0), (2_003, 1), (5_001, 0)], offsets: [0, 60], leaps: leaps,
            indicators: 2, footer: "")
        let zone = try ZoneRules(identifier: "X", tzif: bytes)
        let changes = (0..<6_000).filter { second in
            let instant = UTCInstant(secondsSinceEpoch: Int64(second))
            return zone.offset(at: instant) != zone.offset(at: instant.advanced(by: .seconds(-1)))
        }
        #expect(changes == [999, 1_000, 2_001, 5_000])
    }

    @Test func `version 4 may begin with any correction and end with a date of expiry`() throws {
        let leaps = [(1_000, 27), (9_000, 27)]
        let bytes = ZoneFileTests.file(
            version: "4", transitions: [(500, 1), (10_027, 0)], offsets: [0, 60], leaps: leaps, footer: "<+00>0")
        let zone = try ZoneRules(identifier: "X", tzif: bytes)
        for (second, offset) in [(499, 0), (500, 60), (9_999, 60), (10_000, 0)] {
            #expect(zone.offset(at: UTCInstant(secondsSinceEpoch: Int64(second))) == offset)
        }
    }

    @Test func `the first block of a later version may be empty, and a later version is read`() throws {
        for version in ["2", "3", "4", "5"] as [Character] {
            let bytes = ZoneFileTests.file(version: version, hasFirstType: false)
            #expect(try ZoneRules(identifier: "X", tzif: bytes).offset(at: UTCInstant(secondsSinceEpoch: 0)) == 3_600)
        }
    }

    @Test func `with an empty footer the last offset holds for ever`() throws {
        let bytes = ZoneFileTests.file(transitions: [(7, 1)], offsets: [0, -7_200], footer: "")
        let zone = try ZoneRules(identifier: "X", tzif: bytes)
        #expect(zone.offset(at: UTCInstant(secondsSinceEpoch: 1 << 40)) == -7_200)
    }

    /// From 29 February, where that is a Friday, to the fourth Friday of February in the year after.
    @Test func `a footer that changes clocks every 28 years holds in the next cycles too`() throws {
        let bytes = ZoneFileTests.file(
            transitions: [(0, 1), (100_000, 2), (196_608, 0)], offsets: [0, -20_701, 7_200],
            footer: "AAA0BBB,M2.5.5,M2.4.5/3")
        let zone = try ZoneRules(identifier: "X", tzif: bytes)
        for (date, offset) in [
            ("1979-07-01", 0), ("1980-02-28", 0), ("1980-03-01", 3_600), ("1981-02-26", 3_600), ("1981-03-01", 0),
            ("2353-03-01", 0), ("2360-03-01", 0), ("2379-03-01", 0), ("2380-03-01", 3_600), ("2381-03-01", 0),
            ("2753-03-01", 0), ("2760-03-01", 0), ("2780-02-28", 0), ("2780-03-01", 3_600), ("3181-02-26", 3_600),
        ] {
            let instant = try #require(UTCInstant("\(date)T00:00:00Z"))
            #expect(zone.offset(at: instant) == offset, "\(date)")
            #expect(zone.resolve(zone.civilDateTime(at: instant)) == .unique(instant), "\(date)")
        }
    }

    /// Daylight saving time that begins and ends across new years, against counting by hand.
    @Test(arguments: [
        // Seven days before the new year to seven days after it.
        ("AAA0BBB,J1/-167,J1/167", [(-170, 0), (-166, 3_600), (165, 3_600), (168, 0)]),
        // From the last day to the first of the year after: north and south alike.
        ("AAA0BBB,J365/0,J1/24", [(-25, 0), (-23, 3_600), (22, 3_600), (24, 0)]),
        // Each ends after the next has begun: for ever.
        ("AAA0BBB,J1/0,J365/167", [(-30, 3_600), (0, 3_600), (150, 3_600), (4_000, 3_600)]),
        ("AAA0BBB,0/0,J365/25", [(-1, 3_600), (0, 3_600), (1, 3_600), (4_000, 3_600)]),
        // It ends as it begins: never.
        ("AAA0BBB,J9/0,J9/1", [(-1, 0), (191, 0), (192, 0), (193, 0)]),
    ])
    func `times of a footer reach beyond their day and year`(footer: String, hours: [(Int, Int)]) throws {
        let zone = try ZoneRules(identifier: "X", tzif: ZoneFileTests.file(offsets: [0], footer: footer))
        for year in [1_990, 2_024, 2_399, 2_401, 3_200] {
            let newYear = try #require(UTCInstant("\(year)-01-01T00:00:00Z"))
            for (hour, offset) in hours {
                #expect(zone.offset(at: newYear.advanced(by: .seconds(hour * 3_600))) == offset, "\(year) \(hour)")
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `every cut of a file is refused, in bounded time`() throws {
        let whole = try Self.fixture("New_York-slim")
        for length in 0..<whole.count {
            #expect(throws: RecurrenceError.self) {
                try ZoneRules(identifier: "X", tzif: Array(whole[..<length]))
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a file of many thousand changes answers soon`() throws {
        let transitions = (0..<80_000).map { ($0 * 2, UInt8($0 % 3)) }
        let bytes = ZoneFileTests.file(
            transitions: transitions, offsets: [-93_000, 93_000, 0], footer: "AAA0BBB,J1,J2")
        let zone = try ZoneRules(identifier: "X", tzif: bytes)
        for gap in [EvaluationPolicy.Gap.shiftForward, .skip, .shiftBack] {
            for overlap in [EvaluationPolicy.Overlap.first, .second, .both] {
                let set = try RecurrenceSet(
                    start: "19691231T000000", zone: zone, rules: ["FREQ=MINUTELY"],
                    policy: EvaluationPolicy(gap: gap, overlap: overlap))
                let instants = set.occurrences.prefix(500).map(\.instant)
                #expect(zip(instants, instants.dropFirst()).allSatisfy { $0 < $1 })
            }
        }
    }
}
