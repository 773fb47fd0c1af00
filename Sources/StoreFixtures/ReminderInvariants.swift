package import Storage

extension TaskItem {
    /// What must never be true of its reminders, as far as it is: each is in exactly one state, and what it waits for
    /// goes with that state.
    package var brokenReminders: [String] {
        reminders.flatMap { reminder in
            reminder.brokenRules(isAlive: status.isOpen || (reminder.isKeptOnCompletion && status == .completed))
                .map { "\(reminder.id), \(reminder.state): \($0)" }
        }
    }
}

extension Reminder {
    fileprivate func brokenRules(isAlive: Bool) -> [String] {
        let isPending = nextFireAt != nil || hold != nil
        let rules: [(name: String, isKept: Bool)] = [
            ("one that waits has a time, or is held", state != .scheduled && state != .snoozed || isPending),
            ("one that is put off has an end of it, and no other has", (state == .snoozed) == (snoozedUntil != nil)),
            ("one that is done with has no time", !isPending || state != .acknowledged && state != .cancelled),
            ("one that went off has a time only where it repeats", !isPending || !isDone || repetition != nil),
            ("one whose task is closed has no time", isAlive || !isPending),
            (
                "only a closed task's is cancelled, or one without a time",
                state != .cancelled || !isAlive || scheduledAt == nil
            ),
            ("only a cancelled one of a closed task is suspended", suspended == nil || state == .cancelled && !isAlive),
            ("it repeats no more often than it is to", repetitionsDone <= (repetition?.count ?? Int.max)),
        ]
        return (rules + holdRules).filter { !$0.isKept }.map(\.name)
    }

    private var isDone: Bool { state == .fired || state == .missed }

    private var holdRules: [(name: String, isKept: Bool)] {
        guard let hold else { return [] }
        return [
            ("one that a pause holds has no time, and every other has", (hold.pause == nil) == (nextFireAt != nil)),
            ("only a pause that lasts is named", hold.pause == nil || hold.reason == .pause),
        ]
    }
}
