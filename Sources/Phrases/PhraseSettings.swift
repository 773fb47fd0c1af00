public import Recurrence

/// The languages in which phrases are read.
public enum PhraseLanguage: String, Hashable, Sendable, CaseIterable {
    /// English.
    case english = "en"
    /// Korean.
    case korean = "ko"
}

/// Which number of `3/4` is the month.
public enum DateOrder: String, Hashable, Sendable, CaseIterable {
    /// `3/4` is 4 March.
    case monthFirst
    /// `3/4` is 3 April.
    case dayFirst
}

/// The times of day that words such as "morning" stand for, in seconds since midnight, `0..<86400`.
public struct DayParts: Hashable, Sendable {
    /// When morning is, 9:00 unless set.
    public var morning: Int
    /// When noon is, 12:00 unless set.
    public var noon: Int
    /// When afternoon is, 15:00 unless set.
    public var afternoon: Int
    /// When evening is, 19:00 unless set.
    public var evening: Int
    /// When night is, 21:00 unless set.
    public var night: Int

    /// Makes the times; what lies outside of a day is brought into it.
    public init(
        morning: Int = 9 * 3_600, noon: Int = 12 * 3_600, afternoon: Int = 15 * 3_600, evening: Int = 19 * 3_600,
        night: Int = 21 * 3_600
    ) {
        func day(_ seconds: Int) -> Int { min(max(seconds, 0), 86_399) }
        (self.morning, self.noon, self.afternoon) = (day(morning), day(noon), day(afternoon))
        (self.evening, self.night) = (day(evening), day(night))
    }
}

/// What a person has chosen, by which phrases are read.
public struct PhraseSettings: Hashable, Sendable {
    /// The language; nil for Korean where a phrase has Hangul in it, and English elsewhere.
    public var language: PhraseLanguage?
    /// The first day of a week, for "next week" and "friday after next".
    public var weekStart: Weekday
    /// The times that parts of the day stand for.
    public var dayParts: DayParts
    /// How `3/4` is read; nil for month first in Korean and a refusal in English.
    public var dateOrder: DateOrder?

    /// Makes settings.
    public init(
        language: PhraseLanguage? = nil, weekStart: Weekday = .monday, dayParts: DayParts = DayParts(),
        dateOrder: DateOrder? = nil
    ) {
        self.language = language
        self.weekStart = weekStart
        self.dayParts = dayParts
        self.dateOrder = dateOrder
    }
}

/// When and where a phrase is said.
public struct PhraseMoment: Sendable {
    /// The instant, to the second below.
    public let instant: UTCInstant
    /// The zone in which days and times are meant.
    public let zone: ZoneRules
    /// What a clock on the wall there shows.
    public let local: CivilDateTime

    /// Makes the moment of an instant.
    public init(_ instant: UTCInstant, in zone: ZoneRules) {
        self.instant = UTCInstant(secondsSinceEpoch: instant.millisecondsSinceEpoch.flooredSeconds)
        self.zone = zone
        local = zone.civilDateTime(at: instant)
    }

    /// Makes the moment at which clocks show a local time; where they show it twice the first.
    public init(local: CivilDateTime, in zone: ZoneRules) {
        self.init(zone.instant(of: local), in: zone)
    }
}

extension Int64 {
    /// Milliseconds as whole seconds, rounded down.
    fileprivate var flooredSeconds: Int64 { self >= 0 ? self / 1_000 : -((999 - self) / 1_000) }
}
