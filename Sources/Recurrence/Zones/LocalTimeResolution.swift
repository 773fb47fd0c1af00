/// What becomes of a local time in a zone (RFC 5545 §3.3.5).
public enum LocalTimeResolution: Hashable, Sendable {
    /// The local time is shown exactly once.
    case unique(UTCInstant)
    /// The clocks jump over it. `before` reads it with the offset in force before the jump, which shows a later
    /// local time; `after` reads it with the offset in force after it, which shows an earlier one.
    case gap(before: UTCInstant, after: UTCInstant)
    /// The clocks show it twice.
    case overlap(first: UTCInstant, second: UTCInstant)
}

extension ZoneRules {
    /// The instant of a local time: in a gap by the offset before it, in an overlap the first (RFC 5545 §3.3.5).
    public func instant(of local: CivilDateTime) -> UTCInstant {
        UTCInstant(secondsSinceEpoch: Int64(seconds(ofLocal: local.secondsSinceEpoch)))
    }

    func seconds(ofLocal local: Int) -> Int {
        let segment = timeline.segment(timeline.index(ofLocal: local))
        return local - (local >= segment.firstLocal ? segment.offset : segment.offsetBefore)
    }

    /// Tells whether a local time is shown once, never or twice, with its instants.
    public func resolve(_ local: CivilDateTime) -> LocalTimeResolution {
        let seconds = local.secondsSinceEpoch
        let index = timeline.index(ofLocal: seconds)
        let (segment, next) = (timeline.segment(index), timeline.segment(index + 1))
        if seconds < segment.firstLocal {
            return .gap(before: instant(seconds - segment.offsetBefore), after: instant(seconds - segment.offset))
        }
        let second = seconds - next.offset
        if second >= next.start, second < next.end, next.offset != segment.offset {
            return .overlap(first: instant(seconds - segment.offset), second: instant(second))
        }
        return .unique(instant(seconds - segment.offset))
    }

    private func instant(_ seconds: Int) -> UTCInstant { UTCInstant(secondsSinceEpoch: Int64(seconds)) }
}
