import Basics
package import Recurrence
package import Storage

/// A task in an export, whatever its state, with its reminders and parts; one some of whose fields cannot be read is left
/// out.
package struct TaskRecord: TransferRecord {
    package static let kind = "task"
    package static let blank = TaskRecord(TaskItem(id: .unread, title: "", timeZone: "UTC", now: .unread))

    var task: TaskItem
    private var seriesID: SeriesID?
    private var recurrenceID: CivilTime?
    private var reminders: [ReminderRecord]
    private var subtasks: [SubtaskRecord]

    /// Takes a task, of which nothing is known of earlier firings.
    init(_ task: TaskItem) {
        self.task = task
        self.task.attachments.removeAll(where: \.isContent)
        (seriesID, recurrenceID) = (task.occurrence?.series, task.occurrence?.recurrenceID)
        reminders = task.reminders.map { ReminderRecord(reminder: $0) }
        subtasks = task.subtasks.map { SubtaskRecord(subtask: $0) }
    }

    /// Takes a task as it is stored.
    init(_ task: TaskItem, in reader: any StoreReader) throws {
        self.init(task)
        for index in reminders.indices {
            let id = reminders[index].reminder.id
            let ends = [try reader.firingFloor(of: id), try reader.lastFiring(of: id)]
            reminders[index].firedThrough = ends.compactMap(\.self).max()
        }
    }

    package static func visitFields(_ fields: inout some FieldVisitor<TaskRecord>) {
        fields.field("id", \.task.id, or: .unread, FieldRule.any.required)
        fields.field("version", \.task.version, or: 1, .counting(from: 1))
        fields.part(\.task.content)
        fields.field("status", \.task.status, or: .needsAction)
        fields.field("start", \.task.start, or: nil)
        fields.field("due", \.task.due, or: nil)
        fields.field("timeZone", \.task.timeZone, or: "UTC", .text(1...TaskDraft.Bounds.zoneLength).required)
        fields.field("isOverdueTold", \.task.isOverdueNotified, or: false)
        fields.field("seriesId", \.seriesID, or: nil)
        fields.field("recurrenceId", \.recurrenceID, or: nil)
        fields.field("reminders", \.reminders, or: [], .list(atMost: TaskDraft.Bounds.reminders))
        fields.field("subtasks", \.subtasks, or: [], .list(atMost: TaskDraft.Bounds.subtasks))
        fields.field("blockedBy", \.task.blockedBy, or: [], .different(atMost: TaskDraft.Bounds.blockers))
        fields.field("sortOrder", \.task.sortOrder, or: nil)
        fields.field("ownProgress", \.task.ownProgress, or: 0, .percentage)
        fields.field("createdAt", \.task.createdAt, or: .unread, FieldRule.any.required)
        fields.field("updatedAt", \.task.updatedAt, or: .unread, FieldRule.any.required)
        fields.field("completedAt", \.task.completedAt, or: nil)
    }

    package func checkTogether(at pointer: String, noting problems: inout [InputProblem]) {
        if (seriesID == nil) != (recurrenceID == nil) {
            problems.append("\(pointer)/recurrenceId", "must be present if and only if seriesId is")
        }
        if let start = task.start, let due = task.due, start.civil.isDate != due.civil.isDate {
            problems.append("\(pointer)/due", "must be a date if start is a date, and a time if start is a time")
        }
        task.attachments.checkLinks(at: pointer, noting: &problems)
        if let place = task.blockedBy.firstIndex(of: task.id) {
            problems.append("\(pointer)/blockedBy/\(place)", "must not be the task itself")
        }
        if task.status.isOpen != (task.completedAt == nil) {
            let complaint = task.status.isOpen ? "must be omitted" : "is required"
            problems.append("\(pointer)/completedAt", "\(complaint), since the status is \(task.status.rawValue)")
        }
        problems.check(unique: reminders.map(\.reminder.id), "\(pointer)/reminders", member: "/id")
        problems.check(unique: subtasks.map(\.subtask.id), "\(pointer)/subtasks", member: "/id")
    }

    package static func each(
        in reader: any StoreReader, at now: UTCInstant, _ body: (TaskRecord?) throws -> Void
    ) throws {
        var cursor: StoreCursor?
        repeat {
            let page = try reader.everyTask(after: cursor, limit: 100)
            for task in page.tasks {
                let isWhole = task.setAside?.unreadableFields.isEmpty ?? true
                try body(isWhole ? TaskRecord(task, in: reader) : nil)
            }
            cursor = page.next
        } while cursor != nil
    }

    package func stored(in reader: any StoreReader) throws -> TaskRecord? {
        try reader.task(task.id).map { found in
            var found = found
            // One that it waits for may stand behind it in the file, and not be there yet.
            if try reader.blockers(of: task.id) == task.blockedBy {
                found.blockedBy = task.blockedBy
            }
            return try TaskRecord(found, in: reader)
        }
    }

    package mutating func settle(at site: ImportSite, noting problems: inout [InputProblem]) throws {
        task.reminders = reminders.map(\.reminder)
        task.subtasks = subtasks.map(\.subtask)
        try site.check(project: task.projectID, at: "/projectId", noting: &problems)
        task.tags = try site.reader.tagNames(task.tags)
        task.occurrence = try occurrence(at: site, noting: &problems)
        guard let plan = site.plan(for: task.timeZone, noting: &problems) else { return }
        guard plan.represents(task) else { return problems.append("/due", TimeRange.requirement) }
        plan.rederive(&task)
        // Who exported it has told of it, or nobody did while there was time.
        if task.isOverdue(at: site.now) { task.isOverdueNotified = true }
        for index in task.reminders.indices { try task.reminders[index].settle(at: site) }
        for (index, reminder) in task.reminders.enumerated() { reminders[index].reminder = reminder }
    }

    /// Its place in its series, as the ledger has it; nil for none.
    private func occurrence(
        at site: ImportSite, noting problems: inout [InputProblem]
    ) throws -> SeriesOccurrence? {
        guard let seriesID, let recurrenceID else { return nil }
        let entry = try site.reader.entry(of: seriesID, at: recurrenceID)
        if site.requiresReferences, entry?.task != task.id || entry?.state.hasTask != true {
            problems.append(
                "/recurrenceId", "is of no occurrence that the series \(seriesID) knows; import its occurrence first")
        }
        return SeriesOccurrence(series: seriesID, number: entry?.number ?? 1, recurrenceID: recurrenceID)
    }

    package func save(at site: ImportSite, in transaction: any StoreTransaction) throws {
        var task = task
        task.attachments += try transaction.task(task.id)?.attachments.filter(\.isContent) ?? []
        try transaction.save(task)
        if !task.blockedBy.isEmpty { try site.commands.checkRing(ofRestored: task, in: transaction) }
        for reminder in reminders {
            guard let instant = reminder.firedThrough else { continue }
            try transaction.raiseFiringFloor(of: reminder.reminder.id, to: instant)
        }
    }

    package func event(isNew: Bool, at site: ImportSite, in reader: any StoreReader) throws -> EventDraft? {
        try reader.task(task.id).map { .about($0, isNew ? .taskCreated : .taskUpdated, now: site.now) }
    }
}

extension Reminder {
    /// Lets nothing of it fire that was to fire before it came here.
    ///
    /// That is missed, and nobody is told; repetitions that are still to come go on.
    fileprivate mutating func settle(at site: ImportSite) throws {
        let isPast = nextFireAt.map { $0 <= site.now } ?? false
        let pause = try hold?.pause.map { try site.reader.pause($0) }
        let isLost = site.requiresReferences && pause.map { $0?.isLasting(at: site.now) != true } ?? false
        guard isPast || isLost else { return }
        if let dueAt = nextFireAt ?? hold?.scheduledAt { _ = goOff(by: site.now, dueAt: dueAt) }
        state = .missed
    }
}

/// A reminder of a task in an export, with what it is waiting for.
struct ReminderRecord: FieldObject, FieldElement {
    static let schemaName = "ReminderRecord"
    static let blank = ReminderRecord(
        reminder: Reminder(id: .unread, trigger: .offset(CalendarDuration(), from: .due)), isTriggered: false)

    var reminder: Reminder
    /// The instant up to which it fired or was reported as missed, itself included; nil where it never was.
    var firedThrough: UTCInstant?
    private var isTriggered = true
    private var givenOrigin: ReminderID?

    init(reminder: Reminder) {
        self.init(reminder: reminder, isTriggered: true)
    }

    private init(reminder: Reminder, isTriggered: Bool) {
        (self.reminder, self.isTriggered) = (reminder, isTriggered)
    }

    static func visitFields(_ fields: inout some FieldVisitor<ReminderRecord>) {
        fields.field("id", \.id, or: .unread, FieldRule.any.required)
        fields.field("origin", \.origin, or: nil)
        fields.field("offset", \.offset, or: nil)
        fields.field("relativeTo", \.base, or: nil)
        fields.field("at", \.time, or: nil)
        fields.field("repeat", \.reminder.repetition, or: nil)
        fields.field("catchUp", \.reminder.catchUpWindow, or: nil, .within(.zero ... .seconds(366 * 86_400)))
        fields.field("keepOnCompletion", \.reminder.isKeptOnCompletion, or: false)
        fields.field("state", \.reminder.state, or: .scheduled)
        fields.field("scheduledAt", \.reminder.scheduledAt, or: nil)
        fields.field("nextFireAt", \.reminder.nextFireAt, or: nil)
        fields.field("snoozedUntil", \.reminder.snoozedUntil, or: nil)
        fields.field("repetitionsDone", \.reminder.repetitionsDone, or: 0, .counting(from: 0))
        fields.field("hold", \.hold, or: nil)
        fields.field("suspended", \.suspension, or: nil)
        fields.field("firedThrough", \.firedThrough, or: nil)
    }

    func checkTogether(at pointer: String, noting problems: inout [InputProblem]) {
        if !isTriggered { problems.append(pointer, "must have either offset or at") }
    }

    private var id: ReminderID {
        get { reminder.id }
        set { (reminder.id, reminder.origin) = (newValue, givenOrigin ?? newValue) }
    }

    /// Its own id is left out.
    private var origin: ReminderID? {
        get { reminder.origin == reminder.id ? nil : reminder.origin }
        set { (givenOrigin, reminder.origin) = (newValue, newValue ?? reminder.id) }
    }

    private var offset: CalendarDuration? {
        get { if case .offset(let offset, _) = reminder.trigger { offset } else { nil } }
        set { if let newValue { (reminder.trigger, isTriggered) = (.offset(newValue, from: .due), true) } }
    }

    private var base: Reminder.Base? {
        get { if case .offset(_, let base) = reminder.trigger { base } else { nil } }
        set {
            guard let newValue, case .offset(let offset, _) = reminder.trigger else { return }
            reminder.trigger = .offset(offset, from: newValue)
        }
    }

    private var time: LocalTime? {
        get { if case .at(let time) = reminder.trigger { time } else { nil } }
        set { if let newValue { (reminder.trigger, isTriggered) = (.at(newValue), true) } }
    }

    private var hold: HoldRecord? {
        get { reminder.hold.map { HoldRecord($0) } }
        set { reminder.hold = newValue?.hold }
    }

    private var suspension: SuspensionRecord? {
        get { reminder.suspended.map { SuspensionRecord(suspension: $0) } }
        set { reminder.suspended = newValue?.suspension }
    }
}

/// What holds a reminder, in an export.
private struct HoldRecord: FieldObject {
    static let schemaName = "HoldRecord"
    static let blank = HoldRecord(Reminder.Hold(.quietHours, scheduledAt: .unread))

    var hold: Reminder.Hold

    init(_ hold: Reminder.Hold) {
        self.hold = hold
    }

    static func visitFields(_ fields: inout some FieldVisitor<HoldRecord>) {
        fields.field("reason", \.hold.reason, or: .quietHours, FieldRule.any.required)
        fields.field("scheduledAt", \.hold.scheduledAt, or: .unread, FieldRule.any.required)
        fields.field("pause", \.hold.pause, or: nil)
    }
}

/// What a reminder was before its task was closed, in an export.
private struct SuspensionRecord: FieldObject {
    static let schemaName = "SuspensionRecord"
    static let blank = SuspensionRecord(suspension: Reminder.Suspension(.scheduled, nextFireAt: nil))

    var suspension: Reminder.Suspension

    static func visitFields(_ fields: inout some FieldVisitor<SuspensionRecord>) {
        fields.field("state", \.suspension.state, or: .scheduled)
        fields.field("nextFireAt", \.suspension.nextFireAt, or: nil)
        fields.field("snoozedUntil", \.suspension.snoozedUntil, or: nil)
        fields.field("hold", \.hold, or: nil)
    }

    private var hold: HoldRecord? {
        get { suspension.hold.map { HoldRecord($0) } }
        set { suspension.hold = newValue?.hold }
    }
}

/// A part of a task in an export.
private struct SubtaskRecord: FieldObject, FieldElement {
    static let schemaName = "SubtaskRecord"
    static let blank = SubtaskRecord(subtask: Subtask(id: .unread, title: ""))

    var subtask: Subtask

    static func visitFields(_ fields: inout some FieldVisitor<SubtaskRecord>) {
        fields.field("id", \.subtask.id, or: .unread, FieldRule.any.required)
        fields.field("title", \.subtask.title, or: "", .text(1...TaskContent.Bounds.titleLength).required)
        fields.field("isCompleted", \.subtask.isCompleted, or: false)
    }
}

extension Reminder.State: FieldChoice {}
extension Reminder.Hold.Reason: FieldChoice {}
