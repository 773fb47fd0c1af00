/// The occurrences of a set from some moment on: lazy, strictly rising by instant, each instant once.
///
/// It is its own iterator, and a value: a copy goes on by itself from where it was taken.
public struct Occurrences: Sequence, IteratorProtocol, Sendable {
    private var streams: MergedStreams
    private var exceptions: ExceptionCursor
    private let before: Int
    private let isDate: Bool
    /// The earliest local start to give; only RDATE needs it, rules begin there.
    private let earliestLocal: Int
    private var last = Int.min

    init(_ set: CompiledSet, fromInstant instant: Int, before: Int = .max) {
        let moments = set.addedMoments
        let added = AddedMoments(moments, from: moments.partitioningIndex { $0.instant >= instant })
        streams = MergedStreams(set.rules, added: added) {
            RuleStream($0, timeline: set.timeline, fromInstant: instant)
        }
        exceptions = ExceptionCursor(set.exceptions, from: instant)
        (isDate, earliestLocal, self.before) = (set.isDate, .min, before)
    }

    init(_ set: CompiledSet, fromLocal local: Int) {
        streams = MergedStreams(set.rules, added: AddedMoments(set.addedMoments, from: 0)) {
            RuleStream($0, timeline: set.timeline, fromLocal: local)
        }
        exceptions = ExceptionCursor(set.exceptions, from: .min)
        (isDate, earliestLocal, before) = (set.isDate, local, .max)
    }

    /// The next occurrence, or nil when there is none left.
    public mutating func next() -> Occurrence? {
        while let moment = streams.next(), moment.instant < before {
            if moment.instant <= last || moment.local < earliestLocal || exceptions.removes(moment) { continue }
            last = moment.instant
            return moment.occurrence(isDate: isDate)
        }
        return nil
    }
}
