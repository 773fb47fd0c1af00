import Recurrence
import Scheduler
import Storage
import TestSupport

extension Simulation {
    /// Somebody wants some reminders to wait, or ends that.
    func pauseOrResume() async throws {
        let lasting = expected.pauses.lasting(at: clock.now)
        if let pause = lasting.randomElement(using: &generator), chance(2) {
            try await resume(pause)
        } else if let (wanted, target) = pauseTarget() {
            try await pause(wanted, as: target)
        }
    }

    private func pause(_ wanted: PauseTarget, as target: PauseTarget) async throws {
        var draft = PauseDraft(wanted)
        // While everything is paused for long there is little to look at.
        let longest = wanted == .all ? 43_200 : 172_800
        if wanted == .all || !chance(3) {
            let until = clock.now.advanced(by: .seconds(Int.random(in: 1...longest, using: &generator)))
            draft.until = ExpectedRange.clamp(until)
        }
        draft.missed = chance(2) ? .skip : .fire
        guard draft.until.map({ $0 > clock.now }) ?? true else { return }
        narrate("pause \(wanted) until \(draft.until.map(\.description) ?? "resumed"), \(draft.missed) what is missed")
        try await command { [draft] in try $0.pause(draft, in: $1, now: $2) }
        let pause = Pause(target, since: clock.now, until: draft.until, missed: draft.missed)
        expected.pauses.begin(pause, at: clock.now)
        tally.pauses += 1
    }

    private func resume(_ pause: Pause) async throws {
        narrate("resume \(pause.target)")
        try await command { _ = try $0.resume(pause.id, in: $1, now: $2) }
        expected.pauses.end(pause.target, at: clock.now)
    }

    /// What somebody asks to be paused, and what that comes to; nil where there is nothing of the kind.
    private func pauseTarget() -> (wanted: PauseTarget, PauseTarget)? {
        let task = expected.open.randomElement(using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return (.all, .all)
        case 1:
            let tag = SimulatedDraft.tags.randomElement(using: &generator)
            return tag.map { (.tag($0), .tag($0)) }
        case 2, 3: return task.map { (.task($0.id), $0.pauseTarget) }
        default:
            let reminder = task?.reminders.randomElement(using: &generator)
            return reminder.map { (.reminder($0.id), .reminder($0.id)) }
        }
    }
}
