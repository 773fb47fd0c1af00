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
        let firstYear = max(GregorianMonth.fields(ofDay: floorDivide(max(last, -62_135_596_800), 86_400)).year, 1)
        for year in firstYear..<(firstYear + 2) { append(footer, saving, year, after: last) }
        let settled = transitions.count
        for year in (firstYear + 2)..<(firstYear + 402) { append(footer, saving, year, after: last) }
        return ZoneTimeline(transitions: transitions, offsets: offsets, cycleCount: transitions.count - settled)
    }

    private mutating func append(_ footer: ZoneFooter, _ saving: ZoneFooter.Saving, _ year: Int, after last: Int) {
        let begin = saving.begin.second(inYear: year) - footer.standardOffset
        let end = saving.end.second(inYear: year) - saving.offset
        let changes = [(begin, saving.offset), (end, footer.standardOffset)].sorted { $0.0 < $1.0 }
        for (transition, offset) in changes where transition > last && transition >= (transitions.last ?? .min) {
            add(transition, offset)
        }
    }
}
