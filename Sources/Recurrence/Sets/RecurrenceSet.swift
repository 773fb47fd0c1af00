/// DTSTART with its rules, added dates and exceptions: the recurrence set of RFC 5545 §3.8.5.
///
/// The set is the union of the rules and RDATE without EXDATE, in the order of the instants, each instant once.
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
    /// The readings of the RFC that were chosen.
    public let policy: EvaluationPolicy

    let compiled: CompiledSet

    /// The most rules that a set may have.
    public static let maximumRules = 64
    /// The most RDATE values, and the most EXDATE values, that a set may have.
    public static let maximumDates = 100_000

    /// Makes a set.
    ///
    /// - Parameters:
    ///   - start: DTSTART.
    ///   - zone: The zone of all local times; nil for floating ones.
    ///   - rules: RRULE; with none, DTSTART itself is a member.
    ///   - dates: RDATE. A DATE in a set with times of day means DTSTART's time on that day.
    ///   - exceptionDates: EXDATE. A DATE in a set with times of day takes away that whole day.
    ///   - policy: The readings to take.
    /// - Throws: `RecurrenceError` with `.conflict` for a rule that does not fit DTSTART, `.unsupported` where DTSTART or
    ///   UNTIL lies outside the `dates` of a rule's calendar, `.limit` for too much.
    public init(
        start: CivilTime, zone: ZoneRules?, rules: [RecurrenceRule], dates: [RecurrenceDate] = [],
        exceptionDates: [RecurrenceDate] = [], policy: EvaluationPolicy = .standard
    ) throws(RecurrenceError) {
        (self.start, self.zone, self.rules, self.dates) = (start, zone, rules, dates)
        (self.exceptionDates, self.policy) = (exceptionDates, policy)
        let timeline = (zone ?? .utc).timeline
        try Self.checkSizes(rules: rules.count, dates: dates.count, exceptions: exceptionDates.count)
        let compiler = RuleCompiler(start: start, timeline: timeline, policy: policy)
        var compiledRules: [CompiledRule] = []
        for rule in rules { compiledRules.append(try compiler.compile(rule)) }
        let resolver = DateResolver(start: start, timeline: timeline)
        compiled = CompiledSet(
            rules: compiledRules,
            addedMoments: resolver.moments(of: dates, includingStart: rules.isEmpty || policy.alwaysIncludesStart),
            exceptions: try ExceptionDates(exceptionDates, resolver: resolver), timeline: timeline,
            isDate: start.isDate)
    }

    private static func checkSizes(rules: Int, dates: Int, exceptions: Int) throws(RecurrenceError) {
        if rules > maximumRules {
            throw RecurrenceError(code: .limit, message: "at most \(maximumRules) rules are taken", part: "RRULE")
        }
        if dates > maximumDates {
            throw RecurrenceError(code: .limit, message: "at most \(maximumDates) dates are taken", part: "RDATE")
        }
        if exceptions > maximumDates {
            throw RecurrenceError(code: .limit, message: "at most \(maximumDates) dates are taken", part: "EXDATE")
        }
    }

    /// The last day on which the occurrences are known, where a rule goes on beyond it; nil where all are known.
    ///
    /// Rules of the lunisolar calendars have members up to the end of `RuleCalendar.dates`. Whoever comes there has not
    /// seen the end of such a rule, unless it has UNTIL or its COUNT is reached before.
    public var horizon: CivilDate? {
        zip(rules, compiled.rules).filter(\.1.endsWithTable).compactMap(\.0.calendar?.dates.upperBound).min()
    }

    /// All occurrences, lazily, strictly rising by instant; they may have no end before the year 10000.
    public var occurrences: Occurrences { Occurrences(compiled, fromInstant: .min / 8) }

    /// The first occurrence whose original local start is strictly later; a DATE stands for its midnight.
    ///
    /// By local time, so that asking again and again from each answer visits every occurrence, also those that a
    /// gap moves behind a later local time.
    public func first(after local: CivilTime) -> Occurrence? {
        var candidates = occurrences(after: local)
        guard var best = candidates.next() else { return nil }
        let end = best.instant.advanced(by: .seconds(ZoneTimeline.longestGap))
        let segment = compiled.timeline.segment(compiled.timeline.index(at: best.instant.wholeSeconds))
        guard segment.gap > 0, best.instant.wholeSeconds < segment.start + segment.gap else { return best }
        while let other = candidates.next(), other.instant <= end {
            if other.start < best.start { best = other }
        }
        return best
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
