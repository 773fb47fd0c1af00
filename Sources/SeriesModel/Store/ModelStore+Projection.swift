package import Recurrence

/// Slots that no row exists for yet.
extension ModelStore {
    /// The projected slots of a series from one on, up to another, at most so many.
    ///
    /// Ended and finished series have none, nor those that count from completion.
    package func project(
        _ id: SeriesID, from first: CivilTime? = nil, until last: CivilTime, limit: Int = .max
    ) -> [CivilTime] {
        guard let series = series[id], series.isActive, series.recurrence.anchor == .due,
            let frontier = series.frontier
        else { return [] }
        let slots = slotSet(series).slots(after: frontier.slot, through: last).filter { slot in
            slot >= first ?? slot && (series.recurrence.missed == .keep || !isPast(slot, in: series))
        }
        return Array(slots.prefix(limit))
    }

    /// The instants of the reminders of an open occurrence; none for what is closed or gone.
    package func plannedInstants(of id: TaskID) -> [UTCInstant] {
        guard let task = tasks[id], task.status.isOpen else { return [] }
        return plannedInstants(of: task)
    }
}
