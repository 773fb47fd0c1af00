import AllocationCounter
import Foundation
import Phrases
import Recurrence

/// Reads the phrases of a table again and again, and prints how many a second and with how many allocations.
///
/// Then it reads each part of them, and prints which takes longest; it fails where that is more than a millisecond.
@main
enum Main {
    static func main() throws {
        guard CommandLine.arguments.count >= 2 else { fatalError("usage: phrase-bench TABLE [ROUNDS]") }
        let rounds = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 5 : 5
        let phrases = try Phrase.table(CommandLine.arguments[1])
        for language in PhraseLanguage.allCases {
            for isRefused in [false, true] {
                let chosen = phrases.filter { $0.language == language && $0.isRefused == isRefused }
                guard !chosen.isEmpty else { continue }
                let name = "\(language) \(isRefused ? "refused" : "taken")"
                Measurement(of: chosen, rounds: rounds).print(name)
            }
        }
        for language in PhraseLanguage.allCases {
            guard Slowest(of: phrases.filter { $0.language == language }).print("\(language)") else { exit(1) }
        }
    }
}

/// The phrase that takes longest among all beginnings of some phrases, and these without one of their characters.
struct Slowest {
    /// How long one may take.
    private static let limit = Duration.milliseconds(1)

    private var text = ""
    private var longest = Duration.zero
    private var count = 0

    init(of phrases: [Phrase]) {
        for phrase in phrases {
            for length in 0...phrase.text.count { look(at: phrase, as: String(phrase.text.prefix(length))) }
            for index in phrase.text.indices {
                var text = phrase.text
                text.remove(at: index)
                look(at: phrase, as: text)
            }
        }
    }

    /// The least of some tries counts, since others may have the processor.
    private mutating func look(at phrase: Phrase, as text: String) {
        var other = phrase
        other.text = text
        var least = Duration.seconds(1)
        for _ in 0..<5 where least > longest {
            let start = ContinuousClock.now
            precondition(other.read() >= 0)
            least = min(least, ContinuousClock.now - start)
        }
        count += 1
        if least > longest { (longest, self.text) = (least, text) }
    }

    /// Prints it; false where it takes too long.
    func print(_ name: String) -> Bool {
        let microseconds = longest.components.attoseconds / 1_000_000_000_000
        Swift.print("\(name), \(count) parts of phrases: the slowest takes \(microseconds) µs: \(text)")
        return longest <= Self.limit
    }
}

/// One line of the table, with what its reader needs.
struct Phrase {
    let language: PhraseLanguage
    var text: String
    let moment: PhraseMoment
    let isRefused: Bool
    let reader: PhraseReader

    static func table(_ path: String) throws -> [Phrase] {
        var zones: [String: ZoneRules] = ["UTC": .utc]
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
        let rows = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        for name in Set(rows.map { $0[2] } + ["Asia/Seoul"]) {
            let file = URL(fileURLWithPath: "/usr/share/zoneinfo/" + name)
            zones[name] = try ZoneRules(identifier: name, tzif: Array(Data(contentsOf: file)))
        }
        let known = zones
        return rows.compactMap { row in
            guard let language = PhraseLanguage(rawValue: row[0]), let now = CivilTime(row[1]), let zone = known[row[2]]
            else { return nil }
            return Phrase(
                language: language, text: row[3], moment: PhraseMoment(local: now.startOfDayOrTime, in: zone),
                isRefused: row[4] == "refuse",
                reader: PhraseReader(settings: PhraseSettings(language: language)) { known[$0] })
        }
    }

    /// A number that follows from the outcome, so that no work is left out.
    @inline(never)
    func read() -> Int {
        do throws(PhraseRefusal) {
            let reading = try reader.read(text, at: moment)
            return reading.notes.rawValue == 255 ? 1 : 2
        } catch {
            return error.range.count
        }
    }
}

/// The best and the median rate of some rounds of a second each.
struct Measurement {
    private var rates: [Double] = []
    private var allocations = 0.0
    private let count: Int

    init(of phrases: [Phrase], rounds: Int) {
        count = phrases.count
        var sum = phrases.reduce(0) { $0 &+ $1.read() }
        let before = allocation_count()
        sum &+= phrases.reduce(0) { $0 &+ $1.read() }
        allocations = Double(allocation_count() - before) / Double(phrases.count)
        for _ in 0..<rounds {
            let (clock, start) = (ContinuousClock(), ContinuousClock.now)
            var done = 0
            while clock.now - start < .seconds(1) {
                sum &+= phrases.reduce(0) { $0 &+ $1.read() }
                done += phrases.count
            }
            let elapsed = clock.now - start
            rates.append(
                Double(done) / (Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18))
        }
        precondition(sum != 1, "the work must not be optimised away")
    }

    func print(_ name: String) {
        let sorted = rates.sorted()
        let (median, best) = (Int(sorted[sorted.count / 2]), Int(sorted[sorted.count - 1]))
        let each = String(format: "%.2f", allocations)
        Swift.print("\(name): \(count) phrases, \(median)/s (best \(best)/s), \(each) allocations each")
    }
}
