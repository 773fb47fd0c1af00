import Recurrence
import Storage
import TestSupport

/// What a task is to do, worked out from its definition with nothing but Recurrence: the simulation's own opinion.
struct ExpectedTask {
    /// Where offset reminders of a date count from, in seconds after local midnight.
    static let dayStart = 9 * 3_600

    var id: TaskID
    let zone: ZoneRules
    var title: String
    var due: CivilTime
    var recurrence: TaskRecurrence?
    var place: SeriesOccurrence?
    var reminders: [ExpectedReminder]
    var priority = TaskPriority.none
    var tags: [String] = []
    var quietHours: QuietHoursChoice?
    var isOpen = true
    var isOverdueNotified = false
    /// What its reminders were when it was closed, and which pauses wanted then what they held to be skipped.
    var remembered: (reminders: [ExpectedReminder], skippingPauses: Set<PauseTarget>)?

    /// The instant of the due time, nil beyond the calendar; a date begins at its midnight.
    var dueAt: UTCInstant? { ExpectedRange.instant(of: due, in: zone) }

    /// When it is overdue: a date, when its local day has ended; nil beyond the calendar, where it never is.
    var overdueAt: UTCInstant? {
        ExpectedRange.instant(of: due.isDate ? .date(due.date.adding(days: 1)) : due, in: zone)
    }

    /// Whether somebody may ask for it: all its times, to the last repetition, lie in the calendar.
    var isRepresentable: Bool {
        dueAt != nil
            && reminders.allSatisfy { reminder in
                guard let first = instant(of: reminder.trigger) else { return false }
                let length = reminder.repetition.map { Swift.Duration.seconds($0.every.seconds) * $0.count } ?? .zero
                return ExpectedRange.contains(first.advanced(by: length))
            }
    }

    /// Plans every reminder whose instant is another than it was.
    mutating func plan() {
        for index in reminders.indices {
            let instant = instant(of: reminders[index].trigger)
            guard instant != reminders[index].scheduledAt else { continue }
            reminders[index].scheduledAt = instant
            reminders[index].wait(until: isOpen ? instant : nil)
            reminders[index].repetitionsDone = 0
        }
    }

    mutating func move(to due: CivilTime) {
        let before = overdueAt
        self.due = due
        if overdueAt != before { isOverdueNotified = false }
        plan()
    }

    mutating func close(skippingPauses: Set<PauseTarget>) {
        isOpen = false
        remembered = (reminders, skippingPauses)
        for index in reminders.indices { reminders[index].wait(until: nil) }
    }

    /// When a reminder goes off; nil beyond the calendar.
    func instant(of trigger: ExpectedReminder.Trigger) -> UTCInstant? {
        switch trigger {
        case .at(let time): return ExpectedRange.instant(of: time, in: zone)
        case .offset(let offset):
            let local = CivilDateTime(
                date: due.date,
                secondOfDay: due.isDate ? Self.dayStart : due.startOfDayOrTime.secondOfDay
            )
            let instant = zone.instant(of: local, adding: offset)
            return ExpectedRange.contains(due) && ExpectedRange.contains(instant) ? instant : nil
        }
    }
}

/// What a reminder is to do.
struct ExpectedReminder {
    enum Trigger: Hashable {
        case offset(CalendarDuration)
        case at(CivilTime)
    }

    var id: ReminderID
    var origin: ReminderID
    var trigger: Trigger
    let repetition: Reminder.Repetition?
    var scheduledAt: UTCInstant?
    /// What it is to go off for next.
    var next: UTCInstant?
    var repetitionsDone = 0
    /// Whether somebody put it off to its next time.
    var isSnoozed = false
    /// Why it is not told though its time has come.
    var hold: ExpectedHold?

    /// Begins to wait for another time, whatever it waited for before.
    mutating func wait(until instant: UTCInstant?, isSnoozed: Bool = false) {
        (next, self.isSnoozed, hold) = (instant, isSnoozed, nil)
    }

    /// Goes off at an instant, for the latest of its times that have come.
    ///
    /// - Returns: The time that it goes off for, and how many before it have passed untold; nil before its time.
    mutating func goOff(at now: UTCInstant) -> (scheduledAt: UTCInstant, missed: Int)? {
        guard var time = next, time <= now else { return nil }
        wait(until: nil)
        guard let repetition else { return (time, 0) }
        let step = Swift.Duration.seconds(repetition.every.seconds)
        var missed = 0
        while repetitionsDone < repetition.count, time.advanced(by: step) <= now {
            time = time.advanced(by: step)
            repetitionsDone += 1
            missed += 1
        }
        if repetitionsDone < repetition.count {
            repetitionsDone += 1
            next = time.advanced(by: step)
            if let later = next, !ExpectedRange.contains(later) { next = nil }
        }
        return (time, missed)
    }
}
