import Recurrence
import Storage

/// The firings of reminders that exist, in time order, read in pieces.
struct PlannedItems {
    private static let pieceSize = 200

    let query: UpcomingQuery
    let reader: any StoreReader
    private var place: PlannedFiring?
    private var buffer: ArraySlice<UpcomingItem> = []
    private var isAtEnd = false

    init(query: UpcomingQuery, reader: any StoreReader) {
        (self.query, self.reader) = (query, reader)
        place = query.cursor.map {
            PlannedFiring(reminder: $0.reminder, task: TaskID(UUIDValue(high: 0, low: 0)), fireAt: $0.fireAt)
        }
    }

    mutating func next() throws -> UpcomingItem? {
        while buffer.isEmpty, !isAtEnd { try fill() }
        return buffer.popFirst()
    }

    private mutating func fill() throws {
        let size = min(Self.pieceSize, query.limit + 1)
        let firings = try reader.plannedFirings(from: query.from, before: query.until, after: place, limit: size)
        isAtEnd = firings.count < size
        place = firings.last
        let tasks = try reader.tasks(Array(Set(firings.map(\.task))))
        let places = Dictionary(tasks.indices.map { (tasks[$0].id, $0) }) { $1 }
        buffer = ArraySlice(
            firings.compactMap { firing in
                guard let task = places[firing.task].map({ tasks[$0] }), query.wants(task) else { return nil }
                guard let reminder = task.reminders.first(where: { $0.id == firing.reminder }) else { return nil }
                return UpcomingItem(reminder, of: task, fireAt: firing.fireAt, isProjected: false)
            })
    }
}

extension UpcomingQuery {
    func wants(_ task: TaskItem) -> Bool {
        tag.map(task.tags.contains) ?? true
    }
}
