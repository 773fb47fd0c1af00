package import Recurrence

/// What the clock alone does.
extension ModelStore {
    // Reading: ticks run when the clock is moved and not at the end of other commands; `advance` to now runs them alone.
    /// Moves the clock and lets every series with `respawn=schedule` catch up.
    // Reading: the hundred births a turn cannot be seen from outside, so turns run until nothing is left to do.
    mutating func advance(to instant: UTCInstant, _ effects: inout Effects) {
        now = max(now, instant)
        for id in series.keys.sorted() { tick(id, &effects) }
        touchReminded()
    }

    private mutating func tick(_ id: SeriesID, _ effects: inout Effects) {
        let series = self[series: id]
        guard series.isActive, series.recurrence.respawn == .schedule, let frontier = series.frontier else { return }
        let last = CivilTime.dateTime(localNow(series)).moved(by: longestLead(of: series))
        let due = slotSet(series).slots(after: frontier.slot, through: series.isDate ? .date(last.date) : last)
            .filter { appears($0, in: series) <= now }
        switch series.recurrence.missed {
        case .skip:
            if let slot = due.last { bear(slot, in: id, cause: nil, &effects) }
        case .keep:
            let room = max(0, Self.mostOpen - series.rows.filter { $0.state == .open }.count)
            for slot in due.prefix(room) { bear(slot, in: id, cause: nil, &effects) }
        }
        if !due.isEmpty { effects.addressed.insert(id) }
    }

    /// The earliest of a slot's instant and the instants of the reminders its occurrence will have.
    package func appears(_ slot: CivilTime, in series: ModelSeries) -> UTCInstant {
        let (start, due) = series.times(at: slot)
        let task = ModelTask(
            id: "", content: series.content.copy(at: slot), start: start, due: due, zone: series.zone)
        return plannedInstants(of: task).reduce(zones.instant(of: slot, in: series.zone), min)
    }

    /// Local seconds by which an occurrence can certainly not appear earlier than its slot.
    private func longestLead(of series: ModelSeries) -> Int {
        let leads = series.content.reminders.map { reminder in
            switch reminder.trigger {
            case .offset(let offset, _): abs(offset.days) * 86_400 + abs(offset.seconds)
            case .distance(let distance): abs(distance)
            case .at: 0
            }
        }
        return (leads.max() ?? 0) + abs(series.span) + 3 * 86_400
    }

    /// The instants at which the reminders of a task are planned, in the order of the reminders.
    ///
    /// A reminder whose time the task does not have has none.
    package func plannedInstants(of task: ModelTask) -> [UTCInstant] {
        task.content.reminders.compactMap { reminder in
            switch reminder.trigger {
            case .at(let time): return zones.instant(of: .dateTime(time), in: task.zone)
            case .distance: return nil
            case .offset(let offset, let anchor):
                guard let time = anchor == .due ? task.due : task.start else { return nil }
                let base = time.isDate ? time.startOfDayOrTime.date : nil
                let from = base.map { CivilDateTime(date: $0, secondOfDay: Self.dayStart) } ?? time.startOfDayOrTime
                return zones[task.zone].instant(of: from, adding: offset)
            }
        }
    }

    /// An occurrence is touched when a reminder of it fires or is reported missed.
    // Reading: at the end of each advance every planned instant that is not in the future has done one of the two.
    private mutating func touchReminded() {
        for id in series.keys {
            for row in self[series: id].rows where row.state == .open && !row.isTouched {
                guard plannedInstants(of: self[task: row.task]).contains(where: { $0 <= now }) else { continue }
                self[series: id].changeRow(of: row.task) { $0.isTouched = true }
            }
        }
    }
}
