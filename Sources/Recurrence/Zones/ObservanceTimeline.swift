/// Makes the timeline of a VTIMEZONE from its observances.
///
/// Onsets are expanded up to a year in which only rules without end are left, and from there for 400 years, after
/// which the Gregorian calendar, and with it each such rule, repeats. So a zone has no end and a bounded size.
struct ObservanceTimeline {
    private var sources: [Source] = []
    private let offsetBefore: Int

    /// The local times at which an observance begins: its dates, or one of its rules.
    private struct Source {
        let set: RecurrenceSet
        let offset: Int
        let first: Int
        /// The last onset; nil where there is none.
        let last: Int?
        /// After how many years at most the next onset comes.
        let years: Int
    }

    /// An onset, with the place of its observance in the text: of two at one instant the later counts.
    private struct Onset {
        let instant: Int
        let place: Int
        let offset: Int
    }

    private static let maximumCount = 1_000
    private static let maximumOnsets = 100_000
    private static let cycle = GregorianMonth.daysInCycle * 86_400

    /// Expands what has an end; `observances` is not empty.
    init(_ observances: [ZoneObservance]) throws(RecurrenceError) {
        var earliest: (onset: Int, offset: Int)?
        for observance in observances {
            for source in try Self.sources(of: observance) {
                if source.first < earliest?.onset ?? .max { earliest = (source.first, observance.offsetFrom) }
                sources.append(source)
            }
        }
        offsetBefore = earliest?.offset ?? observances[0].offsetFrom
    }

    private static func sources(of observance: ZoneObservance) throws(RecurrenceError) -> [Source] {
        var sources: [Source] = []
        for rule in observance.rules {
            let isEndless = rule.count == nil && rule.until == nil
            try observance.check(rule, isEndless: isEndless, maximumCount: maximumCount)
            let set = try observance.set(rules: [rule], dates: [])
            guard let first = set.first(after: UTCInstant(millisecondsSinceEpoch: .min)) else { continue }
            sources.append(
                Source(
                    set: set, offset: observance.offsetTo, first: first.instant.wholeSeconds,
                    last: isEndless ? nil : set.last(before: .endOfCalendar)?.instant.wholeSeconds,
                    years: isEndless ? rule.interval : 0))
        }
        guard observance.rules.isEmpty || !observance.dates.isEmpty else { return sources }
        let set = try observance.set(rules: [], dates: observance.dates, withStart: observance.rules.isEmpty)
        guard let first = set.first(after: UTCInstant(millisecondsSinceEpoch: .min)) else { return sources }
        let last = set.last(before: .endOfCalendar) ?? first
        sources.append(
            Source(
                set: set, offset: observance.offsetTo, first: first.instant.wholeSeconds,
                last: last.instant.wholeSeconds, years: 0))
        return sources
    }

    func timeline() throws(RecurrenceError) -> ZoneTimeline {
        let settled = settledSecond
        var builder = ZoneTimelineBuilder(offset: offsetBefore)
        try add(from: .min / 8, before: settled, to: &builder)
        let count = builder.count
        let end = settled.addingReportingOverflow(Self.cycle)
        let repeats = !end.overflow && end.partialValue <= UTCInstant.endOfCalendar.wholeSeconds
        try add(from: settled, before: repeats ? end.partialValue : .max / 1_000, to: &builder)
        return builder.timeline(settled: repeats ? count : builder.count)
    }

    /// The new year from which on each rule without end has had an onset and nothing else has one.
    private var settledSecond: Int {
        let latest = sources.map { $0.last ?? $0.first }.max() ?? 0
        let year = GregorianMonth.fields(ofDay: floorDivide(latest, 86_400)).year
        let interval = sources.map(\.years).max() ?? 0
        return GregorianMonth.firstDay(year: min(year + interval + 2, 20_000)) * 86_400
    }

    private func add(
        from: Int, before: Int, to builder: inout ZoneTimelineBuilder
    ) throws(RecurrenceError) {
        var onsets: [Onset] = []
        for (place, source) in sources.enumerated() {
            var iterator = Occurrences(source.set.compiled, fromInstant: from, before: before)
            while let onset = iterator.next() {
                onsets.append(Onset(instant: onset.instant.wholeSeconds, place: place, offset: source.offset))
                guard onsets.count <= Self.maximumOnsets else {
                    throw RecurrenceError(
                        code: .limit, message: "the zone changes its offset more than \(Self.maximumOnsets) times",
                        part: "VTIMEZONE")
                }
            }
        }
        onsets.sort { ($0.instant, $0.place) < ($1.instant, $1.place) }
        for (index, onset) in onsets.enumerated() {
            let isLast = index + 1 == onsets.count || onsets[index + 1].instant > onset.instant
            if isLast { _ = builder.append(transition: onset.instant, offset: onset.offset) }
        }
    }
}

extension UTCInstant {
    /// After every local time of the year 9999.
    fileprivate static let endOfCalendar = UTCInstant(
        secondsSinceEpoch: Int64(CivilDate.latest.daysSinceEpoch + 3) * 86_400)
}

extension ZoneObservance {
    /// Its onsets are local times by the offset before; so they form a set in a zone that has only that offset.
    fileprivate func set(
        rules: [RecurrenceRule], dates: [RecurrenceDate], withStart: Bool = true
    ) throws(RecurrenceError) -> RecurrenceSet {
        let timeline = ZoneTimeline(transitions: [], offsets: [offsetFrom], cycleCount: 0)
        let exceptions = withStart ? [] : [RecurrenceDate(.local(start))]
        do {
            return try RecurrenceSet(
                start: .dateTime(start), zone: ZoneRules(identifier: "", timeline: timeline), rules: rules,
                dates: dates, exceptionDates: dates.contains(RecurrenceDate(.local(start))) ? [] : exceptions)
        } catch {
            throw fault(error.code, error.message)
        }
    }

    /// A rule without end must repeat with the calendar, or the zone could not be written down.
    fileprivate func check(
        _ rule: RecurrenceRule, isEndless: Bool, maximumCount: Int
    ) throws(RecurrenceError) {
        guard rule.count ?? 0 <= maximumCount else { throw fault(.limit, "COUNT must be at most \(maximumCount)") }
        guard rule.calendar == nil || rule.calendar == .gregorian, rule.frequency >= .daily else {
            throw fault(.unsupported, "RSCALE must be GREGORIAN in a VTIMEZONE")
        }
        guard !isEndless || (rule.frequency == .yearly && 400 % rule.interval == 0) else {
            throw fault(.unsupported, "an unbounded rule must be FREQ=YEARLY with an INTERVAL that divides 400")
        }
    }

    fileprivate func fault(_ code: RecurrenceError.Code, _ message: String) -> RecurrenceError {
        RecurrenceError(code: code, message: message, part: "RRULE", line: line)
    }
}
