import Foundation
import Recurrence
import Testing

/// One line of a vector file.
struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    var id: String
    var dtstart: String
    var tzid: String?
    var rrule: [String]
    var rdate: [String]
    var exdate: [String]
    var limit: Int?
    var after: String?
    var before: String?
    var expect: [String]
    var expectSkip: [String]?
    var complete: Bool
    var dup: Bool?
    var dst: String?

    /// Whether the case meets a gap without telling what skipping it gives.
    var hasGap: Bool { dst == "gap" || dup == true }

    private enum CodingKeys: String, CodingKey {
        case id, dtstart, tzid, rrule, rdate, exdate, limit, after, before, expect, complete, dup, dst
        case expectSkip = "expect_skip"
    }

    var testDescription: String { id }

    static func load(_ file: String) -> [Vector] {
        guard let url = Bundle.module.url(forResource: file, withExtension: "jsonl", subdirectory: "Fixtures"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").compactMap { line in
            do {
                return try JSONDecoder().decode(Vector.self, from: Data(line.utf8))
            } catch {
                Issue.record("\(file): \(error)")
                return nil
            }
        }
    }

    func expansion(_ policy: EvaluationPolicy = .standard) throws -> Expansion {
        let set = try RecurrenceSet(
            start: dtstart, zone: tzid.map { try Zone.named($0) }, rules: rrule, dates: rdate, exceptionDates: exdate,
            policy: policy)
        if let after, let before { return try set.expand(after: after, before: before) }
        return set.expand(limit: limit ?? 0)
    }
}

/// Zones of the machine that runs the tests.
enum Zone {
    static func named(_ identifier: String) throws -> ZoneRules {
        let data = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/" + identifier))
        return try ZoneRules(identifier: identifier, tzif: Array(data))
    }
}
