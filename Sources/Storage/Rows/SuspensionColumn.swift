package import Basics
import Recurrence

/// What a closed task's reminder was, as it is kept in the reminder's row.
package struct SuspensionColumn: JSONColumn {
    private var state: String
    private var nextFireAt: Int64?
    private var snoozedUntil: Int64?
    private var holdReason: String?
    private var heldFrom: Int64?
    private var heldBy: String?

    package init(_ suspension: Reminder.Suspension) {
        state = suspension.state.rawValue
        nextFireAt = suspension.nextFireAt?.millisecondsSinceEpoch
        snoozedUntil = suspension.snoozedUntil?.millisecondsSinceEpoch
        holdReason = suspension.hold?.reason.rawValue
        heldFrom = suspension.hold?.scheduledAt.millisecondsSinceEpoch
        heldBy = suspension.hold?.pause?.description
    }

    package init(_ fields: JSONFields) throws {
        state = try fields.string("state")
        (nextFireAt, snoozedUntil) = (try instant("nextFireAt"), try instant("snoozedUntil"))
        (holdReason, heldFrom, heldBy) = (
            try fields.string("holdReason"), try instant("heldFrom"), try fields.string("heldBy")
        )
        func instant(_ name: String) throws -> Int64? { try fields.integer(name).map { Int64($0) } }
    }

    package func write(to json: inout JSONWriter) {
        json.field("state", state)
        json.present("nextFireAt", nextFireAt)
        json.present("snoozedUntil", snoozedUntil)
        json.present("holdReason", holdReason)
        json.present("heldFrom", heldFrom)
        json.present("heldBy", heldBy)
    }

    package var suspension: Reminder.Suspension {
        get throws {
            guard let state = Reminder.State(rawValue: state) else {
                throw StoreError(
                    .unavailable, "the store is damaged: the reminders of a closed task cannot be read; run taskd check"
                )
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
