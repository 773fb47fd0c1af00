import Phrases
import Recurrence

/// A time as it goes to the daemon.
struct TypedTime: Hashable, Sendable {
    /// What was meant.
    enum Value: Hashable, Sendable {
        /// A date or local time.
        case civil(CivilTime)
        /// An instant.
        case instant(UTCInstant)
    }

    var value: Value
    /// The zone that words were read in, which then goes with the time; nil for a time that was written out.
    var zone: ZoneRules?
    /// What is worth saying of how it was read, a sentence each.
    var notes: [String] = []
    /// Those of the notes that tell what else could have been meant.
    var remarks: [String] = []

    /// The date or local time; nil for an instant.
    var civil: CivilTime? {
        if case .civil(let civil) = value { civil } else { nil }
    }

    /// The text of the instant that it is, or of the local time where its zone is not known.
    var momentText: String {
        guard case .civil(.dateTime(let local)) = value, let zone else { return text }
        return zone.instant(of: local).description
    }

    /// The text for the daemon.
    var text: String {
        switch value {
        case .civil(let civil): civil.description
        case .instant(let instant): instant.description
        }
    }

    static func == (left: TypedTime, right: TypedTime) -> Bool {
        left.value == right.value && left.zone?.identifier == right.zone?.identifier
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }
}

/// Reads times as people say and write them.
struct TimeReader {
    /// What may be typed, for help.
    static let forms = "such as 'fri 5pm', 'tomorrow 9am', 'in 20m', 'dec 1' or '2026-12-01 09:00'"
    /// Where more is said of it.
    static let help = "taskd help dates shows what dates can look like"

    /// The instant that words count from; what is counted in seconds is never rounded down.
    let now: UTCInstant
    /// Reads what is not written out.
    let phrases: PhraseReader
    /// Whether it is asked for what has been, so that an error offers a time of that.
    var looksBack = false
    /// Whether it is asked for all of a day more often than for a moment, so that an error offers a day.
    var asksForDay = false
    /// Whether what is written in digits is of the person's zone, too, as what is said in words.
    ///
    /// Else it is of the zone that the daemon gives it. Of what programs write, 2026-12-01T09:00, it is so only where the
    /// settings name a zone.
    var zonesDigits = false
    /// Whether the settings name a zone.
    var hasZoneOfSettings = false
    /// The rules of a zone by its name; nil where there is none.
    let zones: @Sendable (String) -> ZoneRules?
    /// The zone that words are read in; asked for only where there are words.
    let zone: () throws -> ZoneRules

    /// When and where words are said.
    func moment() throws -> PhraseMoment {
        PhraseMoment(now.roundedUpToSecond, in: try zone())
    }

    /// Reads the value of an option.
    ///
    /// - Throws: ``CommandFailure`` for what is no time.
    func read(_ text: String, _ option: String) throws -> TypedTime {
        if let written = Self.written(text) {
            let isZoned = zonesDigits && (hasZoneOfSettings || !text.contains("T"))
            return TypedTime(value: written, zone: isZoned ? try zone() : nil)
        }
        if let failure = Self.impossibleDate(text, option) { throw failure }
        let moment = try moment()
        let reading = try reading(text, option, moment, takesRange: false)
        switch reading.meaning {
        case .time(let time):
            var typed = try typed(time, of: reading, moment)
            func told(_ notes: [String]) -> [String] { notes.map { "\(option) \(text.shown): \($0)" } }
            (typed.notes, typed.remarks) = (told(typed.notes), told(typed.remarks))
            return typed
        case .range:
            throw CommandFailure.usage(
                "\(option) \"\(text.shown)\" is a range of two times",
                Self.isOfTask(option) ? "Give --start and --due one each." : Self.oneTime(option))
        case .rule:
            throw CommandFailure.usage(
                "\(option) \"\(text.shown)\" repeats",
                Self.isOfTask(option)
                    ? "Say how it repeats with --repeat '\(text.shown)', which sets the first time too."
                    : Self.oneTime(option))
        }
    }

    /// Whether an option stands among those of a task, beside which there are others for what it does not take.
    private static func isOfTask(_ option: String) -> Bool { ["--due", "--start", "--remind"].contains(option) }

    private static func oneTime(_ option: String) -> String {
        "Give one time, such as \(option.hasPrefix("--") ? "\(option) " : "")'fri 5pm'."
    }

    /// The same of something past, of which a weekday alone is the last one.
    func pastInstant(_ text: String, _ option: String, endsDay: Bool = false) throws -> UTCInstant {
        var reader = self
        reader.looksBack = true
        let isWeekday = WeekdayName.isName(text)
        let today = try moment().local.date
        guard isWeekday, case .civil(.date(let date)) = try reader.read(text, option).value, date > today else {
            return try reader.instant(text, option, endsDay: endsDay)
        }
        return try reader.instant("\(date.adding(days: -7))", option, endsDay: endsDay)
    }

    /// Reads a phrase of any kind.
    ///
    /// - Parameters:
    ///   - text: The phrase.
    ///   - option: What it was typed for.
    ///   - moment: When and where it is said.
    ///   - takesRange: Whether two times are taken there, so that they may be offered.
    /// - Returns: What it says.
    /// - Throws: ``CommandFailure`` with the place and what to type instead.
    func reading(
        _ text: String, _ option: String, _ moment: PhraseMoment, takesRange: Bool = true
    ) throws -> PhraseReading {
        do {
            return try phrases.read(text, at: moment)
        } catch {
            var refusal = error
            if !takesRange { offerOneTime(&refusal, of: text, at: moment) }
            if asksForDay, let day = Self.days[refusal.suggestion] { refusal.suggestion = day }
            throw CommandFailure(refusal, of: text, option, looksBack: looksBack)
        }
    }

    /// The days of the times that are offered where nothing of what was typed can be kept.
    private static let days = ["tomorrow 9am": "tomorrow", "내일 오전 9시": "내일"]

    /// Has a refusal offer one time where it offers two: the end of the length that was typed, or any.
    private func offerOneTime(_ refusal: inout PhraseRefusal, of text: String, at moment: PhraseMoment) {
        guard case .range? = try? phrases.read(refusal.suggestion, at: moment).meaning else { return }
        let isKorean = refusal.language == .korean
        let words = String(decoding: Array(text.utf8)[refusal.range], as: UTF8.self).replacing("동안", with: "")
            .trimmingSpaces
        let end = isKorean ? "\(words) 뒤" : "in \(words)"
        if case .time? = try? phrases.read(end, at: moment).meaning {
            refusal.suggestion = end
        } else {
            refusal.suggestion = isKorean ? "내일 오전 9시" : "tomorrow 9am"
        }
    }

    /// A time of a reading as it goes to the daemon.
    func typed(_ time: PhraseTime, of reading: PhraseReading, _ moment: PhraseMoment) throws -> TypedTime {
        let zone = time.zone.flatMap(zones) ?? moment.zone
        var typed = TypedTime(value: .civil(time.civil), zone: zone)
        if let offset = time.utcOffset, case .dateTime(let local) = time.civil {
            // Clocks show it twice; the instant says which of them is meant.
            typed.value = .instant(UTCInstant(secondsSinceEpoch: Int64(local.secondsSinceEpoch - offset)))
        }
        (typed.notes, typed.remarks) = (reading.notes(of: time, in: zone), reading.rivalNotes)
        return typed
    }

    /// The instant of what was typed; a date alone is its local midnight or, as an end, the midnight after it.
    func instant(_ text: String, _ option: String, endsDay: Bool = false) throws -> UTCInstant {
        let time = try read(text, option)
        switch time.value {
        case .instant(let instant): return instant
        case .civil(.date(let date)) where endsDay:
            return try (time.zone ?? zone()).instant(of: CivilDateTime(date: date.adding(days: 1), secondOfDay: 0))
        case .civil(let civil): return try (time.zone ?? zone()).instant(of: civil.startOfDayOrTime)
        }
    }

    /// The instant of what was typed; a date alone is the morning of that day.
    func morning(_ text: String, _ option: String) throws -> UTCInstant {
        let time = try read(text, option)
        guard case .civil(.date(let date)) = time.value else { return try instant(text, option) }
        let morning = CivilDateTime(date: date, secondOfDay: phrases.settings.dayParts.morning)
        return try (time.zone ?? zone()).instant(of: morning)
    }

    /// A date in digits that there is not, with the nearest one that there is.
    private static func impossibleDate(_ text: String, _ option: String) -> CommandFailure? {
        guard let match = text.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})/), let year = Int(match.output.1),
            let month = Int(match.output.2), let day = Int(match.output.3)
        else { return nil }
        guard let first = CivilDate(year: year, month: min(max(month, 1), 12), day: 1) else { return nil }
        let last = CivilDate(year: year, month: first.month, day: 28).map { early in
            (1...3).map(early.adding(days:)).last { $0.month == first.month } ?? early
        }
        guard (1...12).contains(month) else {
            return CommandFailure(text, option, reason: "months go from 1 to 12", ["\(first)"])
        }
        guard let last, day < 1 || day > last.day else { return nil }
        return CommandFailure(
            text, option, reason: "that month has \(last.day) days", ["\(day < 1 ? first : last)"])
    }

    private static func written(_ text: String) -> TypedTime.Value? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, words.count <= 3, first.first?.isNumber == true else { return nil }
        let isDateAlone = first.count == "2026-12-01".count && words.count > 1
        let joined = first + (isDateAlone ? "T" : "") + words.dropFirst().joined(separator: "")
        if let civil = CivilTime(roundingUp: joined) { return .civil(civil) }
        // RFC 3339 wants seconds, people do not: `2026-12-01T09:00Z`.
        let withSeconds = joined.count > 16 ? "\(joined.prefix(16)):00\(joined.dropFirst(16))" : joined
        return (UTCInstant(joined) ?? UTCInstant(withSeconds)).map { .instant($0) }
    }
}

extension CommandFailure {
    /// A phrase that is not taken: why, the place under it where it is one of many, and what to type instead.
    init(_ refusal: PhraseRefusal, of phrase: String, _ option: String, looksBack: Bool = false) {
        var tries = refusal.readings.isEmpty ? [refusal.suggestion] : refusal.readings
        if looksBack { tries = tries.map { Self.past[$0] ?? $0 } }
        let repeats = tries.contains { $0.hasPrefix("every") || $0.hasPrefix("매") }
        if option == "--repeat", !repeats { tries = ["every week"] }
        self.init(phrase, option, reason: refusal.reason, tries)
    }

    /// What is offered for what has been, by what is offered elsewhere.
    private static let past = ["tomorrow 9am": "yesterday 9am", "내일 오전 9시": "어제 오전 9시"]

    /// A value that is not taken, named once: by the reason, where that names it whole.
    init(_ phrase: String, _ option: String, reason: String, _ tries: [String]) {
        let isTerm = option.contains(":")
        var tries = tries
        // Who snoozes by a number alone means minutes more often than not.
        if !isTerm, !option.hasPrefix("--"), !phrase.isEmpty, phrase.allSatisfy(\.isNumber) {
            tries.insert("\(phrase)m", at: 0)
        }
        let words = tries.map { text in
            isTerm ? "'\(option)\(text)'" : option.hasPrefix("--") ? "\(option) '\(text)'" : "'\(text)'"
        }.joined(separator: " or ")
        guard !phrase.trimmingSpaces.isEmpty else {
            self = .usage("\(option) is empty", "Try \(words); \(TimeReader.help).")
            return
        }
        let quoted = "\"\(phrase)\""
        let subject = isTerm ? "\(option)\(phrase.shown)" : "\(option) \"\(phrase.shown)\""
        let isWhole = !isTerm && [" ", ":"].contains { reason.hasPrefix(quoted + $0) }
        let what = isWhole ? subject + reason.dropFirst(quoted.count) : "\(subject): \(reason)"
        self = .usage(what.withoutControls, "Try \(words); \(TimeReader.help).")
    }
}

extension String {
    /// The text as an error shows it: not too long, and nothing that moves the cursor.
    var shown: String { String(prefix(100)).withoutControls }
}

/// The names of the days of the week.
enum WeekdayName {
    static let all = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// Whether a text is the name of a weekday, or its beginning, in English or Korean.
    static func isName(_ text: String) -> Bool {
        let text = text.trimmingSpaces.lowercased()
        let isEnglish = text.count >= 3 && all.contains { $0.lowercased().hasPrefix(text) }
        return isEnglish || text.count == 3 && text.hasSuffix("요일")
    }

    /// The place of a date's weekday among the names; day 0, 1970-01-01, was a Thursday.
    static func index(of date: CivilDate) -> Int {
        ((date.daysSinceEpoch + 3) % 7 + 7) % 7
    }

    /// The first three letters of a date's weekday.
    static func short(_ date: CivilDate) -> String {
        String(all[index(of: date)].prefix(3))
    }
}
