/// The occurrences of a set from some moment back: lazy, strictly falling by instant.
///
/// They are taken forward in blocks and given backward, so that both directions share one evaluator. The length of a
/// block follows how dense the occurrences are; its room is used again.
public struct ReversedOccurrences: Sequence, IteratorProtocol, Sendable {
    private let set: RecurrenceSet
    private let earliest: Int
    private var before: Int
    private var block: [Occurrence] = []
    /// The time that the next block covers, in seconds.
    private var span = 86_400 * 32

    /// What a block should hold, and when it is given up as too dense.
    private static let (few, many, tooMany) = (64, 512, 4_096)

    init(_ set: RecurrenceSet, before: Int, from: Int) {
        self.set = set
        self.before = before
        earliest = from
    }

    /// The next earlier occurrence, or nil when there is none.
    public mutating func next() -> Occurrence? {
        if block.isEmpty { refill() }
        return block.popLast()
    }

    private mutating func refill() {
        guard before > earliest, let last = set.last(beforeSecond: before), last.instant.wholeSeconds >= earliest else {
            before = earliest
            return
        }
        let end = last.instant.wholeSeconds + 1
        while !fill(from: Swift.max(end - span, earliest), before: end), span > 1 { span = Swift.max(span / 16, 1) }
        before = Swift.max(end - span, earliest)
        if block.count < Self.few { span = Swift.min(span * 2, GregorianMonth.daysInCycle * 86_400) }
        if block.count > Self.many { span = Swift.max(span / 2, 1) }
    }

    private mutating func fill(from: Int, before: Int) -> Bool {
        block.removeAll(keepingCapacity: true)
        var iterator = Occurrences(set.compiled, fromInstant: from, before: before)
        while let occurrence = iterator.next() {
            block.append(occurrence)
            if block.count > Self.tooMany, span > 1 { return false }
        }
        return true
    }
}
