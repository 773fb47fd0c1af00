import Recurrence

/// A time in words, and how far away it is.
struct TimeText: Hashable, Sendable {
    /// Such as `Tue 1 Dec 09:00` or `tomorrow`.
    var absolute: String
    /// Such as `in 10 days`; nil where the words above say it.
    var relative: String?
    /// The same time where there is little room: the reader's own, without the day of the week; nil where it is `absolute`.
    var short: String?

    /// Both in a sentence: `Tue 1 Dec 09:00 (in 10 days)`.
    var sentence: String { absolute + (relative.map { " (\($0))" } ?? "") }
    /// Both in columns: `Tue 1 Dec 09:00  in 10 days`.
    var columns: String { absolute + (relative.map { "  \($0)" } ?? "") }
}

/// Puts times into words for one reader: in the reader's zone and language, relative to now.
struct TimeWords: Sendable {
    /// How the hours of a day are counted.
    enum Hours: String, CaseIterable, Sendable {
        case twelve = "12"
        case twentyFour = "24"
    }

    let now: UTCInstant
    /// The reader's zone.
    let zone: ZoneRules
    var language = ExplanationLanguage.english
    /// nil is what is usual in the language.
    var hours: Hours?
    /// Whether times are in ISO 8601 rather than in words.
    var isISO = false
    /// Whether the reader asked for UTC, and is told so beside each time.
    var isUTC = false
    /// The rules of a zone by its name; nil for one that is not known here.
    let rules: @Sendable (String) -> ZoneRules?

    /// The day that it is for the reader.
    var today: CivilDate { zone.civilDateTime(at: now).date }

    /// Words for an instant, in the reader's zone.
    func moment(_ instant: UTCInstant) -> TimeText {
        if isISO { return TimeText(absolute: iso(instant)) }
        let date = zone.civilDateTime(at: instant).date
        let clock = clock(instant) + (isUTC ? " UTC" : "")
        return TimeText(
            absolute: "\(day(date)) \(clock)", relative: distance(to: instant, on: date),
            short: "\(shortDay(date, today: today)) \(clock)")
    }

    /// Words for an instant as it was written; what is none stays as it is.
    func moment(_ text: String) -> TimeText {
        UTCInstant(text).map { moment($0) } ?? TimeText(absolute: text)
    }

    /// Words for a local time of a zone: as whoever set it meant it, and where that is another one, in the reader's.
    ///
    /// - Parameters:
    ///   - civil: The local time.
    ///   - identifier: The IANA name of its zone.
    ///   - told: Its instant as the daemon tells it; nil where it does not.
    /// - Returns: The words.
    func local(_ civil: CivilTime, in identifier: String, at told: String? = nil) -> TimeText {
        guard let theirs = rules(identifier) else {
            return TimeText(absolute: "\(isISO ? civil.description : words(civil)) \(identifier)")
        }
        switch civil {
        case .date(let date):
            if isISO { return TimeText(absolute: date.description) }
            let here = theirs.civilDateTime(at: now).date
            let isForeign = theirs.offset(at: now) != zone.offset(at: now)
            return TimeText(
                absolute: day(date, today: here) + (isForeign ? " \(Self.city(identifier))" : ""),
                relative: distance(to: date, from: here), short: shortDay(date, today: here))
        case .dateTime(let local):
            let instant = theirs.instant(of: local, told: told)
            if isISO { return TimeText(absolute: isUTC ? instant.description : iso(instant, in: theirs)) }
            let mine = moment(instant)
            guard !isUTC, theirs.offset(at: instant) != zone.offset(at: instant) else { return mine }
            let here = zone.civilDateTime(at: instant)
            let theirWords = "\(day(local.date)) \(clock(local)) \(Self.city(identifier))"
            let isSameDay = here.date == local.date
            return TimeText(
                absolute: "\(theirWords) = \(isSameDay ? clock(instant) : mine.absolute)", relative: mine.relative,
                short: mine.short)
        }
    }

    /// The same for a time as it was written; what is none stays as it is.
    func local(_ text: String, in identifier: String, at told: String? = nil) -> TimeText {
        CivilTime(text).map { local($0, in: identifier, at: told) } ?? TimeText(absolute: text)
    }

    /// How far away an instant is, such as `in 1 h 20 min`.
    func relative(_ instant: UTCInstant) -> String {
        distance(to: instant, on: zone.civilDateTime(at: instant).date)
            ?? (language == .korean ? "지금" : "now")
    }

    /// Below a day exactly, from there on by the days of the reader's calendar; nil for now.
    private func distance(to instant: UTCInstant, on date: CivilDate) -> String? {
        let milliseconds = instant.millisecondsSinceEpoch - now.millisecondsSinceEpoch
        return span(ofMilliseconds: milliseconds, days: date.daysSinceEpoch - today.daysSinceEpoch)
            .map { SpanWords.words($0, isPast: milliseconds < 0, language) }
    }

    /// How long it is from one instant to another, counted as the distance of a time from now is; nil for nothing.
    func span(from first: UTCInstant, to last: UTCInstant) -> String? {
        let dates = [first, last].map { zone.civilDateTime(at: $0).date.daysSinceEpoch }
        return span(
            ofMilliseconds: last.millisecondsSinceEpoch - first.millisecondsSinceEpoch, days: dates[1] - dates[0])
    }

    private func span(ofMilliseconds milliseconds: Int64, days: Int) -> String? {
        let seconds = Int((abs(milliseconds) + 500) / 1_000)
        return seconds < 86_400
            ? SpanWords.words(forSeconds: seconds, language) : SpanWords.words(forDays: max(abs(days), 1), language)
    }

    /// nil for a day that has a name of its own.
    private func distance(to date: CivilDate, from today: CivilDate) -> String? {
        let days = date.daysSinceEpoch - today.daysSinceEpoch
        guard abs(days) > 1 else { return nil }
        return SpanWords.words(SpanWords.words(forDays: abs(days), language), isPast: days < 0, language)
    }

    private static func city(_ identifier: String) -> String {
        identifier.split(separator: "/").last.map { String($0).replacing("_", with: " ") } ?? identifier
    }
}

extension ZoneRules {
    /// The instant of a local time: the one that the daemon tells, which alone knows which of two equal hours is meant, and
    /// else by the rules.
    func instant(of local: CivilDateTime, told: String?) -> UTCInstant {
        told.flatMap { UTCInstant($0) } ?? instant(of: local)
    }
}
