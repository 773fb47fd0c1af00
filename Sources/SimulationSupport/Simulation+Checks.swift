import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport

extension Simulation {
    /// Lets the due loop do what is due now, and compares what it told with what it was to tell.
    func fireDue() async throws {
        var missing = try expected.fireDue(at: clock.now)
        let (rig, commands, clock) = (rig, commands, clock)
        var events: [Event] = []
        var isDone = false
        while !isDone {
            let wake = Locked<UTCInstant??>(nil)
            // A power cut may catch it after some of its commits; then it goes on with the rest.
            try await insist(isOneCommit: false) { store in
                let next = try await rig.fireDue(store, commands, clock)
                wake.withLock { $0 = .some(next) }
            }
            events += try await checkLog()
            if let next = wake.withLock({ $0 }) {
                self.wake = next
                isDone = true
            }
        }
        for event in events {
            guard let text = try SimulatedEvent.text(of: event) else { continue }
            narrate(text)
            if try expected.isOfLooseTask(event, at: clock.now) { continue }
            guard let index = missing.firstIndex(of: text) else {
                throw SimulationFailure("reported, but not expected, or expected only once: \(text)")
            }
            missing.remove(at: index)
            tally.firings += 1
        }
        guard missing.isEmpty else { throw SimulationFailure("expected, but not reported: \(missing)") }
        if let wake, wake <= clock.now {
            throw SimulationFailure("the loop has nothing to do, and wants to be woken at \(wake)")
        }
        if let next = try expected.nextWake(), wake.map({ $0 > next }) ?? true {
            throw SimulationFailure("the loop sleeps until \(wake?.description ?? "it is woken"), beyond \(next)")
        }
    }

    /// Compares every task of the store with what it is to be.
    func compare() async throws {
        try await insist { store in _ = try await store.read { try $0.lastEventSequence() } }
        let stored = try await file.read { try $0.tasks(matching: TaskQuery(limit: 10_000)).items }
        let (found, wanted) = (Set(stored.map(\.id)), Set(expected.tasks.keys))
        guard found == wanted else {
            throw SimulationFailure(
                "unexpected tasks: \(found.subtracting(wanted)); missing tasks: \(wanted.subtracting(found))")
        }
        for task in stored {
            guard let wanted = expected[task.id], expected.sick[task.id]?.isLoose != true else { continue }
            let (found, expected) = (Self.account(of: task), Self.account(of: wanted))
            guard found == expected else { throw SimulationFailure("the store has \(found), not \(expected)") }
            let broken = task.brokenReminders
            guard broken.isEmpty else { throw SimulationFailure("reminders are in impossible states: \(broken)") }
        }
        try await comparePauses()
        try await compareSeries()
        let problems = try await rig.inspect(file)
        guard problems.isEmpty else { throw SimulationFailure("in the file: \(problems)") }
    }

    private func comparePauses() async throws {
        let stored = try await file.read { try $0.pauses(after: nil, limit: 10_000) }
        let (found, wanted) = (Set(stored), Set(expected.pauses.all))
        guard found == wanted else {
            throw SimulationFailure(
                "unexpected pauses: \(found.subtracting(wanted)); missing pauses: \(wanted.subtracting(found))")
        }
    }

    private static func account(of task: TaskItem) -> String {
        let reminders = task.reminders.map { account($0.id, $0.nextFireAt, $0.hold?.scheduledAt) }
        return account(task.id, task.due?.civil, task.status.isOpen, task.isOverdueNotified, reminders)
    }

    private static func account(of task: ExpectedTask) -> String {
        let reminders = task.reminders.map { account($0.id, $0.wake, $0.hold == nil ? nil : $0.next) }
        return account(task.id, task.due, task.isOpen, task.isOverdueNotified, reminders)
    }

    private static func account(_ id: ReminderID, _ wake: UTCInstant?, _ heldFrom: UTCInstant?) -> String {
        "\(id) \(wake.map(\.description) ?? "-")" + (heldFrom.map { ", held from \($0)" } ?? "")
    }

    private static func account(
        _ id: TaskID, _ due: CivilTime?, _ isOpen: Bool, _ isOverdueNotified: Bool, _ reminders: [String]
    ) -> String {
        """
        \(id) due \(due.map(\.description) ?? "-"), \(isOpen ? "open" : "closed"), overdue \(isOverdueNotified), \
        \(reminders)
        """
    }
}
