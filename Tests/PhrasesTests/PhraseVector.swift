import Foundation
import Phrases
import Recurrence
import Testing

/// A phrase, when and where it is said, and what it means.
struct PhraseVector: Sendable, CustomTestStringConvertible {
    let language: PhraseLanguage
    let now: String
    let zone: String
    let phrase: String
    let expected: String

    var testDescription: String { "\(phrase) (\(now), \(zone))" }

    /// The phrases of a table of the fixtures.
    static func table(_ name: String) throws -> [PhraseVector] {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "tsv", subdirectory: "Fixtures"))
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(fields.count == 5, "\(line)")
            return PhraseVector(
                language: try #require(PhraseLanguage(rawValue: fields[0])), now: fields[1], zone: fields[2],
                phrase: fields[3], expected: fields[4])
        }
    }

    /// Those of all tables.
    static func all() throws -> [PhraseVector] { try table("vectors") + table("own-phrases") }

    func moment() throws -> PhraseMoment {
        let local = try #require(CivilTime(now))
        return PhraseMoment(local: local.startOfDayOrTime, in: try #require(Zones.named(zone)))
    }

    func reader() -> PhraseReader {
        PhraseReader(settings: PhraseSettings(language: language), zones: Zones.named)
    }

    /// What the reader makes of it, in the form of the table.
    func result() throws -> String {
        do {
            return try reader().read(phrase, at: moment()).meaning.description
        } catch is PhraseRefusal {
            return "refuse"
        }
    }

    /// A result with the parts of its rule in one order, since they are a set.
    static func ordered(_ result: String) -> String {
        result.split(separator: " ").map { word in
            guard word.hasPrefix("RRULE:") else { return String(word) }
            return word.dropFirst(6).split(separator: ";").sorted().joined(separator: ";")
        }.joined(separator: " ")
    }
}

/// The zones of the machine, each read once.
enum Zones {
    private static let known: [String: ZoneRules] = {
        let names = [
            "Europe/Berlin", "Europe/London", "Asia/Seoul", "America/New_York", "America/Sao_Paulo", "Australia/Sydney",
        ]
        var zones = ["UTC": ZoneRules.utc]
        for name in names {
            let file = URL(fileURLWithPath: "/usr/share/zoneinfo/" + name)
            guard let data = try? Data(contentsOf: file) else { continue }
            zones[name] = try? ZoneRules(identifier: name, tzif: Array(data))
        }
        return zones
    }()

    @Sendable static func named(_ name: String) -> ZoneRules? { known[name] }
}

/// Reads at a Saturday afternoon, where nothing else is said.
func read(
    _ phrase: String, now: String = "2026-11-21T14:30", zone: String = "Europe/Berlin",
    settings: PhraseSettings = PhraseSettings()
) throws -> PhraseReading {
    let local = try #require(CivilTime(now))
    let moment = PhraseMoment(local: local.startOfDayOrTime, in: try #require(Zones.named(zone)))
    return try PhraseReader(settings: settings, zones: Zones.named).read(phrase, at: moment)
}

/// What a phrase means on that Saturday.
func meaning(_ phrase: String, settings: PhraseSettings = PhraseSettings()) throws -> String {
    try read(phrase, settings: settings).meaning.description
}
