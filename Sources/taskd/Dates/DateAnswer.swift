import Basics
import Phrases
import Recurrence
import Scheduler

/// What a phrase means, for people and for programs.
struct DateAnswer: Sendable {
    let reading: PhraseReading
    let moment: PhraseMoment
    let reader: PhraseReader

    /// How many times of a rule are told.
    private static let count = 5

    /// A line that can be read again, the meaning in words, and of a rule the next times.
    func lines(zones: ZoneDatabase) -> String {
        ([reading.meaning.description, words] + next(zones).map { "  \($0)" })
            .map { "\($0)\n" }.joined()
    }

    /// The same as the fields of an object.
    func write(to json: inout JSONWriter, zones: ZoneDatabase) {
        json.field("result", reading.meaning.description)
        json.field("language", reading.language.rawValue)
        json.field("words", words)
        json.field("notes", notes(zones))
        if case .rule = reading.meaning { json.field("next", next(zones)) }
    }

    private var words: String { reader.words(for: reading, at: moment) }

    /// The first times of a rule in words that can be read again; of one that is counted from completions only the first
    /// is known.
    private func next(_ zones: ZoneDatabase) -> [String] {
        guard case .rule(let rule) = reading.meaning else { return [] }
        let first = rule.first.phrase(in: reading.language)
        let zone = rule.first.zone.map { try? zones.rules(for: $0) } ?? moment.zone
        guard !rule.isAnchoredAtCompletion, let zone,
            let set = try? RecurrenceSet(start: rule.first.civil, zone: zone, rules: [rule.rule])
        else { return [first] }
        return set.occurrences.prefix(Self.count).map { occurrence in
            let isTwice = occurrence.adjustment == .overlap || occurrence.adjustment == .repeated
            let offset = isTwice ? zone.offset(at: occurrence.instant) : nil
            return PhraseTime(occurrence.start, utcOffset: offset, zone: rule.first.zone).phrase(in: reading.language)
        }
    }

    /// What is worth knowing of how it was read, a sentence each.
    func notes(_ zones: ZoneDatabase) -> [String] {
        guard case .time(let time) = reading.meaning,
            let zone = time.zone.map({ try? zones.rules(for: $0) }) ?? moment.zone
        else { return reading.remarks.map(\.text) }
        return reading.notes(of: time, in: zone)
    }
}

extension JSONWriter {
    /// Writes the fields of a refusal.
    mutating func write(_ refusal: PhraseRefusal, withReadings: Bool = false) {
        field("refused", refusal.reason)
        field("at") { json in
            json.array([refusal.range.lowerBound, refusal.range.upperBound]) { $0.integer($1) }
        }
        field("try", refusal.suggestion)
        if withReadings, !refusal.readings.isEmpty { field("readings", refusal.readings) }
    }
}
