/// DTSTART with its rules, added dates and exceptions: the recurrence set of RFC 5545 §3.8.5.
///
/// The set is the union of the rules and RDATE without EXDATE and EXRULE, in the order of the instants, each instant
/// once; then overrides move or cancel single occurrences.
/// DTSTART is a member where a rule matches it or where there is no rule; see `EvaluationPolicy` for the other reading.
public struct RecurrenceSet: Sendable {
    /// The first local start, DTSTART.
    public let start: CivilTime
    /// The zone of all local times; nil for floating times, whose instants are counted as if they were UTC.
    public let zone: ZoneRules?
    /// The rules, RRULE.
    public let rules: [RecurrenceRule]
    /// Added dates, RDATE.
    public let dates: [RecurrenceDate]
    /// Dates taken away, EXDATE.
    public let exceptionDates: [RecurrenceDate]
    /// Rules whose members are taken away, EXRULE.
    public let exceptionRules: [RecurrenceRule]
    /// What became of single occurrences, RECURRENCE-ID.
    public let overrides: [RecurrenceOverride]
    /// The readings of the RFC that were chosen.
    public let policy: EvaluationPolicy

    let compiled: CompiledSet

    /// The most RRULEs, and the most EXRULEs, that a set may have.
    public static let maximumRules = 64
    /// The most RDATE values, and the most EXDATE values, that a set may have.
    public static let maximumDates = 100_000
    /// The most overrides that a set may have.
    public static let maximumOverrides = 100_000

    /// Makes a set.
    ///
    /// - Parameters:
    ///   - start: DTSTART.
    ///   - zone: The zone of all local times; nil for floating ones.
    ///   - rules: RRULE; with none, DTSTART itself is a member.
    ///   - dates: RDATE. A DATE in a set with times of day means DTSTART's time on that day, a DATE-TIME in a set of
    ///     days its day, a PERIOD its start.
    ///   - exceptionDates: EXDATE. A DATE in a set with times of day takes away that whole day.
    ///   - exceptionRules: EXRULE of RFC 2445, which RFC 5545 dropped and old data still has: what these rules give
    ///     from DTSTART on is taken away, be it of a rule or of RDATE.
    ///   - overrides: What became of single occurrences or of all from one on; `RecurrenceOverride` tells the readings.
    ///   - policy: The readings to take.
    /// - Throws: `RecurrenceError` with `.conflict` for a rule that does not fit DTSTART, `.unsupported` where DTSTART or
    ///   UNTIL lies outside the `dates` of a rule's calendar, `.limit` for too much.
    public init(
        start: CivilTime, zone: ZoneRules?, rules: [RecurrenceRule], dates: [RecurrenceDate] = [],
        exceptionDates: [RecurrenceDate] = [], exceptionRules: [RecurrenceRule] = [],
        overrides: [RecurrenceOverride] = [], policy: EvaluationPolicy = .standard
    ) throws(RecurrenceError) {
        try self.init(
            start: start, zone: zone, rules: rules, ruleStarts: [], dates: dates, exceptionDates: exceptionDates,
            exceptionRules: exceptionRules, overrides: overrides, policy: policy)
    }

    /// Makes a set whose rules have starts of their own, as those that a split leaves of a series.
    ///
    /// - Parameters:
    ///   - start: DTSTART.
    ///   - zone: The zone of all local times; nil for floating ones.
    ///   - rules: RRULE.
    ///   - ruleStarts: For each rule where its phase, INTERVAL and COUNT count from, of the kind that `start` is; empty
    ///     where all count from `start`.
    ///   - dates: RDATE.
    ///   - exceptionDates: EXDATE.
    ///   - exceptionRules: EXRULE.
    ///   - overrides: What became of single occurrences.
    ///   - policy: The readings to take.
    /// - Throws: `RecurrenceError` as the public initializer does.
    package init(
        start: CivilTime, zone: ZoneRules?, rules: [RecurrenceRule], ruleStarts: [CivilTime],
        dates: [RecurrenceDate], exceptionDates: [RecurrenceDate], exceptionRules: [RecurrenceRule] = [],
        overrides: [RecurrenceOverride] = [], policy: EvaluationPolicy = .standard
    ) throws(RecurrenceError) {
        (self.start, self.zone, self.rules, self.dates) = (start, zone, rules, dates)
        (self.exceptionDates, self.exceptionRules) = (exceptionDates, exceptionRules)
        (self.overrides, self.policy) = (overrides, policy)
        try Self.checkSize(rules.count, most: Self.maximumRules, part: "RRULE")
        try Self.checkSize(exceptionRules.count, most: Self.maximumRules, part: "EXRULE")
        try Self.checkSize(dates.count, most: Self.maximumDates, part: "RDATE")
        try Self.checkSize(exceptionDates.count, most: Self.maximumDates, part: "EXDATE")
        try Self.checkSize(overrides.count, most: Self.maximumOverrides, part: "RECURRENCE-ID")
        let reading = LocalReading(policy, isDate: start.isDate, timeline: (zone ?? .utc).timeline)
        let plain = try SetCompiler(start: start, ruleStarts: ruleStarts, reading: reading, policy: policy)
            .compile(rules: rules, dates: dates, exceptionDates: exceptionDates, exceptionRules: exceptionRules)
        guard !overrides.isEmpty else {
            compiled = plain
            return
        }
        var compiler = OverrideCompiler(base: plain, resolver: DateResolver(start: start, reading: reading))
        compiled = try compiler.compile(overrides)
    }

    private static func checkSize(_ count: Int, most: Int, part: String) throws(RecurrenceError) {
        guard count > most else { return }
        throw RecurrenceError(code: .limit, message: "at most \(most) are allowed, not \(count)", part: part)
    }

    /// The last day on which the occurrences are known, where a rule goes on beyond it; nil where all are known.
    ///
    /// Rules of the lunisolar calendars have members up to the end of `RuleCalendar.dates`. Whoever comes there has not
    /// seen the end of such a rule, unless it has UNTIL or its COUNT is reached before.
    public var horizon: CivilDate? {
        zip(rules, compiled.rules).filter(\.1.endsWithTable).compactMap(\.0.calendar?.dates.upperBound).min()
    }

    /// Whether a rule would go on beyond the last day that can be represented, or that its calendar's table knows:
    /// neither UNTIL nor COUNT ends it before, and it has members at all.
    package var goesBeyondCalendar: Bool { compiled.rules.contains(where: \.goesBeyondCalendar) }

    /// All occurrences, lazily, strictly rising by instant; they may have no end before the year 10000.
    public var occurrences: Occurrences { Occurrences(compiled, fromInstant: .min / 8) }

    /// The first occurrence whose original local start is strictly later; a DATE stands for its midnight.
    ///
    /// By local time, so that asking again and again from each answer visits every occurrence, also those that a
    /// gap moves past others. Of two occurrences at one local start, which only `EvaluationPolicy` makes, it visits
    /// the first.
    public func first(after local: CivilTime) -> Occurrence? {
        compiled.first(afterLocal: local.startOfDayOrTime.secondsSinceEpoch)
    }

    /// The first occurrence that begins strictly later, found by skipping, however far off it is.
    public func first(after instant: UTCInstant) -> Occurrence? {
        var found = Occurrences(compiled, fromInstant: instant.wholeSeconds + 1)
        return found.next()
    }

    /// The occurrences that begin at `from` or later and before `before`, lazily.
    public func occurrences(from: UTCInstant, before: UTCInstant) -> Occurrences {
        Occurrences(compiled, fromInstant: from.secondsRoundedUp, before: before.secondsRoundedUp)
    }

    /// The occurrences whose original local start is strictly later, lazily, in the order of their instants.
    public func occurrences(after local: CivilTime) -> Occurrences {
        Occurrences(compiled, fromLocal: local.startOfDayOrTime.secondsSinceEpoch + 1)
    }
}

extension UTCInstant {
    /// Whole seconds since 1970, rounded up.
    var secondsRoundedUp: Int { -floorDivide(-Int(max(millisecondsSinceEpoch, -.max)), 1_000) }
}
