// Deletes a task with the library Scheduler, takes that back, and does it again.
// usage: undoing STORE

import Basics
import Recurrence
import Scheduler
import Storage
import StorageSQLite

@main
struct Undoing {
    static func main() async throws {
        let store = try SQLiteStore(path: CommandLine.arguments.dropFirst().first ?? "tasks.db")
        let commands = TaskCommands(zones: ZoneDatabase())
        let now = WallClock().now
        var draft = TaskDraft(title: "Water the plants")
        draft.timeZone = "Europe/Berlin"
        let task = try await store.write { [draft] in try commands.create(draft, in: $0, now: now).id }

        // example: undoing
        let change = Change(.delete, id: ChangeID(madeAt: now), at: now)
        try await store.write { transaction in
            try transaction.recording(change) { try commands.delete(task, version: nil, in: transaction, now: now) }
        }
        let undoing = ChangeID(madeAt: now)
        _ = try await store.write { try commands.undo(change.id, as: undoing, in: $0, now: now) }
        // end

        print("undone: \(try await store.read { try $0.task(task)?.title ?? "gone" })")
        _ = try await store.write { try commands.undo(undoing, as: ChangeID(madeAt: now), in: $0, now: now) }
        print("redone: \(try await store.read { try $0.task(task)?.title ?? "gone" })")
    }
}
