import Recurrence
import Storage

extension TaskCommands {
    /// Checks a draft whole, but for its rules where they are not to be held against its times, and finds the zone of its
    /// local times.
    func check(_ draft: TaskDraft, withRules: Bool = true) throws -> ZoneRules {
        var problems = draft.problems
        var zone = ZoneRules.utc
        do {
            zone = try zones.rules(for: draft.timeZone ?? configuration.defaultZone)
        } catch let error as SchedulerError {
            problems.append("/timeZone", error.description)
        }
        if case .window(let hours)? = draft.quietHours, let name = hours.timeZone {
            do { _ = try zones.rules(for: name) } catch let error as SchedulerError {
                problems.append("/quietHours/timeZone", error.description)
            }
        }
        // Nothing more is looked at before all counts and lengths are known to be small.
        if problems.isEmpty {
            let plan = TaskPlan(zone: zone, dayStart: configuration.dayStart)
            problems = draft.rangeProblems(plan: plan)
        }
        if problems.isEmpty, withRules { problems = draft.recurrenceProblems(zone: zone, sets: ruleSets) }
        guard problems.isEmpty else {
            throw SchedulerError(.invalidInput, problems[0].detail, problems: problems)
        }
        return zone
    }
}

extension TaskDraft {
    /// What is wrong with the ids: those of version 5 are taskd's own, which follow from what they name, and whoever
    /// foresees one must not take it.
    ///
    /// - Throws: ``SchedulerError`` with code `.invalidInput`.
    func checkIDs(changing task: TaskItem?, in reader: any TaskReader) throws {
        var problems: [InputProblem] = []
        let detail = SchedulerError.reservedID
        if task == nil, id?.uuid.version == 5 { problems.append("/id", detail) }
        let (known, parts) = (Set(task?.reminders.map(\.id) ?? []), Set(task?.subtasks.map(\.id) ?? []))
        for (index, id) in reminders.map(\.id).enumerated() {
            guard let id, id.uuid.version == 5, !known.contains(id) else { continue }
            // One that cannot be read is the task's own all the same.
            if let task, try reader.task(withReminder: id)?.id == task.id { continue }
            problems.append("/reminders/\(index)/id", detail)
        }
        for (index, id) in subtasks.map(\.id).enumerated() {
            if let id, id.uuid.version == 5, !parts.contains(id) { problems.append("/subtasks/\(index)/id", detail) }
        }
        guard problems.isEmpty else { throw SchedulerError(.invalidInput, detail, problems: problems) }
    }

    /// What is wrong with the rules, each problem at its field.
    fileprivate func recurrenceProblems(zone: ZoneRules, sets: RuleSets) -> [InputProblem] {
        guard let recurrence, let base = (start ?? due)?.meant(in: zone) else { return [] }
        var problems = recurrence.formProblems(at: "")
        guard problems.isEmpty else { return problems }
        do {
            _ = try sets.set(of: recurrence, start: base.civil, zone: zone)
            problems += try recurrence.rangeProblems(zone: zone)
        } catch {
            problems.append(
                "/recurrence" + recurrence.placeOfMisfit(start: base.civil, zone: zone, sets: sets), "\(error)")
        }
        return problems
    }
}

extension SchedulerError {
    /// Why an id of version 5 cannot be chosen.
    static let reservedID = "must not be a UUID of version 5, which taskd reserves for derived ids; use version 4 or 7"
}

extension TaskRecurrence {
    /// What is wrong with the texts by themselves, whatever they begin with.
    func formProblems(at pointer: String) -> [InputProblem] {
        var problems: [InputProblem] = []
        func check(_ texts: [String], _ field: String, _ parse: (String) throws(RecurrenceError) -> Void) {
            for (index, text) in texts.enumerated() where problems.count < InputProblem.maxReported {
                do { try parse(text) } catch {
                    problems.append("\(pointer)/recurrence/\(field)/\(index)", error.description)
                }
            }
        }
        check(rules, "rrule") { text throws(RecurrenceError) in _ = try RecurrenceRule(text) }
        check(dates, "rdate") { text throws(RecurrenceError) in _ = try RecurrenceDate(text) }
        check(exceptionDates, "exdate") { text throws(RecurrenceError) in
            guard try RecurrenceDate(text).periodEnd == nil else {
                throw RecurrenceError(code: .value, message: "must be a date or date-time, not a period")
            }
        }
        return problems
    }

    /// The place of the first rule that does not fit a start by itself; empty where each of them does.
    fileprivate func placeOfMisfit(start: CivilTime, zone: ZoneRules, sets: RuleSets) -> String {
        let index = rules.firstIndex { rule in
            (try? sets.set(of: TaskRecurrence(rules: [rule]), start: start, zone: zone)) == nil
        }
        return index.map { "/rrule/\($0)" } ?? ""
    }
}
