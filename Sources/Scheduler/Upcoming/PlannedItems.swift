import Recurrence
import Storage

/// The firings of reminders that exist, in time order, read in pieces.
struct PlannedItems {
    private static let pieceSize = 200

    let query: UpcomingQuery
    let reader: any StoreReader
    private var place: PlannedFiring?
    private var buffer: ArraySlice<UpcomingFiring> = []
    private var isAtEnd = false

    init(query: UpcomingQuery, reader: any StoreReader) {
        (self.query, self.reader) = (query, reader)
        place = query.cursor.map {
            PlannedFiring(reminder: $0.reminder, task: TaskID(UUIDValue(high: 0, low: 0)), fireAt: $0.fireAt)
        }
    }

    mutating func next() throws -> UpcomingFiring? {
        while buffer.isEmpty, !isAtEnd { try fill() }
        return buffer.popFirst()
    }

    private mutating func fill() throws {
        let size = min(Self.pieceSize, query.limit + 1)
        let firings = try reader.upcomingFirings(
            from: query.from, before: query.until, tag: query.tag, project: query.project, after: place,
            limit: size)
        isAtEnd = firings.count < size
        place = firings.last?.firing
        buffer = ArraySlice(firings)
    }
}
