// Keeps tasks with the library Storage, finds and observes them, and reads the log of what happened to them.
// usage: keeping-tasks STORE

import Basics
import Recurrence
import Storage
import StorageSQLite

@main
struct KeepingTasks {
    static func main() async throws {
        let path = CommandLine.arguments.dropFirst().first ?? "tasks.db"
        let now = WallClock().now

        // example: writing
        let store = try SQLiteStore(path: path)
        let task = try await store.write { transaction in
            var task = TaskItem(id: TaskID(madeAt: now), title: "Water the plants", timeZone: "Europe/Berlin", now: now)
            task.tags = ["home"]
            try transaction.save(task)
            let data = Array(#"{"taskId":"\#(task.id)"}"#.utf8)
            try transaction.append([
                EventDraft(id: EventID(madeAt: now), type: .taskCreated, timestamp: now, data: data)
            ])
            return task
        }
        // end

        // example: refusing
        struct NotToday: Error {}
        do {
            try await store.write { transaction in
                try transaction.deleteTask(task.id)
                throw NotToday()
            }
        } catch is NotToday {
            print("nothing was deleted")
        }
        // end

        // example: reading
        let (found, events) = try await store.read { reader in
            var query = TaskQuery(limit: 10)
            query.tag = "home"
            return (try reader.tasks(matching: query).items, try reader.events(after: 0, limit: 100))
        }
        for task in found { print("found: \(task.title)") }
        for event in events { print("event \(event.sequence): \(event.type.rawValue)") }
        // end

        // example: observing
        for try await tasks in store.changes(of: TaskQuery()) {
            print("open: \(tasks.map(\.title).joined(separator: ", "))")
            guard let first = tasks.first else { break }
            try await store.write { try $0.deleteTask(first.id) }
        }
        // end
    }
}
