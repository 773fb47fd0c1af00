// Adds tasks to a store, asks for the open ones of a tag, and follows them until all are completed.
// usage: observing-tasks [STORE]; without one, the store is in memory

import Basics
import Recurrence
import Scheduler
import Storage
import StorageSQLite

@main
struct ObservingTasks {
    static func main() async throws {
        let path = CommandLine.arguments.dropFirst().first
        // example: observing
        let store = try path.map { try SQLiteStore(path: $0) } ?? .inMemory()
        let (commands, clock) = (TaskCommands(zones: ZoneDatabase()), WallClock())
        for title in ["Water the plants", "Call the plumber"] {
            var draft = TaskDraft(title: title)
            draft.tags = ["home"]
            draft.timeZone = "Europe/Berlin"
            _ = try await store.write { [draft] in try commands.create(draft, in: $0, now: clock.now) }
        }

        var query = TaskQuery()
        query.tag = "home"
        query.statuses = [.needsAction]
        let open = try await store.read { [query] in try $0.tasks(matching: query).items }
        print("there are \(open.count)")

        // The tasks as they are, and again after each commit that changes them, whoever makes it.
        for try await tasks in store.changes(of: query) {
            guard let first = tasks.first else { break }
            print("next of \(tasks.count): \(first.title)")
            _ = try await store.write { try commands.complete(first.id, version: nil, in: $0, now: clock.now) }
        }
        // end
    }
}
