package import Recurrence

/// The key of a firing's row.
package struct FiringKey: Hashable {
    package var reminderKey: Int64
    package var scheduledAt: UTCInstant

    package init(reminderKey: Int64, scheduledAt: UTCInstant) {
        (self.reminderKey, self.scheduledAt) = (reminderKey, scheduledAt)
    }

    package var cursor: StoreCursor { StoreCursor([reminderKey, scheduledAt.millisecondsSinceEpoch]) }
}

extension FiringKey {
    /// - Throws: ``StoreError`` with code `.invalidCursor`.
    package init(_ cursor: StoreCursor) throws {
        let values = try cursor.values(2)
        (reminderKey, scheduledAt) = (values[0], UTCInstant(millisecondsSinceEpoch: values[1]))
    }
}
