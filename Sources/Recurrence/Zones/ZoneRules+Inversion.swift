/// The way back from instants to local times.
///
/// `instant(of:)` never runs backwards but over a gap: the local times that the clocks jump over are read with the
/// offset before it, and so fall among those that follow. Hence two stretches of local time are enough to say what
/// lies on one side of an instant. All local times are seconds since 1970, counted as if they were UTC.
extension ZoneRules {
    /// Whether both are the very same rules, as they were read once.
    package func isSame(as other: ZoneRules) -> Bool { timeline === other.timeline }

    /// The local times whose instants are not before one: all from `first` on, and those in `gap`.
    package func localTimes(from instant: UTCInstant) -> (first: Int, gap: Range<Int>?) {
        let second = instant.secondsRoundedUp
        let segment = timeline.segment(timeline.index(at: second))
        let first = max(second + segment.offset, segment.firstLocal)
        let isBesideGap = segment.gap > 0 && second < segment.start + segment.gap
        return (first, isBesideGap ? second + segment.offsetBefore..<segment.firstLocal : nil)
    }

    /// The last local time whose instant is not after one; where it lies beside a gap, also the last one in it.
    ///
    /// Between the two lie the local times of the gap whose instants are later.
    package func lastLocalTime(through instant: UTCInstant) -> (last: Int, inGap: Int?) {
        let second = instant.wholeSeconds
        let segment = timeline.segment(timeline.index(at: second))
        let last = max(second + segment.offset, segment.firstLocal - 1)
        let isBesideGap = segment.gap > 0 && second < segment.start + segment.gap
        return (last, isBesideGap ? min(second + segment.offsetBefore, segment.firstLocal - 1) : nil)
    }

    /// The first local time behind the gap that a local time lies in; nil for one that clocks show.
    package func endOfGap(at local: Int) -> Int? {
        let segment = timeline.segment(timeline.index(ofLocal: local))
        return local < segment.firstLocal ? segment.firstLocal : nil
    }
}
