import Recurrence
import Storage

/// The reminders that one transaction has to see to, read a few at a time in the order of their turn.
struct DueFirings: Sendable {
    /// Those that were read and not taken yet.
    private var listed: ArraySlice<PlannedFiring>
    /// Where to read on; nil when all were read.
    private var rest: Rest?

    private struct Rest {
        let begin: UTCInstant
        let end: UTCInstant
        /// The last that was read.
        var last: PlannedFiring?
        /// How many more there may be.
        var limit: Int

        /// Reads the next, so many at most.
        ///
        /// - Returns: Where to read on.
        func next(_ count: Int, from reader: any StoreReader) throws -> (firings: [PlannedFiring], rest: Rest?) {
            let count = min(count, limit)
            let firings = try reader.plannedFirings(from: begin, before: end, after: last, limit: count)
            guard firings.count == count, count < limit else { return (firings, nil) }
            return (firings, Rest(begin: begin, end: end, last: firings.last, limit: limit - count))
        }
    }

    /// Those of a list.
    init(_ listed: [PlannedFiring]) {
        self.listed = listed[...]
    }

    /// Those that are due up to an instant, so many at most; the first few are read at once.
    ///
    /// - Parameters:
    ///   - begin: From when they are due; nil for whenever.
    ///   - now: Up to when they are due.
    ///   - limit: How many at most.
    ///   - reader: Where the first are read.
    /// - Throws: ``StoreError``.
    init(from begin: UTCInstant?, until now: UTCInstant, limit: Int, in reader: any StoreReader) throws {
        let rest = Rest(
            begin: begin ?? UTCInstant(millisecondsSinceEpoch: .min), end: now.advanced(by: .milliseconds(1)),
            limit: limit)
        let first = try rest.next(FiringPipeline.minCount, from: reader)
        (listed, self.rest) = (first.firings[...], first.rest)
    }

    var isEmpty: Bool { listed.isEmpty }

    /// Whether there are so many that a second thread is worth it.
    var isLarge: Bool { listed.count >= FiringPipeline.minCount }

    /// Takes the next, so many at most; none when all were taken.
    mutating func next(_ count: Int, from reader: any StoreReader) throws -> [PlannedFiring] {
        if listed.isEmpty, let further = try rest?.next(count, from: reader) {
            (listed, rest) = (further.firings[...], further.rest)
        }
        defer { listed = listed.dropFirst(count) }
        return Array(listed.prefix(count))
    }

    /// Takes all.
    mutating func all(from reader: any StoreReader) throws -> [PlannedFiring] {
        let listed = try next(.max, from: reader)
        return rest == nil ? listed : try listed + next(.max, from: reader)
    }
}
