// Fires reminders with the library Scheduler, and completes a recurring task.
// usage: reminding STORE

import Basics
import Logging
import Recurrence
import Scheduler
import Storage
import StorageSQLite

@main
struct Reminding {
    static func main() async throws {
        let path = CommandLine.arguments.dropFirst().first ?? "tasks.db"

        // example: creating
        let (store, clock) = (try SQLiteStore(path: path), WallClock())
        let commands = TaskCommands(
            zones: ZoneDatabase(), configuration: SchedulerConfiguration(defaultZone: "Europe/Berlin"))
        let now = clock.now
        var draft = TaskDraft(title: "Stand-up")
        draft.due = .instant(now)
        draft.recurrence = TaskRecurrence(rules: ["FREQ=DAILY;COUNT=10"])
        draft.reminders = [.init(trigger: .offset(CalendarDuration(), from: .due))]
        let task = try await store.write { [draft] in try commands.create(draft, in: $0, now: now) }
        // end

        // example: firing
        let loop = DueLoop(store: store, commands: commands, clock: clock, logger: Logger(label: "reminding"))
        let running = Task { await loop.run() }
        defer { running.cancel() }
        // end

        // example: following
        var last: Int64 = 0
        following: for await _ in store.changes.updates(of: .events) {
            for event in try await store.read({ [last] in try $0.events(after: last, limit: 100) }) {
                print(event.type.rawValue)
                last = event.sequence
                if event.type == .reminderDue { break following }
            }
        }
        // end

        // example: completing
        let completion = try await store.write {
            try commands.complete(task.id, version: nil, in: $0, now: clock.now)
        }
        if let next = completion.next?.dueAt {
            print("next: \(Int((now.duration(to: next) / .seconds(3_600)).rounded())) hours later")
        }
        // end
    }
}
