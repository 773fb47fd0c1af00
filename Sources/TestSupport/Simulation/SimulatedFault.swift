import Storage

/// What stands in a row that nobody can read, or make sense of.
struct SimulatedFault {
    enum Table: String {
        case task, reminder
    }

    let table: Table
    let assignment: String
    /// The columns that it is put into.
    let columns: [String]
    /// Whether the model cannot say when the task's reminders go off while it lasts.
    let isLoose: Bool
    /// Whether it is over when the columns hold again what they held.
    let isRestorable: Bool
    /// Whether setting it aside is what mends it, since nothing is kept in the columns but when to look: then a look at
    /// everything takes it back.
    let isPassing: Bool

    private init(
        _ table: Table, _ assignment: String, _ columns: [String], isLoose: Bool = true, isRestorable: Bool = true,
        isPassing: Bool = false
    ) {
        (self.table, self.assignment, self.columns) = (table, assignment, columns)
        (self.isLoose, self.isRestorable, self.isPassing) = (isLoose, isRestorable, isPassing)
    }

    private static let nonsense = """
        {"rrule":["FREQ=NEVER"],"rdate":[],"exdate":[],"anchor":"due","missed":"skip","respawn":"schedule"}
        """

    /// Each passes the checks of its table.
    static let all = [
        SimulatedFault(.task, "location = '[]'", ["location"], isLoose: false),
        SimulatedFault(.task, "subtasks = '[7]'", ["subtasks"], isLoose: false),
        SimulatedFault(.task, "due = 'soon'", ["due"]),
        SimulatedFault(.task, "due = '0000-12-31T16:07:02'", ["due"]),
        SimulatedFault(.task, "due_at = -9000000000000000000", ["due_at"]),
        SimulatedFault(.task, "overdue_at = -9000000000000000000, is_overdue_told = 0", ["overdue_at"]),
        SimulatedFault(.task, "recurrence = '{\"rrule\": 7}'", ["recurrence"]),
        SimulatedFault(.task, "recurrence = '\(nonsense)'", ["recurrence"]),
        SimulatedFault(.task, "projected_at = -9000000000000000000", ["projected_at"], isPassing: true),
        SimulatedFault(.task, "quiet_hours = 'at night'", ["quiet_hours"]),
        SimulatedFault(.task, "time_zone = 'Mars/Olympus'", ["time_zone"]),
        SimulatedFault(.reminder, "at = NULL, offset = 'PT', relative_to = 0", ["at", "offset", "relative_to"]),
        SimulatedFault(.reminder, "repeat_every = 'PT0S', repeat_count = 3", ["repeat_every", "repeat_count"]),
        SimulatedFault(
            .reminder, "next_fire_at = -9000000000000000000", ["next_fire_at"], isRestorable: false, isPassing: true),
        SimulatedFault(.reminder, "scheduled_at = 9000000000000000000", ["scheduled_at"]),
        SimulatedFault(
            .reminder, "hold_reason = 1, held_from = 9000000000000000000", ["hold_reason", "held_from"],
            isRestorable: false),
    ]
}

/// A task of which something cannot be read or worked out.
struct Sickness {
    let fault: SimulatedFault
    /// The statement that puts back what stood in the columns.
    let cure: String
    /// The reminders that waited for something when it began, less those that went off since.
    var waiting: Set<ReminderID>

    /// Whether the task after it was deleted, by which the rules went that it could have been given back.
    var hasLostRules = false

    var isLoose: Bool { fault.isLoose }
    var isRestorable: Bool { fault.isRestorable && !hasLostRules }
}
