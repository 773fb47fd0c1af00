/// Which instants the local times of a set mean: the gap and overlap readings of its policy, in its zone.
struct LocalReading: Sendable {
    let gap: EvaluationPolicy.Gap
    let overlap: EvaluationPolicy.Overlap
    let timeline: ZoneTimeline

    /// The reading of a set; one of whole days begins each day with its first moment.
    init(_ policy: EvaluationPolicy, isDate: Bool, timeline: ZoneTimeline) {
        gap = isDate ? .shiftForward : policy.gap
        overlap = isDate ? .first : policy.overlap
        self.timeline = timeline
    }

    /// Whether `RuleStream`, which knows the first showing and no shift back, reads the same.
    var isPlain: Bool { timeline.transitions.isEmpty || (overlap == .first && gap != .shiftBack) }

    /// The moments of a local time that is written out: one, or two where it is shown twice and both count.
    func moments(ofLocal local: Int) -> [Moment] {
        let index = timeline.index(ofLocal: local)
        let (segment, next) = (timeline.segment(index), timeline.segment(index + 1))
        if local < segment.firstLocal {
            let offset = gap == .shiftBack ? segment.offset : segment.offsetBefore
            return [Moment(local: local, instant: local - offset, adjustment: .gap)]
        }
        let once = Moment(local: local, instant: local - segment.offset, adjustment: .none)
        guard local >= next.start + next.offset else { return [once] }
        let first = Moment(local: local, instant: once.instant, adjustment: .overlap)
        let second = Moment(local: local, instant: local - next.offset, adjustment: .repeated)
        switch overlap {
        case .second where next.localEnd >= segment.localEnd: return [second]
        case .both where local < next.localEnd: return [first, second]
        default: return [first]
        }
    }

    /// The moment that clocks show at an instant.
    func moment(ofInstant instant: Int) -> Moment {
        let index = timeline.index(at: instant)
        let (segment, next) = (timeline.segment(index), timeline.segment(index + 1))
        let local = instant + segment.offset
        var moment = Moment(local: local, instant: instant, adjustment: .none)
        if local >= next.start + next.offset { moment.adjustment = .overlap }
        if local < segment.start + segment.offsetBefore { moment.adjustment = .repeated }
        return moment
    }

    /// The first of the moments of a local time.
    func moment(ofLocal local: Int) -> Moment {
        moments(ofLocal: local).first ?? Moment(local: local, instant: local, adjustment: .none)
    }
}
