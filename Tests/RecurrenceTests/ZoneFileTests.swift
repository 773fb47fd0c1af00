import Foundation
import Recurrence
import Testing

/// TZif bytes made by hand, sound and hostile.
struct ZoneFileTests {
    /// A version 2 file with one 64-bit block, its first block empty but for a type.
    static func file(
        version: Character = "2", transitions: [(Int, UInt8)] = [], offsets: [Int] = [3_600],
        leaps: [(Int, Int)] = [], indicators: Int = 0, hasFirstType: Bool = true, footer: String = "<+01>-1"
    ) -> [UInt8] {
        func header(_ counts: [Int]) -> [UInt8] {
            Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { bigEndian($0, 4) }
        }
        let emptyType: [UInt8] = bigEndian(0, 4) + [0, 0] + Array("UTC\0".utf8)
        let first = header([0, 0, 0, 0, hasFirstType ? 1 : 0, hasFirstType ? 4 : 0]) + (hasFirstType ? emptyType : [])
        let times: [UInt8] = transitions.flatMap { bigEndian($0.0, 8) } + transitions.map(\.1)
        let types: [UInt8] = offsets.flatMap { bigEndian($0, 4) + [0, 0] } + Array("ABC\0".utf8)
        let corrections: [UInt8] = leaps.flatMap { bigEndian($0.0, 8) + bigEndian($0.1, 4) }
        let counts = [indicators, indicators, leaps.count, transitions.count, offsets.count, 4]
        let second = header(counts) + times + types + corrections + [UInt8](repeating: 0, count: 2 * indicators)
        return first + second + Array("\n\(footer)\n".utf8)
    }

    private static func bigEndian(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    @Test func `a file made by hand is read`() throws {
        let bytes = Self.file(transitions: [(0, 1), (1_000_000, 0)], offsets: [3_600, 7_200])
        let zone = try ZoneRules(identifier: "Test/Zone", tzif: bytes)
        #expect(zone.offset(at: UTCInstant(secondsSinceEpoch: -1)) == 3_600)
        #expect(zone.offset(at: UTCInstant(secondsSinceEpoch: 0)) == 7_200)
        #expect(zone.offset(at: UTCInstant(secondsSinceEpoch: 1_000_000)) == 3_600)
    }

    @Test(arguments: [
        ("EST5EDT,M3.2.0,M11.1.0", "2030-07-01T00:00:00Z", -14_400),
        ("EST5EDT,M3.2.0,M11.1.0", "2030-01-01T00:00:00Z", -18_000),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2030-01-01T00:00:00Z", 0),
        ("<-03>3<-02>,J60/0,J300/-1", "2031-03-02T12:00:00Z", -7_200),
        ("QQQ-2YYY-3,59,J365/25", "2032-02-29T12:00:00Z", 10_800),
        ("QQQ3EDT4,0/0,J365/23", "2030-05-05T00:00:00Z", -14_400),
        ("QQQ-12:30:15", "2030-01-01T00:00:00Z", 45_015),
        ("AAA0BBB,M3.5.0/-167,M10.5.0/167", "2030-07-01T00:00:00Z", 3_600),
    ])
    func `a footer is obeyed`(footer: String, instant: String, offset: Int) throws {
        let zone = try ZoneRules(identifier: "X", tzif: Self.file(footer: footer))
        #expect(zone.offset(at: try #require(UTCInstant(instant))) == offset)
    }

    @Test func `counts that lead beyond the file are told at its end`() throws {
        var bytes = Self.file()
        bytes.replaceSubrange(32..<36, with: Self.bigEndian(30_000, 4))
        let error = try #require(throws: RecurrenceError.self) { try ZoneRules(identifier: "X", tzif: bytes) }
        #expect(error.offset == bytes.count)
    }

    @Test(arguments: [
        [], Array("TZif".utf8), Array("TZif2".utf8) + Array(repeating: 0xFF, count: 39),
        Array("nope".utf8) + Array(repeating: 0, count: 60), Self.file(footer: "CET-1CEST,M13.5.0,M10.5.0"),
        Self.file(footer: "no rule at all"), Self.file(transitions: [(0, 9)]),
        Self.file(transitions: [(5, 0), (5, 0)]), Self.file(offsets: [100_000]), Self.file().dropLast(9) + [],
        Self.file(indicators: 3), Self.file(offsets: []), Self.file(leaps: [(9, 1), (9, 2)]),
        Self.file(leaps: [(9, 1), (5, 2)]), Self.file(leaps: [(9, 1 << 30)]),
    ])
    func `a damaged file is refused`(bytes: [UInt8]) throws {
        let error = try #require(throws: RecurrenceError.self) { try ZoneRules(identifier: "X", tzif: bytes) }
        #expect(error.code == .zone)
        #expect(try (0...bytes.count).contains(#require(error.offset)))
    }

    @Test func `no byte and no cut makes the reader trap`() throws {
        let sound = Array(try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Berlin")))
        var generator = SeededGenerator(seed: 99)
        for _ in 0..<3_000 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0...40, using: &generator))
            guard let zone = try? ZoneRules(identifier: "X", tzif: bytes) else { continue }
            let set = try RecurrenceSet(start: "20260301T023000", zone: zone, rules: ["FREQ=HOURLY"])
            let instants = set.occurrences.prefix(50).map(\.instant)
            #expect(zip(instants, instants.dropFirst()).allSatisfy { $0 < $1 })
        }
    }
}
