import Foundation
import Recurrence
import Storage

/// What a closed task's reminder was, as it is kept in the reminder's row: JSON that is only ever read with it.
///
/// Its properties are the file's format: one that was released keeps its name.
struct SuspensionColumn: Codable {
    private var state: String
    private var nextFireAt: Int64?
    private var snoozedUntil: Int64?
    private var holdReason: String?
    private var heldFrom: Int64?
    private var heldBy: String?

    init(_ suspension: Reminder.Suspension) {
        state = suspension.state.rawValue
        nextFireAt = suspension.nextFireAt?.millisecondsSinceEpoch
        snoozedUntil = suspension.snoozedUntil?.millisecondsSinceEpoch
        holdReason = suspension.hold?.reason.rawValue
        heldFrom = suspension.hold?.scheduledAt.millisecondsSinceEpoch
        heldBy = suspension.hold?.pause?.description
    }

    init(text: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    }

    var text: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }

    var suspension: Reminder.Suspension {
        get throws {
            guard let state = Reminder.State(rawValue: state) else {
                throw StoreError(.unavailable, "the store is damaged: what a closed task's reminder was cannot be read")
            }
            var suspension = Reminder.Suspension(
                state, nextFireAt: nextFireAt.map { UTCInstant(millisecondsSinceEpoch: $0) })
            suspension.snoozedUntil = snoozedUntil.map { UTCInstant(millisecondsSinceEpoch: $0) }
            if let heldFrom, let reason = holdReason.flatMap({ Reminder.Hold.Reason(rawValue: $0) }) {
                suspension.hold = Reminder.Hold(
                    reason, scheduledAt: UTCInstant(millisecondsSinceEpoch: heldFrom),
                    pause: heldBy.flatMap { PauseID($0) })
            }
            return suspension
        }
    }
}
