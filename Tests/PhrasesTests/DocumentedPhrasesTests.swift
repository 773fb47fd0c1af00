import Foundation
import Phrases
import Recurrence
import Testing

/// The examples of the page on dates.
struct DocumentedPhrasesTests {
    private static func page() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let page = root.deletingLastPathComponent().appending(path: "docs/dates.md")
        return try String(contentsOf: page, encoding: .utf8)
    }

    /// The cells in code of each row of a table of the page.
    private static func rows() throws -> [[String]] {
        try page().split(separator: "\n")
            .filter { $0.hasPrefix("| `") }
            .map { $0.split(separator: "`", omittingEmptySubsequences: false) }
            .map { parts in parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) } }
    }

    @Test func `The examples of the library's article mean what it says`() throws {
        let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Phrases/Phrases.docc/Phrases.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        var count = 0
        for match in text.matches(of: /reader\.read\("(.+)", at: moment\)\.meaning\n\/\/ (.+)/) {
            #expect(try meaning(String(match.1)) == String(match.2))
            count += 1
        }
        #expect(count == 3)
        let error = #expect(throws: PhraseRefusal.self) { try read("every second tuesday") }
        #expect(error.map { text.contains("error.reason      // \($0.reason)\n") } == true)
        #expect(error.map { text.contains("error.range       // \($0.range)\n") } == true)
        #expect(error.map { text.contains("error.readings    // \($0.readings.joined(separator: ", "))\n") } == true)
    }

    @Test func `What the page says of lines is what they are told of`() throws {
        let table = try #require(try Self.page().components(separatedBy: "| line | told | try |\n").last)
        let rows = table.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().prefix {
            $0.hasPrefix("|")
        }
        #expect(rows.count > 8)
        let zone = try #require(Zones.named("Europe/Berlin"))
        let local = try #require(CivilTime("2026-11-21T14:30"))
        let moment = PhraseMoment(local: local.startOfDayOrTime, in: zone)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let task = PhraseReader(zones: Zones.named).quickAdd(cells[0], at: moment)
            let notes = task.titleNotes(of: cells[0])
            #expect(task.title == cells[0] && notes.count == 1)
            let told = try #require(notes.first)
            #expect(told.contains(cells[1].split(separator: ";")[0]) && told.hasSuffix("try: \(cells[2])"), "\(told)")
        }
    }

    @Test func `Every example means what the page says, or is refused with the phrase to try`() throws {
        let rows = try Self.rows()
        #expect(rows.count > 90)
        for row in rows {
            let (phrase, told) = (row[0], row[1])
            let isKorean = phrase.unicodeScalars.contains { $0.value > 0x1100 }
            do {
                let reading = try read(phrase, zone: isKorean ? "Asia/Seoul" : "Europe/Berlin")
                #expect(reading.meaning.description == told, "\(phrase)")
            } catch let refusal as PhraseRefusal {
                #expect(refusal.suggestion == told, "\(phrase): \(refusal)")
            }
        }
    }
}
