import Basics
import Recurrence
import Scheduler
import Storage
import StorageSQLite
import TestSupport

/// What cannot be read or worked out: it is put into the file beneath taskd, lasts a while, and is mended in one of the
/// ways that there are.
extension Simulation {
    /// Something becomes unreadable, or is mended.
    func breakOrMend() async throws {
        let isMended = chance(2)
        if isMended, let id = expected.sickTasks.randomElement(using: &generator) {
            try await mend(id)
        } else if isMended, let id = expected.unfollowed.randomElement(using: &generator) {
            try await mendSeries(id)
        } else if chance(6) {
            try await breakPause()
        } else {
            try await breakTask()
        }
    }

    private func breakTask() async throws {
        guard let task = expected.open.randomElement(using: &generator),
            let fault = SimulatedFault.all.randomElement(using: &generator)
        else { return }
        switch fault.table {
        case .series: return try await breakSeries(of: task, by: fault)
        case .task: try await breakTask(task, by: fault, in: task.id.uuid)
        case .reminder:
            guard let reminder = task.reminders.randomElement(using: &generator) else { return }
            try await breakTask(task, by: fault, in: reminder.id.uuid)
        }
    }

    private func breakTask(_ task: ExpectedTask, by fault: SimulatedFault, in row: UUIDValue) async throws {
        narrate("break \(task.id)")
        expected.sick[task.id] = Sickness(
            fault: fault, cure: try await inflict(fault, on: row),
            waiting: Set(task.reminders.filter { $0.next != nil || $0.hold != nil }.map(\.id)))
    }

    /// Puts a fault into a row.
    ///
    /// - Returns: The statement that puts back what stood there.
    func inflict(_ fault: SimulatedFault, on row: UUIDValue) async throws -> String {
        let table = fault.table.rawValue
        narrate("\(table) \(row): \(fault.assignment)")
        let place = "\(table) WHERE id = \(row.literal)"
        let parts = fault.columns.map { "'\($0) = ' || quote(\($0))" }.joined(separator: " || ', ' || ")
        let rig = rig
        let old = Locked<String?>(nil)
        try await insist(isOneCommit: false) { store in
            let text = try await rig.run(store, "SELECT \(parts) FROM \(place)")
            old.withLock { $0 = text }
        }
        guard let old = old.withLock({ $0 }) else { throw SimulationFailure("there is no row \(row) in \(table)") }
        try await damage("UPDATE \(table) SET \(fault.assignment) WHERE id = \(row.literal)")
        tally.faultyRows += 1
        return "UPDATE \(table) SET \(old) WHERE id = \(row.literal)"
    }

    /// A pause that cannot be read is tidied away by the look at everything, and lets go what it held.
    private func breakPause() async throws {
        guard let pause = expected.pauses.all.randomElement(using: &generator) else { return }
        narrate("break the pause \(pause.target)")
        let name = pause.target.description.replacing("'", with: "''")
        try await damage("UPDATE pause SET target = 'nothing' WHERE target = '\(name)'")
        try await sweep()
        expected.pauses.forget(pause.target)
        for id in expected.tasks.keys { expected.tasks[id]?.release(fromBroken: pause, at: clock.now) }
        tally.faultyRows += 1
    }

    /// Mends all that cannot be read.
    func mendAll() async throws {
        for id in expected.sickTasks { try await mend(id) }
        for id in expected.unfollowed { try await mendSeries(id) }
    }

    private func mend(_ id: TaskID) async throws {
        guard let task = expected.tasks[id], let sickness = expected.sick[id] else { return }
        tally.mends += 1
        let isAcceptable = expected.accepts(task, asNew: false)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return try await delete(task)
        case 1 where sickness.isRestorable:
            narrate("put back what stood in \(id)")
            try await damage(sickness.cure)
            try await sweep()
            guard expected.sick[id] != nil else { return }
            if try await file.read({ try $0.task(id)?.setAside }) != nil {
                guard isAcceptable else { return try await delete(task) }
                try await update(task, isSick: true)
            } else if !sickness.isLoose {
                try expected.review(id, at: clock.now)
            }
        case _ where isAcceptable: try await update(task, isSick: true)
        default: return try await delete(task)
        }
        expected.sick[id] = nil
        if sickness.isLoose { try await learn(id, from: sickness) } else { try await checkMended(id) }
        wake = clock.now
    }

    func damage(_ sql: String) async throws {
        let rig = rig
        try await insist(isOneCommit: false) { store in _ = try await rig.run(store, sql) }
    }

    func sweep() async throws {
        let (rig, commands, clock) = (rig, commands, clock)
        try await insist(isOneCommit: false) { store in try await rig.sweep(store, commands, clock) }
        try await checkLog()
        wake = clock.now
        for id in expected.sickTasks {
            guard let sickness = expected.sick[id], sickness.fault.isPassing,
                let stored = try await file.read({ try $0.task(id) }), stored.setAside == nil
            else { continue }
            narrate("\(id) is taken back")
            expected.sick[id] = nil
            try await learn(id, from: sickness)
        }
    }

    @discardableResult
    func checkMended(_ id: TaskID) async throws -> TaskItem {
        guard let stored = try await file.read({ try $0.task(id) }) else {
            throw SimulationFailure("\(id) was mended, and is gone")
        }
        if let setAside = stored.setAside {
            throw SimulationFailure("\(id) was mended, and is still set aside: \(setAside.reason)")
        }
        return stored
    }

    /// What a mended task is to do from now on is what stands in the store; but what it waited for is not forgotten, unless
    /// it was told before, and what is still to come of it is planned.
    private func learn(_ id: TaskID, from sickness: Sickness) async throws {
        let stored = try await checkMended(id)
        guard var task = expected.tasks[id] else { return }
        task.isOverdueNotified = stored.isOverdueNotified
        guard stored.due?.civil == task.due, stored.status.isOpen else {
            throw SimulationFailure(
                "\(id) was repaired, but differs from before: due \(stored.due?.description ?? "-")")
        }
        for index in task.reminders.indices {
            guard let found = stored.reminders.first(where: { $0.id == task.reminders[index].id }) else {
                throw SimulationFailure("\(id) was mended, and has lost its reminder \(task.reminders[index].id)")
            }
            task.reminders[index] = try expected.learned(task.reminders[index], as: found)
            let instant = task.instant(of: task.reminders[index].trigger)
            let isToCome = instant.map { $0 > clock.now } ?? false && found.state == .scheduled
            guard
                task.reminders[index].wake != nil || task.reminders[index].hold != nil
                    || !isToCome && (!sickness.waiting.contains(found.id) || expected.ledger.hasAll(of: found))
            else { throw SimulationFailure("\(id) was mended, and \(found) waits for nothing") }
        }
        expected.tasks[id] = task
        try await learnEntry(of: task)
    }
}

extension ExpectedStore {
    /// In the order in which they came.
    var sickTasks: [TaskID] { all.map(\.id).filter { sick[$0] != nil } }

    /// A reminder in the state that the store has it in.
    fileprivate func learned(_ reminder: ExpectedReminder, as found: Reminder) throws -> ExpectedReminder {
        var reminder = reminder
        // One that could not be read begins a new line of ids when somebody gives it again.
        (reminder.origin, reminder.scheduledAt) = (found.origin, found.scheduledAt)
        reminder.repetitionsDone = found.repetitionsDone
        reminder.wait(until: found.hold?.scheduledAt ?? found.nextFireAt, isSnoozed: found.state == .snoozed)
        guard let hold = found.hold else { return reminder }
        switch (hold.reason, hold.pause, found.nextFireAt) {
        case (.quietHours, _, let end?): reminder.hold = .quietHours(until: end)
        case (.skippingPause, nil, let instant?): reminder.hold = .over(since: instant, isSkipped: true)
        case (.pause, nil, let instant?): reminder.hold = .over(since: instant, isSkipped: false)
        case (_, let pause?, nil):
            guard let target = pauses.all.map(\.target).first(where: { PauseID(pausing: $0) == pause }) else {
                throw SimulationFailure("\(found) is held by a pause that does not exist")
            }
            reminder.hold = .pause(target)
        default: throw SimulationFailure("\(found) is held by nothing")
        }
        return reminder
    }
}

extension ExpectedLedger {
    /// Whether the last that a reminder can be told for was told.
    fileprivate func hasAll(of reminder: Reminder) -> Bool {
        guard let first = reminder.scheduledAt else { return false }
        let every = reminder.repetition?.every.seconds ?? 0
        let last = first.advanced(by: .seconds(every * (reminder.repetition?.count ?? 0)))
        return holds(reminder.id, scheduledAt: last)
    }
}

extension ExpectedTask {
    fileprivate mutating func release(fromBroken pause: Pause, at now: UTCInstant) {
        for index in reminders.indices where reminders[index].hold == .pause(pause.target) {
            reminders[index].hold = reminders[index].over(at: now, isSkipped: false)
        }
    }
}

extension UUIDValue {
    /// As SQL has it.
    var literal: String { "x'\(description.replacing("-", with: ""))'" }
}
