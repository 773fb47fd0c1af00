import LiteralRecurrence
import Recurrence

/// Draws one command after the other, each for the state that the ones before it left.
package struct HistoryGenerator: Sendable {
    var draw: RuleGenerator
    /// The zone that most tasks of the history have.
    private let zone: String
    private var made = 0

    /// Makes a generator; one seed gives one history.
    package init(seed: UInt64) {
        draw = RuleGenerator(random: SplitMix64(seed: seed))
        zone = draw.random.pick(from: RuleGenerator.zones) ?? "UTC"
    }

    /// A store for the history to begin with.
    package mutating func makeStore(zones: ZoneTable) -> ModelStore {
        let day = draw.start(isDate: true).moved(by: Int.random(in: -3...3, using: &draw.random) * 86_400)
        return ModelStore(now: UTCInstant(secondsSinceEpoch: Int64(day.localSeconds + 8 * 3_600)), zones: zones)
    }

    /// The zones that histories need.
    package static let zoneNames = RuleGenerator.zones

    /// The next command.
    package mutating func command(for store: ModelStore) -> ModelCommand {
        if store.series.isEmpty || (store.series.count < 4 && draw.random.chance(25)) { return create(store) }
        switch Int.random(in: 0..<100, using: &draw.random) {
        case 0..<24: return .complete(task(of: store, closed: 12))
        case 24..<31: return .skip(task(of: store, closed: 12))
        case 31..<36: return setStatus(store)
        case 36..<42: return .reopen(closedTask(of: store))
        case 42..<49: return .delete(task(of: store, closed: 5), scope())
        case 49..<73: return patch(store)
        case 73..<79: return patchSeries(store)
        case 79..<80: return .deleteSeries(seriesID(of: store), draw.random.pick(.keep, .delete))
        case 80..<94: return .advance(to: later(than: store.now))
        case 94..<97: return .undo
        default: return .touch(task(of: store, closed: 5))
        }
    }

    private mutating func create(_ store: ModelStore) -> ModelCommand {
        made += 1
        let isDate = draw.random.chance(3)
        let slot = draw.start(isDate: isDate)
        let span = draw.random.pick(0, 1, 2) * (isDate ? 86_400 : 5_400)
        let hasStart = draw.random.chance(3)
        let zone = draw.random.chance(6) ? (draw.random.pick(from: RuleGenerator.zones) ?? zone) : zone
        let content = Content(title: "T\(made)", tags: ["home"], reminders: draw.reminders(around: slot))
        let recurrence = draw.random.chance(12) ? nil : recurrence(around: slot, in: zone, isNew: true)
        return .create(
            NewTask(
                TaskID("A\(made)"), content, start: hasStart ? slot : nil,
                due: hasStart ? slot.moved(by: span) : slot, zone: zone, recurrence: recurrence))
    }

    /// Members of a recurrence: all that matter for a new one, some for a change.
    mutating func recurrence(around slot: CivilTime, in zone: String, isNew: Bool) -> RecurrencePatch {
        var patch = RecurrencePatch()
        if isNew || draw.random.chance(3) { patch.rrule = draw.rules(around: slot, in: zone) }
        if draw.random.chance(4) { patch.rdate = [near(slot), near(slot)] }
        if draw.random.chance(4) { patch.exdate = [near(slot)] }
        if draw.random.chance(isNew ? 5 : 8) { patch.anchor = draw.random.pick(.completion, .completion, .due) }
        if draw.random.chance(3) { patch.missed = draw.random.pick(.keep, .skip) }
        if draw.random.chance(isNew ? 5 : 6) { patch.respawn = draw.random.pick(.schedule, .completion) }
        if !isNew, patch == RecurrencePatch() { patch.exdate = [near(slot)] }
        return patch
    }

    /// A slot that may well be one: some days from another at the same time of day, or a little off.
    mutating func near(_ slot: CivilTime) -> CivilTime {
        let days = slot.moved(by: Int.random(in: -9...16, using: &draw.random) * 86_400)
        return draw.random.chance(4) && !slot.isDate ? days.moved(by: draw.random.pick(3_600, 1_800)) : days
    }

    private mutating func setStatus(_ store: ModelStore) -> ModelCommand {
        let status: TaskStatus = draw.random.pick(.inProcess, .needsAction, .completed, .cancelled, .cancelled)
        return .setStatus(task(of: store, closed: 3), status, draw.random.pick(.unscoped, .this, .this, .all))
    }

    private mutating func later(than now: UTCInstant) -> UTCInstant {
        let hours = draw.random.pick(1, 6, 24, 24, 72, 240, 1_100)
        return now.advanced(by: .seconds(hours * 3_600 + draw.random.pick(0, 0, 1, 1_799)))
    }

    /// Any scope.
    mutating func scope() -> Scope { draw.random.pick(.unscoped, .this, .following, .all) }

    /// A title that was never there before.
    mutating func title() -> String {
        made += 1
        return "T\(made)"
    }

    /// A task: mostly an open one, once in so many a closed one, seldom one that is gone.
    mutating func task(of store: ModelStore, closed: Int) -> TaskID {
        if draw.random.chance(closed) { return closedTask(of: store) }
        if draw.random.chance(40) { return draw.random.pick(from: store.versions.keys.sorted()) ?? "nobody" }
        let open = store.tasks.values.filter(\.status.isOpen).map(\.id).sorted()
        return draw.random.pick(from: open) ?? closedTask(of: store)
    }

    private mutating func closedTask(of store: ModelStore) -> TaskID {
        let closed = store.tasks.values.filter { !$0.status.isOpen }.map(\.id).sorted()
        return draw.random.pick(from: closed) ?? draw.random.pick(from: store.tasks.keys.sorted()) ?? "nobody"
    }

    /// A series, seldom one that does not exist.
    mutating func seriesID(of store: ModelStore) -> SeriesID {
        draw.random.chance(40) ? "nothing" : draw.random.pick(from: store.series.keys.sorted()) ?? "nothing"
    }
}
