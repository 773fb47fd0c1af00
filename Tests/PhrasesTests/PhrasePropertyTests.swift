import Phrases
import Recurrence
import Testing

/// What holds for every phrase, whatever it means.
struct PhrasePropertyTests {
    /// Reads without a trap, and if it is refused, is told where and what to try, which is taken.
    private static func check(_ phrase: String, _ vector: PhraseVector, _ moment: PhraseMoment) {
        let reader = vector.reader()
        do {
            let reading = try reader.read(phrase, at: moment)
            #expect(reading.language == vector.language)
        } catch {
            #expect(error.range.upperBound <= phrase.utf8.count, "\(phrase): \(error)")
            #expect(!error.reason.isEmpty)
            #expect(throws: Never.self, "\(phrase): \(error)") { try reader.read(error.suggestion, at: moment) }
            #expect(!isTorn(error.suggestion) && !error.readings.contains(where: isTorn), "\(phrase): \(error)")
            for reading in error.readings {
                #expect(throws: Never.self, "\(phrase): \(reading)") { try reader.read(reading, at: moment) }
            }
        }
    }

    /// Whether words begin or end with what joins them to others.
    private static func isTorn(_ phrase: String) -> Bool {
        let words = phrase.lowercased().split(separator: " ")
        let joints: Set<Substring> = ["and", "&", "or", "of", "on", "at", "by", "in", "for", "from", "to", "the"]
        let isOpen = phrase.last.map { ",-~·&/".contains($0) } ?? true
        return isOpen || phrase.first.map { ",-~·&/".contains($0) } ?? true || words.first == "and"
            || words.first == "or"
            || words.first == "of" || words.last.map(joints.contains) ?? true
            || zip(words, words.dropFirst()).contains {
                ["and", "or", "&"].contains($0) && ["at", "or", "and"].contains($1)
            }
    }

    @Test func `Every beginning of a phrase is answered or refused`() throws {
        for vector in try PhraseVector.all() {
            let moment = try vector.moment()
            for count in 0...vector.phrase.count { Self.check(String(vector.phrase.prefix(count)), vector, moment) }
        }
    }

    @Test func `Every phrase without one of its characters is answered or refused`() throws {
        for vector in try PhraseVector.all() {
            let moment = try vector.moment()
            for index in vector.phrase.indices {
                var phrase = vector.phrase
                phrase.remove(at: index)
                Self.check(phrase, vector, moment)
            }
        }
    }

    @Test func `A phrase with a word that is none is to be said without it`() throws {
        for vector in try PhraseVector.all() where vector.expected != "refuse" {
            let (moment, reader) = (try vector.moment(), vector.reader())
            let meaning = try reader.read(vector.phrase, at: moment).meaning
            for phrase in ["\(vector.phrase) xyzzy", "xyzzy \(vector.phrase)"] {
                let refusal = #expect(throws: PhraseRefusal.self) { try reader.read(phrase, at: moment) }
                let suggestion = try #require(refusal?.suggestion)
                #expect(try reader.read(suggestion, at: moment).meaning == meaning, "\(phrase): \(suggestion)")
            }
        }
    }

    /// What was counted from now has its beginning once it is printed.
    private static func begun(_ meaning: PhraseMeaning) -> PhraseMeaning {
        guard case .rule(var rule) = meaning else { return meaning }
        rule.isCountedFromNow = false
        return .rule(rule)
    }

    @Test func `What is printed means the same`() throws {
        for vector in try PhraseVector.all() where vector.expected != "refuse" {
            let moment = try vector.moment()
            let meaning = try vector.reader().read(vector.phrase, at: moment).meaning
            for language in PhraseLanguage.allCases {
                let reader = PhraseReader(settings: PhraseSettings(language: language), zones: Zones.named)
                let again = try reader.read(meaning.description, at: moment).meaning
                #expect(again == Self.begun(meaning), "\(vector.phrase): \(meaning)")
            }
        }
    }

    @Test func `What is printed in words means the same`() throws {
        for vector in try PhraseVector.all() where vector.expected != "refuse" {
            let moment = try vector.moment()
            let meaning = try vector.reader().read(vector.phrase, at: moment).meaning
            for language in PhraseLanguage.allCases {
                guard let words = meaning.phrase(in: language) else { continue }
                let reader = PhraseReader(settings: PhraseSettings(language: language), zones: Zones.named)
                let again = try reader.read(words, at: moment).meaning
                #expect(again == meaning, "\(vector.phrase): \(words)")
            }
        }
    }

    @Test func `What is said of a reading in words is read as the same, rules included`() throws {
        var rules = 0
        for vector in try PhraseVector.all() where vector.expected != "refuse" {
            let (moment, reader) = (try vector.moment(), vector.reader())
            let reading = try reader.read(vector.phrase, at: moment)
            let words = reader.words(for: reading, at: moment)
            #expect(try reader.read(words, at: moment).meaning == reading.meaning, "\(vector.phrase): \(words)")
            if case .rule = reading.meaning { rules += 1 }
        }
        #expect(rules > 200)
    }

    @Test func `A refusal is told in the language of its phrase`() throws {
        for vector in try PhraseVector.all() {
            for count in 1...vector.phrase.count {
                let phrase = String(vector.phrase.prefix(count))
                do {
                    _ = try vector.reader().read(phrase, at: vector.moment())
                } catch let refusal as PhraseRefusal {
                    let quoted = refusal.reason.split(separator: "\"", omittingEmptySubsequences: false)
                    // What stands in quotation marks is of the phrase itself.
                    let own = quoted.indices.filter { $0 % 2 == 0 }.map { quoted[$0] }.joined()
                    let hasHangul = own.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
                    #expect(hasHangul == (vector.language == .korean), "\(phrase): \(refusal)")
                }
            }
        }
    }

    @Test func `The first occurrence of a rule is what the rule gives for it`() throws {
        for vector in try PhraseVector.all() where vector.expected != "refuse" {
            let moment = try vector.moment()
            guard case .rule(let rule) = try vector.reader().read(vector.phrase, at: moment).meaning else { continue }
            let zone = try #require(Zones.named(rule.first.zone ?? vector.zone))
            let set = try RecurrenceSet(start: rule.first.civil, zone: zone, rules: [rule.rule])
            var occurrences = set.occurrences
            #expect(occurrences.next()?.start == rule.first.civil, "\(vector.phrase): \(rule.rule)")
        }
    }

    @Test func `Spaces within Korean phrases and capitals in English ones do not matter`() throws {
        for vector in try PhraseVector.all() where !vector.phrase.contains("/") {
            let moment = try vector.moment()
            let other =
                vector.language == .english
                ? vector.phrase.uppercased()
                : vector.phrase.unicodeScalars.contains { $0.isASCII && $0 != " " }
                    ? vector.phrase : vector.phrase.filter { $0 != " " }
            let result = try? vector.reader().read(other, at: moment).meaning.description
            #expect(try (result ?? "refuse") == vector.result(), "\(other)")
        }
    }
}
