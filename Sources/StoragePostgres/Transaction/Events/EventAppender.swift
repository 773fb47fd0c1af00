import Basics
import Filters
import Recurrence
import Storage

/// Appends events to the log, each with the deliveries that the hooks are owed.
///
/// It serves the closures of one commit for as long as no hook changes.
final class EventAppender {
    private let hooks: [(entry: KeyedHook, filter: HookFilter?)]

    init(for transaction: PostgresTransaction) throws {
        hooks = try transaction.hooksByKey().map { entry in
            (
                entry,
                entry.filter.map { HookFilter($0, zone: transaction.hookCache?.zone(of: entry.hook) ?? .utc) }
            )
        }
    }

    /// Appends an event.
    ///
    /// - Returns: Its place in the log.
    func append(_ draft: EventDraft, in transaction: PostgresTransaction) throws -> Int64 {
        let wanting = try hooks.filter { try wants(draft, $0.entry, $0.filter, in: transaction) }
        let sequence = try transaction.nextSequence()
        try transaction.makeRoom(for: sequence)
        transaction.add(
            [
                sequence, draft.id.uuid, draft.type.rawValue, draft.timestamp, TextBytes(bytes: draft.data),
                transaction.trace?.description,
            ], to: .event)
        transaction.findings.note(.init(place: sequence, id: draft.id, time: draft.timestamp))
        transaction.changes.insert(.events)
        let turn = DeliveryTurn.instant(of: draft.type, at: draft.timestamp)
        for (entry, _) in wanting {
            let lane = entry.hook.traffic.ordering == .perTask ? draft.subject?.lane : nil
            transaction.findings.newRows.addDelivery(to: entry.key, of: sequence, turn: turn, lane: lane)
            transaction.changes.insert(.deliveries)
        }
        return sequence
    }

    private func wants(
        _ draft: EventDraft, _ entry: KeyedHook, _ filter: HookFilter?, in transaction: PostgresTransaction
    ) throws -> Bool {
        guard entry.hook.wants(draft.type, about: draft.subject) else { return false }
        return try filter?.admits(draft, in: transaction) ?? true
    }
}
