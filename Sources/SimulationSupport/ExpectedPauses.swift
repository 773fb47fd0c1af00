import Recurrence
import Storage
import TestSupport

/// The pauses as they are to be, in the order in which they were begun.
struct ExpectedPauses {
    private(set) var all: [Pause] = []

    /// Those that somebody may end.
    func lasting(at now: UTCInstant) -> [Pause] { all.filter { now < $0.finish } }

    /// Those that are over, and have not been tidied away.
    func over(at now: UTCInstant) -> [Pause] { all.filter { $0.finish <= now } }

    /// Begins a pause, or makes another of the one that lasts.
    mutating func begin(_ pause: Pause, at now: UTCInstant) {
        var pause = pause
        pause.since = lasting(at: now).first { $0.target == pause.target }?.since ?? now
        forget(pause.target)
        all.append(pause)
    }

    /// Ends a pause, as somebody does or as it was to.
    mutating func end(_ target: PauseTarget, at instant: UTCInstant) {
        for index in all.indices where all[index].target == target { all[index].endedAt = instant }
    }

    mutating func forget(_ target: PauseTarget) { all.removeAll { $0.target == target } }

    /// The pause that a reminder waits for, which was to go off at an instant: one that lasts, or one that lasted then
    /// and has not been tidied away.
    func holding(_ reminder: ExpectedReminder, of task: ExpectedTask, dueAt: UTCInstant, at now: UTCInstant) -> Pause? {
        task.pauseTargets(of: reminder).lazy.compactMap { target in all.first { $0.target == target } }
            .first { now < $0.finish || ($0.since...).contains(dueAt) && dueAt < $0.finish }
    }
}

extension Pause {
    /// When it is over; never, while nobody has said.
    fileprivate var finish: UTCInstant { endedAt ?? until ?? UTCInstant(millisecondsSinceEpoch: .max) }
}

extension ExpectedTask {
    /// What a pause of the task is about: all of its series, where it recurs.
    var pauseTarget: PauseTarget {
        if recurrence != nil, let place { .series(place.series) } else { .task(id) }
    }

    /// The pauses that a reminder of it waits for, the widest first.
    func pauseTargets(of reminder: ExpectedReminder) -> [PauseTarget] {
        let series = place.map { [PauseTarget.series($0.series)] } ?? []
        return [.all] + tags.map { .tag($0) } + series + [.task(id), .reminder(reminder.id)]
    }
}
