import TaskdClient

/// Adds a recurring task, and returns when it reminds next; `token` is the content of the file that `taskd token path` names.
func addTask(at address: String, token: String) async throws -> String {
    try await DaemonClient.withClient(of: DaemonAddress(address), token: token) { client in
        var task = NewTask(title: "Water the plants")
        task.due = "2026-12-01T09:00"
        task.timeZone = "Europe/Berlin"
        task.recurrence = .init(rrule: ["FREQ=WEEKLY;BYDAY=TU,FR"])
        task.reminders = [.init(offset: "-PT30M")]
        do {
            // Repeated with the same key after a lost connection, this makes one task.
            let added = try await client.create(task, idempotencyKey: "plants-2026-12")
            return added.reminders.first?.nextFireAt ?? "never"
        } catch DaemonError.refused(let problem) {
            return problem.faults.map { "\($0.pointer) \($0.detail)" }.joined(separator: "\n")
        }
    }
}
