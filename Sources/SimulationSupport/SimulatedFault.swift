import Storage
import TestSupport

/// What stands in a row that nobody can read, or make sense of.
struct SimulatedFault {
    enum Table: String {
        case task, reminder, series
    }

    let table: Table
    let assignment: String
    /// The columns that it is put into.
    let columns: [String]
    /// Whether the model cannot say when the task's reminders go off while it lasts.
    let isLoose: Bool
    /// Whether it is over when the columns hold again what they held.
    let isRestorable: Bool
    /// Whether it is mended by being met or set aside, since nothing is kept in the columns but when to look: then a look
    /// at everything takes it back.
    let isPassing: Bool
    /// Whether a series says nothing any more of how it recurs, so that a task that is mended begins one of its own.
    let isMute: Bool

    private init(
        _ table: Table, _ assignment: String, _ columns: [String], isLoose: Bool = true, isRestorable: Bool = true,
        isPassing: Bool = false, isMute: Bool = false
    ) {
        (self.table, self.assignment, self.columns) = (table, assignment, columns)
        (self.isLoose, self.isRestorable) = (isLoose, isRestorable)
        (self.isPassing, self.isMute) = (isPassing, isMute)
    }

    private static let nonsense = """
        [{"rrule":"FREQ=NEVER","start":"2026-03-01"}]
        """

    /// Each passes the checks of its table.
    static let all = [
        SimulatedFault(.task, "location = '[]'", ["location"], isLoose: false),
        SimulatedFault(.task, "subtasks = '[7]'", ["subtasks"], isLoose: false),
        SimulatedFault(.task, "due = 'soon'", ["due"]),
        SimulatedFault(.task, "due = '0000-12-31T16:07:02'", ["due"]),
        SimulatedFault(.task, "due_at = -9000000000000000000", ["due_at"]),
        SimulatedFault(.task, "overdue_at = -9000000000000000000, is_overdue_told = 0", ["overdue_at"]),
        SimulatedFault(.series, "shown = '{\"rrule\": 7}'", ["shown"], isLoose: false, isMute: true),
        SimulatedFault(.series, "start = '0000-01-01'", ["start"], isLoose: false, isMute: true),
        SimulatedFault(.series, "rules = '\(nonsense)'", ["rules"], isLoose: false),
        SimulatedFault(
            .series, "projected_at = -9000000000000000000", ["projected_at"], isLoose: false, isPassing: true),
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

/// A task or series of which something cannot be read or worked out.
struct Sickness {
    let fault: SimulatedFault
    /// The statement that puts back what stood in the columns.
    let cure: String
    /// The reminders that waited for something when it began, less those that went off since.
    var waiting: Set<ReminderID>

    var isLoose: Bool { fault.isLoose }
    var isRestorable: Bool { fault.isRestorable }
}
