/// Collects transitions, drops those that change nothing, and lets the footer speak for the years after.
struct ZoneTimelineBuilder {
    private var transitions: [Int] = []
    private var offsets: [Int]
    private var latest = Int.min

    /// Transitions outside this range (some files begin with the big bang) are taken at its edge.
    private static let range = -1_000_000_000_000...1_000_000_000_000

    init(offset: Int) {
        offsets = [offset]
    }

    /// Adds a transition; false where it does not come later than the one before.
    mutating func append(transition: Int, offset: Int) -> Bool {
        guard transition > latest else { return false }
        latest = transition
        add(min(max(transition, Self.range.lowerBound), Self.range.upperBound), offset)
        return true
    }

    private mutating func add(_ transition: Int, _ offset: Int) {
        if let last = transitions.last, last >= transition {
            offsets[offsets.count - 1] = offset
        } else if offset != offsets[offsets.count - 1] {
            transitions.append(transition)
            offsets.append(offset)
        }
    }

    mutating func timeline(footer: ZoneFooter?) -> ZoneTimeline {
        guard let footer else { return ZoneTimeline(transitions: transitions, offsets: offsets, cycleCount: 0) }
        guard let saving = footer.saving else {
            if transitions.isEmpty { offsets = [footer.standardOffset] }
            return ZoneTimeline(transitions: transitions, offsets: offsets, cycleCount: 0)
        }
        return repeating(footer, saving)
    }

    /// The timeline of what was added, of which all after the first `settled` transitions repeats every 400 years.
    func timeline(settled: Int) -> ZoneTimeline {
        ZoneTimeline(transitions: transitions, offsets: offsets, cycleCount: transitions.count - settled)
    }

    /// How many transitions change something so far.
    var count: Int { transitions.count }

    /// Expands the footer from the last transition on, for a settled year and the 400 years after it.
    private mutating func repeating(_ footer: ZoneFooter, _ saving: ZoneFooter.Saving) -> ZoneTimeline {
        let last = transitions.last ?? Self.range.lowerBound
        let year = max(GregorianMonth.fields(ofDay: floorDivide(max(last, -62_135_596_800), 86_400)).year, 1)
        let settled = GregorianMonth.firstDay(year: year + 2) * 86_400
        let end = settled + GregorianMonth.daysInCycle * 86_400
        for stretch in saving.stretches(fromYear: year - 1, toYear: year + 404, standard: footer.standardOffset) {
            for (transition, offset) in [(stretch.begin, saving.offset), (stretch.end, footer.standardOffset)] {
                guard transition > last, transition < end else { continue }
                add(transition, offset)
            }
        }
        return timeline(settled: transitions.count - transitions.count { $0 >= settled })
    }
}

extension ZoneFooter.Saving {
    /// A stretch of daylight saving time between two instants, in seconds since 1970.
    struct Stretch {
        var begin: Int
        var end: Int
    }

    /// The stretches of those years, ascending; what meets or overlaps is one, so that a rule from one new year to the
    /// next keeps daylight saving time for ever.
    func stretches(fromYear first: Int, toYear last: Int, standard: Int) -> [Stretch] {
        var stretches: [Stretch] = []
        for year in first...last {
            guard let next = stretch(beginningIn: year, standard: standard) else { continue }
            if let end = stretches.last?.end, next.begin <= end {
                stretches[stretches.count - 1].end = max(end, next.end)
            } else {
                stretches.append(next)
            }
        }
        return stretches
    }

    /// South of the equator it ends in the year after; nil where it ends as it begins.
    private func stretch(beginningIn year: Int, standard: Int) -> Stretch? {
        let begin = self.begin.second(inYear: year) - standard
        let sameYear = end.second(inYear: year) - offset
        guard begin != sameYear else { return nil }
        return Stretch(begin: begin, end: begin < sameYear ? sameYear : end.second(inYear: year + 1) - offset)
    }
}
