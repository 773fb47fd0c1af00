public import Recurrence

/// A day or a local time that a phrase names.
public struct PhraseTime: Hashable, Sendable, CustomStringConvertible {
    /// The day or the local time.
    public var civil: CivilTime
    /// Seconds east of UTC, where clocks show that local time twice; else nil.
    public var utcOffset: Int?
    /// The IANA name of the zone, where the phrase names another than the person's own.
    public var zone: String?

    /// Makes a day or a local time.
    public init(_ civil: CivilTime, utcOffset: Int? = nil, zone: String? = nil) {
        self.civil = civil
        self.utcOffset = utcOffset
        self.zone = zone
    }

    /// ISO 8601 with seconds only where they are not zero, such as `2026-11-22T09:00[Asia/Seoul]`.
    public var description: String {
        var text = PhraseText()
        text.append(self)
        return text.string
    }
}

/// A rule with its first occurrence.
public struct RecurringPhrase: Hashable, Sendable {
    /// The first occurrence, which is the DTSTART of the rule.
    public var first: PhraseTime
    /// The rule.
    public var rule: RecurrenceRule
    /// Whether the next occurrence is counted from when the last one was completed.
    public var isAnchoredAtCompletion: Bool
    /// Whether the phrase leaves open when it begins, as `every 2 hours` does, so that it is counted from now.
    public var isCountedFromNow: Bool

    /// Makes a rule with its first occurrence.
    public init(
        first: PhraseTime, rule: RecurrenceRule, isAnchoredAtCompletion: Bool = false, isCountedFromNow: Bool = false
    ) {
        self.first = first
        self.rule = rule
        self.isAnchoredAtCompletion = isAnchoredAtCompletion
        self.isCountedFromNow = isCountedFromNow
    }
}

/// What a phrase means.
public enum PhraseMeaning: Hashable, Sendable, CustomStringConvertible {
    /// A day or a local time.
    case time(PhraseTime)
    /// From one to another.
    case range(start: PhraseTime, due: PhraseTime)
    /// Again and again.
    case rule(RecurringPhrase)

    /// Whether it repeats.
    var isRule: Bool { if case .rule = self { true } else { false } }

    /// A text that means the same when it is read as a phrase: a time, `start/due`, or `FIRST RRULE:…`.
    public var description: String {
        switch self {
        case .time(let time): time.description
        case .range(let start, let due): "\(start)/\(due)"
        case .rule(let rule):
            "\(rule.first) RRULE:\(rule.rule)" + (rule.isAnchoredAtCompletion ? " anchor=completion" : "")
        }
    }
}

/// What is worth saying of a reading before it is relied on.
public struct PhraseNotes: OptionSet, Hashable, Sendable {
    /// The notes, as bits.
    public let rawValue: UInt8

    /// Makes notes from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A bare hour was taken for the half of the day in which such an hour mostly lies.
    public static let hourWasTaken = PhraseNotes(rawValue: 1)
    /// "next friday" and "friday" are different days; the rival is the other one.
    public static let nextDiffers = PhraseNotes(rawValue: 2)
    /// Months that lack the day are skipped.
    public static let skipsShortMonths = PhraseNotes(rawValue: 4)
    /// It is over.
    public static let isPast = PhraseNotes(rawValue: 8)
}

/// A phrase, understood.
public struct PhraseReading: Hashable, Sendable {
    /// What it means.
    public var meaning: PhraseMeaning
    /// The language in which it was read.
    public var language: PhraseLanguage
    /// What is worth saying of it.
    public var notes: PhraseNotes
    /// What else it could have meant, where a note speaks of a rival.
    public var rival: CivilTime?
    /// The other of the days that a weekday has with "next" and without it, at the same time of day.
    public var rivalDay: CivilTime?
}
