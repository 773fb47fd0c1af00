import Recurrence
import Storage

extension TaskDraft {
    /// What lies beyond the ``TimeRange``, each problem at its field: the times themselves, and what follows from
    /// them in the task's zone.
    func rangeProblems(plan: TaskPlan) -> [InputProblem] {
        var problems: [InputProblem] = []
        let (start, due) = (start?.meant(in: plan.zone), due?.meant(in: plan.zone))
        for (pointer, given, meant) in [("/start", self.start, start), ("/due", self.due, due)] where given != nil {
            if meant?.instant(in: plan.zone) == nil { problems.append(pointer, TimeRange.requirement) }
        }
        for (index, reminder) in reminders.enumerated() {
            let pointer = "/reminders/\(index)"
            let first: UTCInstant?
            switch reminder.trigger {
            case .at(let time):
                first = time.meant(in: plan.zone)?.instant(in: plan.zone)
                if first == nil { problems.append(pointer + "/at", TimeRange.requirement) }
            case .offset(let offset, let base):
                // Where there is nothing to count from, that was said already.
                guard let from = base == .due ? due : start else { continue }
                first = from.instant(in: plan.zone, adding: offset, dayStart: plan.dayStart)
                if first == nil {
                    problems.append(pointer + "/offset", "is out of range: the reminder " + TimeRange.requirement)
                }
            }
            guard let first, let repetition = reminder.repetition else { continue }
            if TimeRange.instant(first, advancedBy: repetition.length) == nil {
                problems.append(pointer + "/repeat", "is out of range: the last repetition " + TimeRange.requirement)
            }
        }
        return problems
    }
}

extension TaskRecurrence {
    /// The added and taken dates that lie beyond the ``TimeRange``.
    ///
    /// UNTIL is not among them: it is a bound, and none of the times that follow from it is kept.
    func rangeProblems(zone: ZoneRules) throws -> [InputProblem] {
        var problems: [InputProblem] = []
        for (field, texts) in [("rdate", dates), ("exdate", exceptionDates)] {
            for (index, text) in texts.enumerated() where try !RecurrenceDate(text).start.isRepresented(in: zone) {
                problems.append("/recurrence/\(field)/\(index)", TimeRange.requirement)
            }
        }
        return problems
    }
}

extension RecurrenceTime {
    /// Whether it lies in the ``TimeRange`` as a local time and as an instant.
    fileprivate func isRepresented(in zone: ZoneRules) -> Bool {
        switch self {
        case .date(let date): LocalTime(.date(date))?.instant(in: zone) != nil
        case .local(let local): LocalTime(.dateTime(local))?.instant(in: zone) != nil
        case .utc(let instant): LocalTime(instant, in: zone) != nil
        }
    }
}

extension Reminder.Repetition {
    /// From the first firing to the last.
    var length: Swift.Duration { .seconds(every.seconds) * count }
}
