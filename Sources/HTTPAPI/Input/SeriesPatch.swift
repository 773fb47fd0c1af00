import Basics
import Recurrence
import Scheduler
import Storage

/// A merge patch (RFC 7396) of a series.
struct SeriesPatch: Sendable {
    /// What a series has beside the fields of a task.
    private static let own = ["dtstart", "state"]
    /// What can be changed of it.
    private static let writable =
        own + [
            "title", "description", "priority", "tags", "location", "quietHours", "reminders", "subtasks", "timeZone",
            "recurrence",
        ]
    /// What a task has, and a series has not.
    private static let ofOccurrences = ["start", "due", "status", "progress"]
    private static let readOnly: Set<String> = [
        "id", "version", "explanation", "hasStart", "hasDue", "span", "endReason", "endedBy", "splitFrom", "before",
        "next", "counts", "createdAt", "updatedAt",
    ]

    private enum State: String, CaseIterable {
        case active
    }

    private let changes: JSONValue
    private let start: TaskDraft.Time?
    private let isRevived: Bool

    /// Reads what stands in no task, and refuses what no series has.
    ///
    /// - Throws: A ``Problem`` that names each field at fault.
    init(_ changes: JSONValue) throws {
        self.changes = changes
        let collector = ProblemCollector()
        var reader = ObjectReader(changes, at: "", collector)
        for name in Self.own where reader.isNull(name) { collector.add(reader.place(name), "must not be null") }
        start = reader.text("dtstart", TaskDraft.Time.form) { TaskDraft.Time($0) }
        isRevived = reader.choice("state", State.self) != nil
        if isRevived, reader.isNull("recurrence") {
            collector.add("/recurrence", "must not be null where state is active: without it nothing recurs")
        }
        for name in Self.ofOccurrences where reader.holds(name) {
            collector.add(reader.place(name), "belongs to a single occurrence; change its task")
        }
        reader.ignore(Self.writable + Self.ofOccurrences)
        reader.finish(readOnly: Self.readOnly)
        try collector.throwIfAny()
    }

    /// Carries it out.
    ///
    /// - Throws: What `TaskCommands.update` throws, and what is wrong with the patch.
    func apply(
        to id: SeriesID, by commands: TaskCommands, in transaction: any StoreTransaction, now: UTCInstant
    ) throws {
        let start = try start(of: id, zones: commands.zones, in: transaction)
        _ = try commands.update(id, start: start, isRevived: isRevived, in: transaction, now: now) { prototype in
            let draft = try draft(of: prototype, from: start)
            var checked = try commands.checked(draft)
            checked.named = TaskFields(members: changes.memberNames)
            return checked
        }
    }

    /// The local start that is asked for, in the zone that the series will have; nil for none.
    private func start(of id: SeriesID, zones: ZoneDatabase, in reader: any StoreReader) throws -> CivilTime? {
        guard let start else { return nil }
        let local: LocalTime?
        switch start {
        case .civil(let civil): local = LocalTime(civil)
        case .instant(let instant):
            // Without a series, or with a zone that there is none of, the command itself refuses.
            guard let name = try changes["timeZone"]?.string ?? reader.series(id)?.timeZone,
                let zone = try? zones.rules(for: name)
            else { return nil }
            local = LocalTime(instant, in: zone)
        }
        guard let local else {
            throw Problem([InputProblem(pointer: "/dtstart", detail: TimeRange.requirement)])
        }
        return local.civil
    }

    private func draft(of prototype: TaskItem, from start: CivilTime?) throws -> TaskDraft {
        var draft = try TaskDraft(patching: prototype, with: changes, besides: Self.own)
        let ticked = draft.subtasks.indices.filter { draft.subtasks[$0].isCompleted }
        guard ticked.isEmpty else {
            throw Problem(
                ticked.map {
                    InputProblem(pointer: "/subtasks/\($0)/isCompleted", detail: "belongs to a single occurrence")
                })
        }
        // New rules must fit the new start.
        if let start, changes["recurrence"]?["rrule"] != nil { draft.move(to: start) }
        return draft
    }
}

extension TaskDraft {
    /// Puts the times to another place, each at that very one: how they lie to each other does not matter.
    fileprivate mutating func move(to time: CivilTime) {
        if start != nil { start = .civil(time) }
        if due != nil { due = .civil(time) }
    }
}
