public import Recurrence

/// Reads what people say of dates and repetitions, in English and in Korean.
///
/// ```swift
/// let reader = PhraseReader(zones: { name in rules[name] })
/// let reading = try reader.read("every last friday of the month at 5pm", at: moment)
/// print(reading.meaning)  // 2026-11-27T17:00 RRULE:FREQ=MONTHLY;BYDAY=-1FR
/// ```
///
/// A phrase that could mean two things is refused, with both: a wrong reminder is worse than a question. Reading takes no
/// clock and no file; nothing is taken from the heap but what is given back.
public struct PhraseReader: Sendable {
    /// By what phrases are read.
    public var settings: PhraseSettings
    private let zones: @Sendable (String) -> ZoneRules?
    /// The zone that was probably meant by a name that none has.
    let nearestZone: @Sendable (String) -> String?

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - settings: By what phrases are read.
    ///   - zones: Gives the rules of a zone by its IANA name, or nil where there is none of that name.
    ///   - nearestZone: Gives the IANA name that was probably meant by one that no zone has, or nil where none is near; asked
    ///     only for what a refusal suggests.
    public init(
        settings: PhraseSettings = PhraseSettings(), zones: @escaping @Sendable (String) -> ZoneRules?,
        nearestZone: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.settings = settings
        self.zones = zones
        self.nearestZone = nearestZone
    }

    /// What a phrase means when it is said at a moment.
    ///
    /// - Parameters:
    ///   - phrase: The phrase, at most 256 bytes of UTF-8.
    ///   - moment: When and where it is said.
    /// - Returns: The meaning, and what is worth saying of it.
    /// - Throws: `PhraseRefusal` for what is not understood, not certain or not possible.
    public func read(_ phrase: String, at moment: PhraseMoment) throws(PhraseRefusal) -> PhraseReading {
        switch outcome(phrase, at: moment) {
        case .success(let reading): return reading
        case .failure(let failure):
            throw RefusalWriter(phrase: phrase, reader: self, moment: moment).refusal(failure)
        }
    }

    /// Why a phrase is not taken, and the language in which it was read.
    struct Failure: Error {
        var fault: Fault
        var language: PhraseLanguage
        var text: PhraseBytes?
    }

    func outcome(_ phrase: String, at moment: PhraseMoment) -> Result<PhraseReading, Failure> {
        var copy = phrase
        return copy.withUTF8 { outcome($0, at: moment) }
    }

    private func outcome(
        _ phrase: UnsafeBufferPointer<UInt8>, at moment: PhraseMoment
    ) -> Result<PhraseReading, Failure> {
        if let rule = PrintedRule(phrase) { return outcome(rule, at: moment) }
        guard let text = PhraseBytes(phrase) else {
            let language = settings.language ?? .english
            return .failure(Failure(fault: Fault(.tooLong, 0, phrase.count), language: language, text: nil))
        }
        let language = settings.language ?? (text.hasHangul ? .korean : .english)
        do throws(Fault) {
            return .success(try reading(text, of: phrase, in: language, at: moment))
        } catch {
            return .failure(Failure(fault: error, language: language, text: text))
        }
    }

    private func reading(
        _ text: PhraseBytes, of phrase: UnsafeBufferPointer<UInt8>, in language: PhraseLanguage, at moment: PhraseMoment
    ) throws(Fault) -> PhraseReading {
        guard text.count > 0 else { throw Fault(.empty, 0, 0) }
        let draft = try text.units.span.withUnsafeBufferPointer { buffer throws(Fault) in
            try self.draft(UnsafeBufferPointer(rebasing: buffer[..<text.count]), in: language)
        }
        var resolver = try resolver(draft, text, of: phrase, at: moment)
        let meaning = try resolver.resolve()
        return PhraseReading(
            meaning: meaning, language: language, notes: resolver.notes, rival: resolver.rival ?? resolver.rivalDay,
            rivalDay: resolver.rivalDay)
    }

    private func draft(_ bytes: UnsafeBufferPointer<UInt8>, in language: PhraseLanguage) throws(Fault) -> Draft {
        var lexer = Lexer(bytes, language: language)
        try lexer.run()
        let order = settings.dateOrder ?? (language == .korean ? .monthFirst : nil)
        var parser = PhraseParser(lexer.tokens, dateOrder: order)
        switch language {
        case .english: try parser.readEnglish()
        case .korean: try parser.readKorean()
        }
        return parser.draft
    }

    /// The words are read in the zone that the phrase names.
    private func resolver(
        _ draft: Draft, _ text: PhraseBytes, of phrase: UnsafeBufferPointer<UInt8>, at moment: PhraseMoment
    ) throws(Fault) -> PhraseResolver {
        guard let range = draft.zone else { return PhraseResolver(draft, at: moment, settings: settings) }
        let bytes = phrase[text.place(range.lowerBound)..<text.place(range.upperBound)]
        guard let (name, rules) = zone(bytes) else { throw Fault(.zoneUnknown, range.lowerBound, range.upperBound) }
        guard name != moment.zone.identifier else { return PhraseResolver(draft, at: moment, settings: settings) }
        return PhraseResolver(
            draft, at: PhraseMoment(moment.instant, in: rules), settings: settings, zoneName: name)
    }

    /// A zone by its name, with capitals where IANA has them.
    private func zone(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (name: String, rules: ZoneRules)? {
        let name = String(decoding: bytes, as: UTF8.self)
        if name.utf8.count == 3, name.lowercased() == "utc" { return ("UTC", .utc) }
        if let rules = zones(name) { return (name, rules) }
        var (capitals, begins) = ("", true)
        for letter in name.unicodeScalars {
            capitals += begins ? String(letter).uppercased() : String(letter).lowercased()
            begins = letter == "/" || letter == "_" || letter == "-"
        }
        return zones(capitals).map { (capitals, $0) }
    }

    /// The zone with the name of a place, such as "new york"; nil where there is none.
    func zone(ofPlace text: String) -> String? {
        if let zone = Self.koreanPlaces[text] { return zones(zone) == nil ? nil : zone }
        let words = text.split(separator: " ")
        guard (1...3).contains(words.count), text.utf8.count >= 4,
            text.utf8.allSatisfy({ Lexer.isLetter($0 | 0x20) || $0 == UInt8(ascii: " ") })
        else { return nil }
        let place = words.map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: "_")
        return Self.areas.map { "\($0)/\(place)" }.first { zones($0) != nil }
    }

    private static let koreanPlaces = [
        "서울": "Asia/Seoul", "부산": "Asia/Seoul", "도쿄": "Asia/Tokyo", "뉴욕": "America/New_York",
        "런던": "Europe/London", "파리": "Europe/Paris", "베를린": "Europe/Berlin",
    ]

    /// The first parts of the names of zones.
    private static let areas = ["Europe", "America", "Asia", "Australia", "Africa", "Pacific", "Atlantic", "Indian"]

    /// The language in which a text is read.
    package func language(of text: String) -> PhraseLanguage {
        if let language = settings.language { return language }
        let hasHangul = text.unicodeScalars.contains {
            (0xAC00...0xD7A3).contains($0.value) || (0x1100...0x11C2).contains($0.value)
        }
        return hasHangul ? .korean : .english
    }

    /// The rules of a zone that a time names; nil where it names none.
    package func rules(of zone: String?) -> ZoneRules? { zone.flatMap(zone(named:)) }

    /// The rules of a zone that a reading names.
    func zone(named name: String) -> ZoneRules? { name == "UTC" ? .utc : zones(name) }

    /// A rule as `PhraseMeaning` prints it: the first occurrence is a phrase, the rule an RRULE.
    private func outcome(_ rule: PrintedRule, at moment: PhraseMoment) -> Result<PhraseReading, Failure> {
        switch outcome(rule.first, at: moment) {
        case .failure(let failure): return .failure(failure)
        case .success(var reading):
            guard case .time(let first) = reading.meaning,
                let text = try? RecurrenceRule(utf8: rule.rule, form: .strict)
            else {
                let fault = Fault(.badRule, rule.first.count, rule.first.count + 7 + rule.rule.count)
                return .failure(Failure(fault: fault, language: reading.language, text: nil))
            }
            reading.meaning = .rule(
                RecurringPhrase(first: first, rule: text, isAnchoredAtCompletion: rule.isAnchoredAtCompletion))
            return .success(reading)
        }
    }
}
