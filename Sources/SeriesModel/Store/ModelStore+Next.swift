package import Recurrence

/// What comes next: a function of the series, its ledger and the clock.
extension ModelStore {
    /// The set of a series.
    package func slotSet(_ series: ModelSeries) -> SlotSet { SlotSet(series, zones: zones) }

    /// What clocks show now in the zone of a series.
    func localNow(_ series: ModelSeries) -> CivilDateTime { zones.local(at: now, in: series.zone) }

    /// Whether the occurrence of a slot would be past: its due time, or the end of its due day.
    package func isPast(_ slot: CivilTime, in series: ModelSeries) -> Bool {
        zones.end(of: slot.moved(by: series.span), in: series.zone) <= now
    }

    /// The slot that is born when nothing is open; nil where nothing comes any more.
    package func next(in series: ModelSeries) -> CivilTime? {
        guard let frontier = series.frontier else { return nil }
        let slot: CivilTime? =
            switch series.recurrence.anchor {
            case .due:
                slotSet(series).first(after: frontier.slot, now: localNow(series)) {
                    series.recurrence.missed == .keep || !isPast($0, in: series)
                }
            case .completion: nextAfterCompletion(in: series, frontier: frontier.slot)
            }
        guard let slot, series.before.map({ slot < $0 }) ?? true else { return nil }
        return slot
    }

    private func nextAfterCompletion(in series: ModelSeries, frontier: CivilTime) -> CivilTime? {
        let births = series.born.count
        // Reading: COUNT belongs to a rule, so each rule stops by itself; where all did, RDATEs do not count either.
        let rules = series.recurrence.rules.filter { rule in rule.count.map { births < $0 } ?? true }
        guard !rules.isEmpty || series.recurrence.rules.isEmpty else { return nil }
        let base = completionBase(of: series)
        var set = slotSet(series)
        set.rules = rules.map { rule in
            var rule = rule
            (rule.start, rule.count) = (base, nil)
            return rule
        }
        return set.first(after: max(base, frontier), now: localNow(series))
    }

    /// The local day of now at DTSTART's time of day, or the local second where a rule goes below a day.
    func completionBase(of series: ModelSeries) -> CivilTime {
        let today = localNow(series)
        switch series.dtstart {
        case .date: return .date(today.date)
        // Reading: one rule below a day is enough for the local second, since there is one base.
        case .dateTime where series.recurrence.rules.contains(where: \.isBelowADay): return .dateTime(today)
        case .dateTime(let start): return .dateTime(CivilDateTime(date: today.date, secondOfDay: start.secondOfDay))
        }
    }

    /// Whether the series is active and nothing comes after its closed frontier.
    package func isFinished(_ series: ModelSeries) -> Bool {
        guard series.isActive, let frontier = series.frontier, frontier.state != .open else { return false }
        // Reading: a tick bears past slots whatever `missed` says, so with `schedule` every slot beyond counts.
        guard series.recurrence.respawn == .schedule else { return next(in: series) == nil }
        return slotSet(series).first(after: frontier.slot, now: localNow(series)) == nil
    }

    /// Bears the next occurrence where the frontier of an active series is closed.
    mutating func ensure(_ id: SeriesID, _ effects: inout Effects) {
        guard let series = series[id], series.isActive, series.recurrence.respawn == .completion,
            let frontier = series.frontier, frontier.state != .open, let slot = next(in: series)
        else { return }
        // Reading: where several were closed by one command, the last of this series in order of slots is the cause.
        let gone = effects.closed + effects.deleted
        bear(slot, in: id, cause: series.rows.last { gone.contains($0.task) }?.task, &effects)
    }

    /// Makes the row and the task of a slot, from the template.
    mutating func bear(_ slot: CivilTime, in id: SeriesID, cause: TaskID?, _ effects: inout Effects) {
        var series = self[series: id]
        var row = LedgerRow(slot: slot, task: taskID(of: slot, in: series))
        row.number = (series.born.compactMap(\.number).max() ?? 0) + 1
        row.cause = cause
        row.passed = passedOver(before: slot, in: series)
        series.rows.removeAll { $0.slot == slot }
        series.rows.append(row)
        series.rows.sort { $0.slot < $1.slot }
        self[series: id] = series
        let (start, due) = series.times(at: slot)
        tasks[row.task] = ModelTask(
            id: row.task, series: id, content: series.content.copy(at: slot), start: start, due: due,
            zone: series.zone)
        effects.born.append(row.task)
    }

    /// How many slots lie between the frontier and a slot beyond it.
    // Reading: with `anchor=completion` no slots are passed over, since there is no set before the moment of closing.
    private func passedOver(before slot: CivilTime, in series: ModelSeries) -> Int {
        guard series.recurrence.anchor == .due, let frontier = series.frontier, frontier.slot < slot else { return 0 }
        return slotSet(series).slots(after: frontier.slot, through: slot).count - 1
    }

    /// The id of a slot's task: derived from the series and the slot, the next one where another has that.
    func taskID(of slot: CivilTime, in series: ModelSeries) -> TaskID {
        if let row = series.row(at: slot) { return row.task }
        let name = "\(series.id)/\(slot)"
        let rows = self.series.values.flatMap(\.rows)
        func isTaken(_ id: TaskID) -> Bool { tasks[id] != nil || rows.contains { $0.task == id } }
        var (id, suffix) = (TaskID(name), 0)
        while isTaken(id) {
            suffix += 1
            id = TaskID("\(name)#\(suffix)")
        }
        return id
    }

    /// The occurrence that the answer to a closing names.
    package func answerNext(after task: TaskID) -> TaskID? {
        guard let (series, row) = place(of: task) else { return nil }
        if let later = series.rows.first(where: { $0.slot > row.slot && $0.state.hasTask }) { return later.task }
        // Reading: of several series that were split from this one, the one that begins first; where it was split again
        // and its first part has no task left, the one that was split from that.
        var origin = series.id
        while let split = self.series.values.filter({ $0.splitFrom == origin })
            .min(by: { ($0.dtstart, $0.id) < ($1.dtstart, $1.id) })
        {
            if let first = split.rows.first(where: { $0.state.hasTask }) { return first.task }
            origin = split.id
        }
        return nil
    }
}
