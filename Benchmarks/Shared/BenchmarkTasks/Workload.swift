package import Recurrence
package import Scheduler
package import Storage

/// Stores filled with tasks that each have one reminder, as `taskd add "Pay rent" --due … --remind PT0S` makes them.
package enum Workload {
    package static let commands = TaskCommands(zones: ZoneDatabase())

    /// A task with the fields that people fill in, due at an instant and reminding then.
    package static func task(
        _ number: Int, dueAt instant: UTCInstant, lead: Int = 0, rule: String? = nil, now: UTCInstant
    )
        -> TaskDraft
    {
        var draft = TaskDraft(title: "Water the plants in room \(number)")
        draft.details = "The small ones twice, and the cactus not at all."
        draft.priority = .medium
        draft.timeZone = "UTC"
        draft.due = .instant(instant.advanced(by: .seconds(60 * lead)))
        draft.tags = ["home", "plants"]
        draft.reminders = [.init(trigger: .offset(CalendarDuration(seconds: -60 * lead), from: .due))]
        draft.recurrence = rule.map { TaskRecurrence(rules: [$0]) }
        return draft
    }

    /// Fills a store; the task with an index reminds at `dueAt(index)`, and is due `lead` minutes later.
    package static func fill(
        _ store: some Store,
        count: Int,
        now: UTCInstant,
        lead: Int = 0,
        dueAt: @escaping @Sendable (Int) -> UTCInstant
    ) async throws {
        for begin in stride(from: 0, to: count, by: 2_000) {
            try await store.write { transaction in
                for index in begin..<min(begin + 2_000, count) {
                    // Made one after the other, so that their ids rise as those of a living store do.
                    let madeAt = now.advanced(by: .milliseconds(index / 10))
                    let draft = task(index, dueAt: dueAt(index), lead: lead, now: madeAt)
                    _ = try commands.create(draft, in: transaction, now: madeAt)
                }
            }
        }
    }

    /// The hook that every daemon has.
    package static func addHook(to store: some Store, now: UTCInstant) async throws {
        try await store.write { try $0.save(Hook(id: HookID(madeAt: now), kind: .stdout, now: now)) }
    }
}
