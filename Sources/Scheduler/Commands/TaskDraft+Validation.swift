import Recurrence
package import Storage

extension TaskDraft {
    /// The bounds of what comes from outside, beside those of the content; lengths are in Unicode scalars.
    package enum Bounds {
        package static let tagLength = TaskContent.Bounds.tagLength
        package static let zoneLength = QuietHours.maxZoneLength
        package static let reminders = 50
        package static let subtasks = 500
        static let repetitions = 10_000
        /// The longest offset and distance of repetitions, each way.
        static let offsetDays = CalendarDuration.maximumDays
        static let catchUpWindow = Swift.Duration.seconds(60)...Swift.Duration.seconds(366 * 86_400)
    }

    /// What is wrong with the draft by itself, each problem at its field.
    ///
    /// Of a list with too many elements nothing else is looked at.
    var problems: [InputProblem] {
        var problems: [InputProblem] = []
        checkFields(noting: &problems)
        return Array(problems.prefix(InputProblem.maxReported))
    }

    package func checkTogether(at pointer: String, noting problems: inout [InputProblem]) {
        checkTimes(at: pointer, noting: &problems)
        if reminders.count <= Bounds.reminders {
            problems.checkUnique(reminders.map(\.id), "\(pointer)/reminders")
            for (index, reminder) in reminders.enumerated() {
                check(reminder, at: "\(pointer)/reminders/\(index)", noting: &problems)
            }
        }
        if subtasks.count <= Bounds.subtasks { problems.checkUnique(subtasks.map(\.id), "\(pointer)/subtasks") }
    }

    private func check(_ reminder: ReminderDraft, at pointer: String, noting problems: inout [InputProblem]) {
        switch reminder.trigger {
        case .offset(_, from: .due) where due == nil:
            problems.append(pointer, "counts from due, which the task does not have; give the task a due")
        case .offset(_, from: .start) where start == nil:
            problems.append(pointer, "counts from start, which the task does not have; give the task a start")
        default: break
        }
    }

    private func checkTimes(at pointer: String, noting problems: inout [InputProblem]) {
        if case .civil(.date)? = start, let due, !due.isDate {
            problems.append("\(pointer)/due", "must be a date as start is")
        } else if case .civil(.date)? = due, let start, !start.isDate {
            problems.append("\(pointer)/start", "must be a date as due is")
        }
        if recurrence != nil, start == nil, due == nil {
            problems.append("\(pointer)/recurrence", "counts from a due or a start; give the task one")
        }
    }
}

extension TaskDraft.ReminderDraft {
    package func check(elementAt pointer: String, noting problems: inout [InputProblem]) {
        switch trigger {
        case .at(.civil(.date)):
            problems.append(pointer + "/at", "must be a time such as 2026-11-30T18:00:00, not a date alone")
        case .offset(let offset, _) where !Self.isBounded(offset):
            problems.append(pointer + "/offset", "must be at most a hundred years, in days and seconds of one sign")
        default: break
        }
        if let catchUpWindow, !TaskDraft.Bounds.catchUpWindow.contains(catchUpWindow) {
            problems.append(pointer + "/catchUp", "must be PT1M to P366D")
        }
        guard let repetition else { return }
        if repetition.every.days != 0 || repetition.every.seconds < 1 || !Self.isBounded(repetition.every) {
            problems.append(
                pointer + "/repeat/every", "must be an exact time of a second to a hundred years, such as PT10M")
        }
        if !(1...TaskDraft.Bounds.repetitions).contains(repetition.count) {
            problems.append(pointer + "/repeat/count", "must be 1 to \(TaskDraft.Bounds.repetitions)")
        }
    }

    /// Whether it is no longer than a hundred years each way, whatever Int can hold, and of one sign, as its text is.
    private static func isBounded(_ duration: CalendarDuration) -> Bool {
        let (days, most) = (duration.days.magnitude, TaskDraft.Bounds.offsetDays.magnitude)
        guard (duration.days >= 0) == (duration.seconds >= 0) || days == 0 || duration.seconds == 0 else {
            return false
        }
        return days <= most && days + duration.seconds.magnitude / 86_400 <= most
    }
}

extension TaskDraft.SubtaskDraft {
    package func check(elementAt pointer: String, noting problems: inout [InputProblem]) {
        problems.check(title, pointer + "/title", 1...TaskContent.Bounds.titleLength)
    }
}

extension TaskDraft.Time {
    var isDate: Bool {
        if case .civil(.date) = self { true } else { false }
    }
}

extension [InputProblem] {
    fileprivate mutating func checkUnique<ID: Hashable>(_ ids: [ID?], _ pointer: String) {
        var seen: Set<ID> = []
        for case (let index, let id?) in ids.enumerated() where !seen.insert(id).inserted {
            append("\(pointer)/\(index)/id", "is there twice; leave one of the two out")
        }
    }
}
