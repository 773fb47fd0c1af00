package import Recurrence

/// Where a series stands, and what has to be known of it to place its occurrences and count their changes.
package struct SeriesPlace: Sendable {
    /// The series.
    package let id: SeriesID
    /// The key of its row.
    package let key: Int64
    /// The local start that slots count from.
    package let start: CivilTime
    /// The changes of it that each of its tasks counts as its own.
    package let sharedChanges: Int

    package init(id: SeriesID, key: Int64, start: CivilTime, sharedChanges: Int) {
        (self.id, self.key, self.start, self.sharedChanges) = (id, key, start, sharedChanges)
    }

    /// The distance of a slot, or of another time, from the start.
    package func slot(of time: CivilTime) -> Int { time.localSeconds - start.localSeconds }

    /// The distance at which a slot is kept.
    ///
    /// - Throws: ``StoreError`` with code `.conflict` where it is no slot of this series.
    package func ownSlot(of recurrenceID: CivilTime) throws -> Int {
        guard recurrenceID.isDate == start.isDate else {
            throw StoreError(.conflict, "\(recurrenceID) is not a slot of the series \(id), which starts at \(start)")
        }
        return slot(of: recurrenceID)
    }

    /// The slot that is kept at a distance.
    package func recurrenceID(at slot: Int) throws -> CivilTime {
        guard let time = start.advanced(bySeconds: slot) else {
            throw StoreError(.unreadable, "a slot is out of range: \(slot) s from \(start)")
        }
        return time
    }
}
