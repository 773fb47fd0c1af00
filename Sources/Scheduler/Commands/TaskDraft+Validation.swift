import Recurrence
import Storage

extension TaskDraft {
    /// The bounds of everything that comes from outside; lengths are in Unicode scalars.
    package enum Bounds {
        static let titleLength = 500
        static let detailsLength = 50_000
        package static let reminders = 50
        package static let tags = 50
        package static let tagLength = 100
        package static let subtasks = 500
        package static let rules = 10
        static let ruleLength = 4_000
        package static let dates = 1_000
        static let dateLength = 200
        package static let zoneLength = 100
        static let placeLength = 1_000
        static let repetitions = 10_000
        /// The longest offset and distance of repetitions, each way.
        static let offsetDays = CalendarDuration.maximumDays
        static let catchUpWindow = Swift.Duration.seconds(60)...Swift.Duration.seconds(366 * 86_400)
    }

    /// Whether it is no longer than a hundred years each way, whatever Int can hold, and of one sign, as its text is.
    fileprivate static func isBounded(_ duration: CalendarDuration) -> Bool {
        let (days, most) = (duration.days.magnitude, Bounds.offsetDays.magnitude)
        guard (duration.days >= 0) == (duration.seconds >= 0) || days == 0 || duration.seconds == 0 else {
            return false
        }
        return days <= most && days + duration.seconds.magnitude / 86_400 <= most
    }

    /// What is wrong with the draft by itself, each with the place of its field.
    ///
    /// Of a list with too many elements nothing else is looked at.
    var problems: [InputProblem] {
        let problems = textProblems + listProblems + reminderProblems + timeProblems + placeProblems
        return Array(problems.prefix(InputProblem.maxReported))
    }

    private var textProblems: [InputProblem] {
        var problems: [InputProblem] = []
        problems.check(content.title, "/title", atMost: Bounds.titleLength, isNeeded: true)
        problems.check(content.details ?? "", "/description", atMost: Bounds.detailsLength)
        problems.check(timeZone ?? "", "/timeZone", atMost: Bounds.zoneLength)
        if !(0...100).contains(progress) { problems.append("/progress", "must be a percentage, 0 to 100") }
        return problems
    }

    private var listProblems: [InputProblem] {
        var problems: [InputProblem] = []
        if problems.check(count: content.tags.count, "/tags", atMost: Bounds.tags) {
            var seen: Set<String> = []
            for (index, tag) in content.tags.enumerated() {
                problems.check(tag, "/tags/\(index)", atMost: Bounds.tagLength, isNeeded: true)
                if !seen.insert(tag).inserted { problems.append("/tags/\(index)", "stands there twice") }
            }
        }
        if problems.check(count: subtasks.count, "/subtasks", atMost: Bounds.subtasks) {
            for (index, subtask) in subtasks.enumerated() {
                problems.check(
                    subtask.title, "/subtasks/\(index)/title", atMost: Bounds.titleLength, isNeeded: true)
            }
            problems.checkUnique(subtasks.map(\.id), "/subtasks")
        }
        return problems
    }

    private var reminderProblems: [InputProblem] {
        var problems: [InputProblem] = []
        guard problems.check(count: reminders.count, "/reminders", atMost: Bounds.reminders) else { return problems }
        problems.checkUnique(reminders.map(\.id), "/reminders")
        return problems + reminders.enumerated().flatMap { self.problems(of: $1, at: "/reminders/\($0)") }
    }

    private func problems(of reminder: ReminderDraft, at pointer: String) -> [InputProblem] {
        var problems: [InputProblem] = []
        switch reminder.trigger {
        case .offset(_, from: .due) where due == nil:
            problems.append(pointer, "counts from due, which the task does not have; give the task a due")
        case .offset(_, from: .start) where start == nil:
            problems.append(pointer, "counts from start, which the task does not have; give the task a start")
        case .at(.civil(.date)):
            problems.append(pointer + "/at", "must be a time such as 2026-11-30T18:00:00, not a date alone")
        case .offset(let offset, _) where !Self.isBounded(offset):
            problems.append(pointer + "/offset", "must be at most a hundred years, in days and seconds of one sign")
        default: break
        }
        if let window = reminder.catchUpWindow, !Bounds.catchUpWindow.contains(window) {
            problems.append(pointer + "/catchUp", "must be PT1M to P366D")
        }
        if let repetition = reminder.repetition {
            if repetition.every.days != 0 || repetition.every.seconds < 1 || !Self.isBounded(repetition.every) {
                problems.append(
                    pointer + "/repeat/every", "must be an exact time of a second to a hundred years, such as PT10M")
            }
            if !(1...Bounds.repetitions).contains(repetition.count) {
                problems.append(pointer + "/repeat/count", "must be 1 to \(Bounds.repetitions)")
            }
        }
        return problems
    }

    private var timeProblems: [InputProblem] {
        var problems: [InputProblem] = []
        if case .civil(.date)? = start, let due, !due.isDate {
            problems.append("/due", "must be a date as start is")
        } else if case .civil(.date)? = due, let start, !start.isDate {
            problems.append("/start", "must be a date as due is")
        }
        guard let recurrence else { return problems }
        if start == nil, due == nil {
            problems.append("/recurrence", "counts from a due or a start; give the task one")
        }
        if recurrence.respawn == .schedule, recurrence.anchor == .completion {
            problems.append(
                "/recurrence/anchor", "must be due where respawn is schedule: nobody knows when it is completed")
        }
        if recurrence.rules.isEmpty, recurrence.dates.isEmpty {
            problems.append("/recurrence/rrule", "must hold a rule such as FREQ=WEEKLY")
        }
        problems.check(recurrence.rules, "/recurrence/rrule", atMost: Bounds.rules, each: Bounds.ruleLength)
        problems.check(recurrence.dates, "/recurrence/rdate", atMost: Bounds.dates, each: Bounds.dateLength)
        problems.check(recurrence.exceptionDates, "/recurrence/exdate", atMost: Bounds.dates, each: Bounds.dateLength)
        return problems
    }

    private var placeProblems: [InputProblem] {
        guard let location = content.location else { return [] }
        var problems: [InputProblem] = []
        if let latitude = location.latitude, !(-90...90).contains(latitude) {
            problems.append("/location/latitude", "must be -90 to 90")
        }
        if let longitude = location.longitude, !(-180...180).contains(longitude) {
            problems.append("/location/longitude", "must be -180 to 180")
        }
        if (location.latitude == nil) != (location.longitude == nil) {
            problems.append("/location", "must have both latitude and longitude, or neither")
        }
        problems.check(location.address ?? "", "/location/address", atMost: Bounds.placeLength)
        problems.check(location.placeName ?? "", "/location/placeName", atMost: Bounds.placeLength)
        return problems
    }
}

extension TaskDraft.Time {
    var isDate: Bool {
        if case .civil(.date) = self { true } else { false }
    }
}

extension [InputProblem] {
    mutating func append(_ pointer: String, _ detail: String) {
        append(InputProblem(pointer: pointer, detail: detail))
    }

    fileprivate mutating func check(
        _ text: String, _ pointer: String, atMost limit: Int, isNeeded: Bool = false
    ) {
        if let complaint = TextLength.complaint(about: text, atMost: limit) {
            append(pointer, complaint)
        } else if isNeeded, text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
            append(pointer, "must not be empty")
        }
    }

    /// Whether a list has no more elements than it may have.
    @discardableResult
    fileprivate mutating func check(count: Int, _ pointer: String, atMost limit: Int) -> Bool {
        if count > limit { append(pointer, "must have at most \(limit) elements, has \(count)") }
        return count <= limit
    }

    fileprivate mutating func check(_ texts: [String], _ pointer: String, atMost limit: Int, each length: Int) {
        guard check(count: texts.count, pointer, atMost: limit) else { return }
        for (index, text) in texts.enumerated() where self.count < InputProblem.maxReported {
            check(text, "\(pointer)/\(index)", atMost: length)
        }
    }

    fileprivate mutating func checkUnique<ID: Hashable>(_ ids: [ID?], _ pointer: String) {
        var seen: Set<ID> = []
        for case (let index, let id?) in ids.enumerated() where !seen.insert(id).inserted {
            append("\(pointer)/\(index)/id", "stands there twice")
        }
    }
}
