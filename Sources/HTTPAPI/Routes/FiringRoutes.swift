import Basics
import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/tasks/{id}/firings`: when a task's reminders fired and will fire, and why.
struct FiringRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let commands: TaskCommands
    let clock: Time

    func add(to routes: ScopedRoutes) {
        routes.add(.listFirings) { try await list($0, $1) }
    }

    private func list(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        var query = QueryReader(request, context)
        let limit = query.limit()
        let start = query.cursor { Firing(cursor: $0) }
        try query.finish()
        let (commands, now, detail) = (context.access.guarding(commands), clock.now, context.detail)
        let (planned, page) = try await store.read { reader in
            let first = try commands.firings(
                of: id, before: start, limit: min(limit, Self.pieceSize), in: reader, now: now)
            var page = PageWriter<Firing>(limit: limit)
            var piece = first
            while page.add(piece.past, \.firing, { $1.write(to: &$0, detail) }), let next = piece.next {
                if page.isFull {
                    page.endBeforeMore()
                    break
                }
                piece = try commands.firings(of: id, before: next, limit: Self.pieceSize, in: reader, now: now)
            }
            return (first.planned, page)
        }
        return page.answer {
            query.cursorText($0.cursorParts)
        } beside: { json in
            json.field("planned") { json in json.array(planned) { $1.write(to: &$0) } }
        }.response
    }

    /// How many firings are read at once: each comes with all its deliveries and their attempts.
    private static var pieceSize: Int { 50 }
}

extension Firing {
    fileprivate var cursorParts: [String] {
        [scheduledAt.millisecondsSinceEpoch.description, reminder.description]
    }

    fileprivate init?(cursor parts: [String]) {
        guard parts.count == 2, let milliseconds = Int64(parts[0]),
            let reminder = ReminderID(parts[1])
        else { return nil }
        let instant = UTCInstant(millisecondsSinceEpoch: milliseconds)
        self.init(reminder: reminder, scheduledAt: instant, firedAt: instant)
    }
}

extension FiringRecord {
    fileprivate func write(to json: inout JSONWriter, _ detail: Hook.Detail) {
        json.object { json in
            json.field("firingId", firing.id)
            json.field("reminderId", firing.reminder)
            json.field("outcome", isMissed ? "missed" : "fired")
            json.field("scheduledAt", firing.scheduledAt)
            json.field(isMissed ? "missedAt" : "firedAt", firing.firedAt)
            json.field("lateBySeconds", firing.lateBySeconds)
            json.field("lateReason", lateReason)
            json.field("missedCount", firing.missedCount)
            json.field("snoozedFrom", snoozedFrom)
            json.field("snoozedUntil", snooze?.until)
            json.field("snoozedBy", snooze?.author)
            json.field("acknowledgedAt", acknowledgement?.at)
            json.field("acknowledgedBy", acknowledgement?.author)
            json.field("deliveries") { json in json.array(deliveries) { $1.write(to: &$0, detail) } }
        }
    }
}

extension PlannedRecord {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("firingId", firingID)
            json.field("reminderId", reminder.id)
            json.field("taskId", taskID)
            json.field("scheduledAt", scheduledAt)
            json.field("fireAt", fireAt)
            json.field("projected", isProjected)
            json.field("rrule", rules)
            json.field("recurrenceId", recurrenceID)
            json.field("timeZone", timeZone)
            json.field("zoneVersion", zoneVersion)
            json.field("catchUp", CalendarDuration(seconds: Int(catchUpWindow.components.seconds)).description)
            json.field("snoozedFrom", snoozedFrom)
            json.field("quietHours") { json in
                if let quietHours { quietHours.write(to: &json) } else { json.null() }
            }
            json.field("paused", isPaused)
            json.field("pause") { json in
                if let pause { pause.write(to: &json) } else { json.null() }
            }
            json.field("reasons", reasons)
        }
    }
}
