/// The occurrences of a set from some moment on: lazy, rising by instant.
///
/// Each instant comes once, but where overrides move two occurrences to the same one. It is its own iterator, and a
/// value: a copy goes on by itself from where it was taken.
public struct Occurrences: Sequence, IteratorProtocol, Sendable {
    private var streams: MergedStreams
    private var exceptions: ExceptionCursor
    private let before: Int
    private let isDate: Bool
    /// The earliest local start to give; only RDATE needs it, rules begin there.
    private let earliestLocal: Int
    private var last: Int
    /// What goes on where `streams` has nothing; none or one, so that a set without overrides carries no more than a
    /// reference.
    private var overridden: [OverriddenOccurrences]

    init(_ set: CompiledSet, fromInstant instant: Int, before: Int = .max) {
        streams = MergedStreams(set, from: .instant(instant), before: before)
        exceptions = ExceptionCursor(set, from: instant, before: before)
        (isDate, earliestLocal, self.before, last) = (set.isDate, .min, before, .min)
        overridden = Self.overridden(set, from: .instant(instant), before: before)
    }

    init(_ set: CompiledSet, fromLocal local: Int, before: Int = .max) {
        streams = MergedStreams(set, from: .local(local), before: before)
        // No clock is further from UTC, so that earlier exceptions take nothing away.
        let earliest = Swift.max(local, .min / 8) - ZoneTimeline.largestOffset
        exceptions = ExceptionCursor(set, from: earliest, before: before)
        (isDate, earliestLocal, self.before, last) = (set.isDate, local, before, .min)
        overridden = Self.overridden(set, from: .local(local), before: before)
    }

    @inline(__always)
    private static func overridden(
        _ set: CompiledSet, from start: StreamStart, before: Int
    ) -> [OverriddenOccurrences] {
        guard let overrides = set.overrides else { return [] }
        return [OverriddenOccurrences(overrides, from: start, before: before)]
    }

    /// The next occurrence, or nil when there is none left.
    public mutating func next() -> Occurrence? {
        while let moment = streams.next(), moment.instant < before {
            if moment.instant <= last || exceptions.removes(moment) { continue }
            last = moment.instant
            if moment.local >= earliestLocal { return moment.occurrence(isDate: isDate) }
        }
        return nextOfOverridden()
    }

    @inline(never)
    private mutating func nextOfOverridden() -> Occurrence? { overridden.isEmpty ? nil : overridden[0].next() }
}
