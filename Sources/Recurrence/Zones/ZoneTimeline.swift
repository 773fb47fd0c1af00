/// The segments of a zone, as an endless row: a table, and its last 400 years for ever after.
///
/// The footer of a TZif file gives a rule for the years beyond the table. It repeats with the Gregorian
/// cycle of 400 years, so one cycle of it is expanded and every later segment is found by subtraction.
final class ZoneTimeline: Sendable {
    /// Instants at which `offsets[i + 1]` begins to hold, strictly rising.
    let transitions: [Int]
    /// One offset more than there are transitions.
    let offsets: [Int]
    /// Local ends of the segments, made rising: the first entry greater than a local time is its segment.
    private let localEnds: [Int]
    /// How many of the last transitions make up one cycle; 0 where the last offset holds for ever.
    private let cycleCount: Int

    private static let cycleSeconds = GregorianMonth.daysInCycle * 86_400
    private static let never = Int.max / 4

    /// The difference between an instant and a local time is less, in seconds.
    static let largestOffset = 93_600
    /// More than any step forward of the clocks, in seconds: two offsets differ by less than 52 hours.
    static let longestGap = 52 * 3_600

    /// No instant before that one shows a later local time.
    static func latestLocal(before instant: Int) -> Int {
        instant > .max - largestOffset ? .max : instant + largestOffset
    }

    /// Whether local times and instants are the same.
    var isUTC: Bool { offsets == [0] }

    init(transitions: [Int], offsets: [Int], cycleCount: Int) {
        self.transitions = transitions
        self.offsets = offsets
        self.cycleCount = cycleCount
        var (ends, latest) = ([Int](), Int.min)
        for (transition, offset) in zip(transitions, offsets) {
            latest = max(latest, transition + offset)
            ends.append(latest)
        }
        localEnds = ends
    }

    /// The segment with that index; indices are 0 or more and have no upper bound.
    func segment(_ index: Int) -> ZoneSegment {
        ZoneSegment(
            start: index == 0 ? -Self.never : transition(index - 1),
            end: transition(index),
            offset: offset(index),
            offsetBefore: offset(max(index - 1, 0))
        )
    }

    private func transition(_ index: Int) -> Int {
        if index < transitions.count { return transitions[index] }
        guard cycleCount > 0 else { return Self.never }
        let cycles = (index - transitions.count) / cycleCount + 1
        return transitions[index - cycles * cycleCount] + cycles * Self.cycleSeconds
    }

    private func offset(_ index: Int) -> Int {
        if index < offsets.count { return offsets[index] }
        guard cycleCount > 0 else { return offsets[offsets.count - 1] }
        let cycles = (index - offsets.count) / cycleCount + 1
        return offsets[index - cycles * cycleCount]
    }

    /// The index of the segment in which the instant lies.
    func index(at instant: Int) -> Int { firstIndex(in: transitions, above: instant) }

    /// The index of the first segment that ends, in local time, after this local time.
    func index(ofLocal local: Int) -> Int { firstIndex(in: localEnds, above: local) }

    private func firstIndex(in ends: [Int], above value: Int) -> Int {
        guard let last = ends.last, value >= last else { return Self.partition(ends, above: value) }
        guard cycleCount > 0 else { return ends.count }
        let cycles = (value - last) / Self.cycleSeconds + 1
        // What lies before the cycle's first end belongs to it, even where the table has others there.
        let first = ends.count - cycleCount
        return Self.partition(ends, above: value - cycles * Self.cycleSeconds, from: first) + cycles * cycleCount
    }

    private static func partition(_ ends: [Int], above value: Int, from first: Int = 0) -> Int {
        var (low, high) = (first, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > value { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// A stretch of time during which one offset from UTC holds, in whole seconds since 1970.
struct ZoneSegment {
    /// The instant with which the offset begins to hold.
    var start: Int
    /// The instant with which it ceases to hold; not part of the segment.
    var end: Int
    /// Seconds east of UTC.
    var offset: Int
    /// The offset of the segment before; the segment's own where there is none before.
    var offsetBefore: Int

    /// The first local time that this segment shows for the first time.
    ///
    /// After a step forward that is its own beginning; after a step back the local times up to the old end
    /// were shown before, and RFC 5545 §3.3.5 takes the first showing.
    @inline(__always)
    var firstLocal: Int { start + max(offset, offsetBefore) }
    /// The local time at which the segment ends, by its own offset.
    @inline(__always)
    var localEnd: Int { end + offset }
    /// How many seconds of local time are skipped at the beginning; 0 where none are.
    @inline(__always)
    var gap: Int { max(offset - offsetBefore, 0) }
}
