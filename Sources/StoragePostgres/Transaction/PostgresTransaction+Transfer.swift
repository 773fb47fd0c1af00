import Recurrence
import Storage

extension PostgresTransaction {
    func everySeries(after cursor: StoreCursor?, limit: Int) throws -> (series: [SeriesID], next: StoreCursor?) {
        let found = try rows(
            "SELECT key, id FROM series WHERE key > ? ORDER BY key LIMIT ?", [try cursor.key, limit]
        ) { (key: try $0.next(Int64.self), id: try $0.next(SeriesID.self)) }
        return (found.map(\.id), found.count < limit ? nil : found.last.map { StoreCursor([$0.key]) })
    }

    func raiseFiringFloor(of reminder: ReminderID, to instant: UTCInstant) throws {
        forgetReminders()
        post("UPDATE reminder SET floor = greatest(floor, ?1) WHERE id = ?2", [instant, reminder])
    }
}
