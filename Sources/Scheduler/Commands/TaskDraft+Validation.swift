import Recurrence
package import Storage

extension TaskDraft {
    /// The bounds of what comes from outside, beside those of the content; lengths are in Unicode scalars.
    package enum Bounds {
        package static let tagLength = TaskContent.Bounds.tagLength
        package static let zoneLength = QuietHours.maxZoneLength
        package static let reminders = 50
        package static let subtasks = 500
        package static let blockers = 100
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
            problems.check(unique: reminders.map(\.id), "\(pointer)/reminders", member: "/id")
            for (index, reminder) in reminders.enumerated() {
                check(reminder, at: "\(pointer)/reminders/\(index)", noting: &problems)
            }
        }
        if self.attachments.count <= Attachment.Bounds.count {
            self.attachments.check(at: "\(pointer)/attachments", noting: &problems)
        }
        if subtasks.count <= Bounds.subtasks {
            problems.check(unique: subtasks.map(\.id), "\(pointer)/subtasks", member: "/id")
        }
    }

    private func check(_ reminder: ReminderDraft, at pointer: String, noting problems: inout [InputProblem]) {
        switch reminder.trigger {
        case .offset(_, from: .due) where due == nil:
            problems.append(pointer, "counts from due, which is not set; set due, or use at")
        case .offset(_, from: .start) where start == nil:
            problems.append(pointer, "counts from start, which is not set; set start, or use at")
        default: break
        }
    }

    private func checkTimes(at pointer: String, noting problems: inout [InputProblem]) {
        if case .civil(.date)? = start, let due, !due.isDate {
            problems.append("\(pointer)/due", "must be a date, since start is one; or give start a time")
        } else if case .civil(.date)? = due, let start, !start.isDate {
            problems.append("\(pointer)/start", "must be a date, since due is one; or give due a time")
        }
        if let recurrence, start == nil, due == nil {
            problems.append("\(pointer)/recurrence", "needs a due or start to count from; set one")
            // Told at once, as nothing else looks at rules that begin nowhere.
            problems += recurrence.formProblems(at: pointer)
        }
    }
}

extension TaskDraft.Time {
    var isDate: Bool {
        if case .civil(.date) = self { true } else { false }
    }
}
