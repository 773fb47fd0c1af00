public import Recurrence

/// Reads tasks.
public protocol TaskReader {
    /// The task with an id; nil when there is none.
    func task(_ id: TaskID) throws -> TaskItem?

    /// The tasks with these ids that there are, in no order.
    func tasks(_ ids: [TaskID]) throws -> [TaskItem]

    /// The task that carries a reminder; nil when there is none.
    func task(withReminder id: ReminderID) throws -> TaskItem?

    /// The tasks that carry these reminders, without those of reminders that are not there. Cost: an index look-up each.
    func owners(ofReminders ids: [ReminderID]) throws -> [ReminderID: TaskID]

    /// The ids of a task's reminders, also of those that cannot be read otherwise.
    func reminderIDs(of task: TaskID) throws -> [ReminderID]

    /// One page of the tasks that a query asks for.
    func tasks(matching query: TaskQuery) throws -> Page<TaskItem, StoreCursor>

    /// Reads the tasks of a page one by one, until `body` returns false, so that no more than one has to be held. Nothing
    /// else can be read in the meantime.
    ///
    /// - Parameters:
    ///   - query: Which tasks, in what order.
    ///   - body: Is passed each task; returns whether it took the task.
    /// - Returns: The cursor after the last task that was taken; nil where none was.
    /// - Throws: ``StoreError``, with code `.invalidCursor` for a cursor of another list; what `body` throws.
    @discardableResult
    func eachTask(matching query: TaskQuery, _ body: (TaskItem) throws -> Bool) throws -> StoreCursor?

    /// How a query is served, without reading a task.
    ///
    /// - Throws: ``StoreError``, with code `.notAvailable` for a filter that the store cannot answer.
    func plan(of query: TaskQuery) throws -> TaskQueryPlan

    /// How many tasks a query asks for, whatever its order, place and limit; up to ``TaskCount/limit`` are counted.
    ///
    /// - Throws: ``StoreError``.
    func count(of query: TaskQuery) throws -> TaskCount

    /// How many tasks of each group a query asks for, whatever its order, place and limit.
    ///
    /// - Parameters:
    ///   - query: Which tasks.
    ///   - grouping: What makes the groups.
    ///   - zone: The zone of days.
    /// - Returns: The groups that have tasks, in their order.
    /// - Throws: ``StoreError``.
    func groups(of query: TaskQuery, by grouping: TaskGrouping, in zone: ZoneRules) throws -> TaskGroups

    /// The earliest instant at which the due loop has work; nil when none is planned. Cost: four index look-ups.
    func nextDueInstant() throws -> UTCInstant?

    /// Planned firings in time order, then by reminder, from an instant on.
    ///
    /// - Parameters:
    ///   - start: The earliest instant.
    ///   - end: The instant before which they end; nil for no end.
    ///   - last: The last firing of an earlier page; nil for the first page.
    ///   - limit: How many at most.
    /// - Returns: The firings, in that order.
    /// - Throws: ``StoreError``.
    func plannedFirings(
        from start: UTCInstant,
        before end: UTCInstant?,
        after last: PlannedFiring?,
        limit: Int
    ) throws -> [PlannedFiring]

    /// The same of the tasks that have a tag and are in a project, with what a list shows of them; nil for all tasks.
    func upcomingFirings(
        from start: UTCInstant,
        before end: UTCInstant?,
        tag: String?,
        project: ProjectID?,
        after last: PlannedFiring?,
        limit: Int
    ) throws -> [UpcomingFiring]
}

/// Writes tasks.
public protocol TaskWriter {
    /// Writes a task whole, new or not, with its reminders.
    ///
    /// An occurrence's series and ledger entry must be there by the end of the transaction; how it recurs is not written.
    /// Of its version, what counts the changes of its series as saved so far is left out.
    ///
    /// - Throws: ``StoreError`` with code `.conflict` when a reminder's or occurrence's id belongs to another task.
    func save(_ task: TaskItem) throws

    /// Writes a task that is no occurrence and was made just now, with its reminders, under ids that were made with it by
    /// chance, so that nothing has to be looked for.
    ///
    /// - Throws: What ``save(_:)`` throws.
    func insert(_ task: TaskItem) throws

    /// Removes a task with all that is its own; the events about it stay.
    func deleteTask(_ id: TaskID) throws

    /// The planned firings up to and including an instant, earliest first.
    func dueFirings(until instant: UTCInstant, limit: Int) throws -> [PlannedFiring]

    /// The open tasks that became overdue up to an instant and have no event of it yet, earliest first.
    func tasksAwaitingOverdueEvent(until instant: UTCInstant, limit: Int) throws -> [TaskItem]

    /// Marks tasks as having had the event that they are overdue, which changes nothing of them that anybody reads.
    func markOverdueNotified(_ tasks: [TaskID]) throws

    /// Records firings, the state in which they leave their reminders, and their events; counts a change of each task.
    ///
    /// A firing is in a ledger that outlives its reminder and its task: one that fired or was reported as missed
    /// is neither a second time, not even after the reminder was deleted and made again with its id.
    ///
    /// - Returns: For each outcome whether it was recorded: false when a firing of this reminder at this instant had
    ///   been recorded before, or lies at or before the reminder's floor (``HistoryWriter/trimFirings(before:after:limit:)``);
    ///   the reminder is left in its new state all the same, and nothing is reported again.
    func record(_ outcomes: [FiringOutcome]) throws -> [Bool]
}

extension TaskWriter {
    /// Looks for it all the same.
    public func insert(_ task: TaskItem) throws { try save(task) }
}

/// A firing that is to come.
public struct PlannedFiring: Hashable, Sendable {
    /// The reminder that will fire.
    public let reminder: ReminderID
    /// Its task.
    public let task: TaskID
    /// When.
    public let fireAt: UTCInstant

    /// Makes a planned firing from its parts.
    public init(reminder: ReminderID, task: TaskID, fireAt: UTCInstant) {
        self.reminder = reminder
        self.task = task
        self.fireAt = fireAt
    }

    /// The id that the firing will have.
    public var firingID: FiringID { FiringID(reminder: reminder, scheduledAt: fireAt) }
}

/// What becomes of a reminder whose time has come.
public struct FiringOutcome: Sendable {
    /// The reminder as it is afterwards.
    public var reminder: Reminder
    /// The task that carries it.
    public var task: TaskID
    /// The firing, fired or missed; nil when it is only held.
    public var firing: Firing?
    /// Its event; nil where there is none.
    public var event: EventDraft?
    /// A note that is kept with it, unless it was recorded before; nil for none.
    public var note: ReminderNote?

    /// Makes an outcome from its parts.
    public init(reminder: Reminder, task: TaskID, firing: Firing?, event: EventDraft? = nil) {
        self.reminder = reminder
        self.task = task
        self.firing = firing
        self.event = event
    }
}
