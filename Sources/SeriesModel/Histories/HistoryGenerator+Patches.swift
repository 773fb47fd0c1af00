import LiteralRecurrence
import Recurrence

/// The commands that change content, times and rules.
extension HistoryGenerator {
    mutating func patch(_ store: ModelStore) -> ModelCommand {
        let id = task(of: store, closed: 9)
        guard let task = store.tasks[id] else { return .patch(id, scope(), TaskPatch(title: title())) }
        var patch = TaskPatch()
        let kind = Int.random(in: 0..<12, using: &draw.random)
        if kind < 4 || kind == 11 { addContent(to: &patch, of: task) }
        if (4..<8).contains(kind) || kind == 11 { addTimes(to: &patch, of: task) }
        if kind >= 8 { addRecurrence(to: &patch, of: task, in: store) }
        return .patch(id, scope(), patch)
    }

    private mutating func addContent(to patch: inout TaskPatch, of task: ModelTask) {
        if draw.random.chance(2) { patch.title = title() }
        if draw.random.chance(3) { patch.priority = draw.random.pick(.low, .medium, .high, .urgent) }
        if draw.random.chance(3) { patch.tags = [draw.random.pick("home", "work"), title()] }
        if draw.random.chance(3) { patch.reminders = draw.reminders(around: task.base) }
        if patch.contentFields.isEmpty { patch.title = title() }
    }

    /// Moves a task as a whole or its due time alone, and now and then makes days of times or the reverse.
    private mutating func addTimes(to patch: inout TaskPatch, of task: ModelTask) {
        if draw.random.chance(5) { patch.timeZone = draw.random.pick(from: HistoryGenerator.zoneNames) }
        guard let due = task.due, patch.timeZone == nil || draw.random.chance(3) else { return }
        if draw.random.chance(6) { return changeKind(in: &patch, of: task) }
        let day = 86_400
        var move = draw.random.pick(day, -day, 7 * day, -7 * day, 2 * day)
        if !due.isDate, draw.random.chance(2) { move = draw.random.pick(3_600, -3_600, 1_800, 9_000) }
        patch.due = due.moved(by: move)
        if let start = task.start { patch.start = start.moved(by: draw.random.chance(4) ? min(move, 0) : move) }
    }

    private mutating func changeKind(in patch: inout TaskPatch, of task: ModelTask) {
        let clock = draw.clock()
        func other(_ time: CivilTime) -> CivilTime {
            time.isDate ? local("\(time.date)T\(clock)") : .date(time.date)
        }
        patch.start = task.start.map(other)
        patch.due = task.due.map(other)
    }

    private mutating func addRecurrence(to patch: inout TaskPatch, of task: ModelTask, in store: ModelStore) {
        guard let slot = store.place(of: task.id)?.row.slot ?? task.base else { return }
        guard !draw.random.chance(20) else {
            patch.recurrence = .null
            return
        }
        patch.recurrence = .members(recurrence(around: slot, in: task.zone, isNew: task.series == nil))
    }

    mutating func patchSeries(_ store: ModelStore) -> ModelCommand {
        let id = seriesID(of: store)
        guard let series = store.series[id], let slot = series.frontier?.slot else {
            return .patchSeries(id, SeriesPatch())
        }
        var (changes, dtstart) = (TaskPatch(), nil as CivilTime?)
        switch Int.random(in: 0..<6, using: &draw.random) {
        case 0: changes.title = title()
        case 1:
            dtstart = near(series.dtstart)
            if draw.random.chance(3) { changes.reminders = draw.reminders(around: dtstart) }
        case 2: changes.timeZone = draw.random.pick(from: HistoryGenerator.zoneNames)
        case 3: changes.priority = draw.random.pick(.low, .medium, .high)
        default: changes.recurrence = .members(recurrence(around: slot, in: series.zone, isNew: false))
        }
        let revives = !series.isActive && !draw.random.chance(3)
        return .patchSeries(id, SeriesPatch(changes, dtstart: dtstart, revives: revives))
    }
}
