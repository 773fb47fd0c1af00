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

/// Reads times as people type them.
struct TimeReader {
    /// What may be typed, for help and errors.
    static let forms = """
        "2026-12-01 09:00" (also with Z or an offset); a day (2026-12-01, today, tomorrow, mon or monday), optionally \
        followed by a time such as 09:00; a time alone; or now, in 10m, +2h, in 3d
        """

    /// The instant that words count from.
    let now: UTCInstant
    /// The zone that words are read in; asked for only where there are words.
    let zone: () throws -> ZoneRules

    /// Reads the value of an option.
    ///
    /// - Throws: ``CommandFailure`` for what is no time.
    func read(_ text: String, _ option: String) throws -> TypedTime {
        if let written = Self.written(text) { return TypedTime(value: written) }
        if let duration = Self.span(text) { return try later(by: duration) }
        if let day = try day(text) { return day }
        throw CommandFailure.usage("\(option): \"\(text.prefix(100))\" is not a time", "Write it as \(Self.forms).")
    }

    /// The instant of what was typed; a date alone is its local midnight.
    func instant(_ text: String, _ option: String) throws -> UTCInstant {
        let time = try read(text, option)
        switch time.value {
        case .instant(let instant): return instant
        case .civil(let civil): return try (time.zone ?? zone()).instant(of: civil.startOfDayOrTime)
        }
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

    private static func span(_ text: String) -> CalendarDuration? {
        let text = text.trimmingPrefix { $0.isWhitespace }
        if text.lowercased() == "now" { return CalendarDuration() }
        let rest: Substring? =
            if text.hasPrefix("+") {
                text.dropFirst()
            } else if text.lowercased().hasPrefix("in ") {
                text.dropFirst(3)
            } else {
                nil
            }
        guard let rest, let duration = TypedDuration(String(rest))?.duration, duration.days >= 0, duration.seconds >= 0
        else { return nil }
        return duration
    }

    /// An exact time goes as an instant, which a local time that occurs twice cannot blur; it is never rounded down.
    private func later(by duration: CalendarDuration) throws -> TypedTime {
        let zone = try zone()
        let start = UTCInstant(secondsSinceEpoch: (now.millisecondsSinceEpoch + 999) / 1_000)
        let end =
            duration.days == 0
            ? start.advanced(by: .seconds(duration.seconds))
            : zone.instant(of: zone.civilDateTime(at: start), adding: duration)
        return TypedTime(value: .instant(end), zone: zone)
    }

    private func day(_ text: String) throws -> TypedTime? {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        guard (1...2).contains(words.count) else { return nil }
        let time = Self.secondOfDay(words[words.count - 1])
        guard let distance = Self.dayDistance(words[0]) else {
            guard words.count == 1, let time else { return nil }
            return try next(secondOfDay: time)
        }
        if words.count == 2, time == nil { return nil }
        let zone = try zone()
        let date = distance(zone.civilDateTime(at: now).date)
        let civil = time.map { CivilTime.dateTime(CivilDateTime(date: date, secondOfDay: $0)) } ?? .date(date)
        return TypedTime(value: .civil(civil), zone: zone)
    }

    /// Today, or tomorrow when that time of day is past.
    private func next(secondOfDay: Int) throws -> TypedTime {
        let zone = try zone()
        let local = zone.civilDateTime(at: now)
        let today = CivilDateTime(date: local.date, secondOfDay: secondOfDay)
        let date = zone.instant(of: today) > now ? local.date : local.date.adding(days: 1)
        let time = CivilDateTime(date: date, secondOfDay: secondOfDay)
        return TypedTime(value: .civil(.dateTime(time)), zone: zone)
    }

    /// The day that a word means, counted from today; a weekday is the next one, never today.
    private static func dayDistance(_ word: Substring) -> ((CivilDate) -> CivilDate)? {
        switch word {
        case "today": return { $0 }
        case "tomorrow": return { $0.adding(days: 1) }
        default:
            guard word.count >= 3, let weekday = WeekdayName.all.firstIndex(where: { $0.lowercased().hasPrefix(word) })
            else { return nil }
            return { $0.adding(days: (weekday - WeekdayName.index(of: $0) + 6) % 7 + 1) }
        }
    }

    private static func secondOfDay(_ word: Substring) -> Int? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].count),
            parts.dropFirst().allSatisfy({ $0.count == 2 }), parts.allSatisfy({ $0.allSatisfy(\.isWholeNumber) })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count, numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
            return nil
        }
        return numbers[0] * 3_600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }
}

/// The names of the days of the week.
enum WeekdayName {
    static let all = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// The place of a date's weekday among the names; day 0, 1970-01-01, was a Thursday.
    static func index(of date: CivilDate) -> Int {
        ((date.daysSinceEpoch + 3) % 7 + 7) % 7
    }

    /// The first three letters of a date's weekday.
    static func short(_ date: CivilDate) -> String {
        String(all[index(of: date)].prefix(3))
    }
}
