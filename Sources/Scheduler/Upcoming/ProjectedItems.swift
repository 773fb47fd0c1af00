import HeapModule
import Recurrence
import Storage

/// The firings of occurrences that no task exists for yet, in time order.
///
/// Each reminder of a series is a stream of its own; a heap holds the next item of each stream that has begun.
/// Series are read in the order of their first projected firing, and only as far as the heap's least item asks for.
struct ProjectedItems {
    /// How many series are read at once at most; the first time few, since a page of near firings asks for few.
    private static let maxPiece = 100

    private let query: UpcomingQuery
    private let reader: any StoreReader
    private let commands: TaskCommands
    private var heap = Heap<ReminderStream>()
    private var waiting: ArraySlice<ProjectedSeries> = []
    private var place: ProjectedSeries?
    private var isAtEnd = false
    private var pieceSize = 8

    init(query: UpcomingQuery, reader: any StoreReader, commands: TaskCommands) {
        (self.query, self.reader, self.commands) = (query, reader, commands)
    }

    /// Whether the next one may go off by an instant; no series is read to tell it.
    mutating func mayHaveOne(until instant: UTCInstant) throws -> Bool {
        if waiting.isEmpty { try fill() }
        return [heap.min?.cursor.fireAt, waiting.first?.instant].contains { $0.map { $0 <= instant } ?? false }
    }

    mutating func next() throws -> ProjectedItem? {
        try openStreams()
        guard var stream = heap.popMin() else { return nil }
        if let until = query.until, stream.cursor.fireAt >= until { return nil }
        let item = stream.item()
        if stream.advance() { heap.insert(stream) }
        return item
    }

    /// Opens the streams of every series whose first projected firing may come before the heap's least.
    private mutating func openStreams() throws {
        while true {
            if waiting.isEmpty { try fill() }
            guard let next = waiting.first else { return }
            if let least = heap.min, least.cursor.fireAt < next.instant { return }
            waiting.removeFirst()
            guard let series = try readable(next.series), query.wants(series) else { continue }
            // What would have fired before is past, and would not come in order.
            let from = max(next.instant, query.cursor?.fireAt ?? query.from)
            for stream in try ReminderStream.all(of: series, from: from, commands: commands, in: reader) {
                open(stream)
            }
        }
    }

    /// The series; nil for one that cannot be read: here is not the place to tell why.
    private func readable(_ id: SeriesID) throws -> Series? {
        do { return try reader.series(id) } catch let error as StoreError where error.code == .unreadable { return nil }
    }

    /// Adds a stream from its first item that is wanted on.
    ///
    /// Where as many begin before it as a page has items, and one that tells whether more follow, nothing of it will be
    /// shown; so what is held does not grow with the number of series.
    private mutating func open(_ stream: ReminderStream) {
        var stream = stream
        while let place = query.cursor, stream.cursor <= place {
            guard stream.advance() else { return }
        }
        heap.insert(stream)
        if heap.count > query.limit + 1 { heap.removeMax() }
    }

    private mutating func fill() throws {
        guard !isAtEnd else { return }
        let found = try reader.projectedSeries(after: place, before: query.until, limit: pieceSize)
        isAtEnd = found.count < pieceSize
        pieceSize = min(2 * pieceSize, Self.maxPiece)
        place = found.last
        waiting = ArraySlice(found)
    }
}

extension UpcomingQuery {
    fileprivate func wants(_ series: Series) -> Bool {
        tag.map { tag in series.tags.contains { $0.isSameTag(as: tag) } } ?? true
            && project.map { $0 == series.projectID } ?? true
    }
}
