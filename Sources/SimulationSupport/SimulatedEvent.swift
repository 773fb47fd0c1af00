import Basics
import Foundation
import Recurrence
import Storage
import TestSupport

/// What the event log tells of the due loop's work, as text that two accounts of it can be compared by.
enum SimulatedEvent {
    static func text(of firing: FiringID, scheduledAt: UTCInstant, missedCount: Int, isMissed: Bool) -> String {
        "\(isMissed ? "missed" : "due") \(firing) for \(scheduledAt), \(missedCount) untold"
    }

    static func text(ofOverdue task: TaskID) -> String { "overdue \(task)" }

    static func text(ofRespawned task: TaskID) -> String { "respawned \(task)" }

    static func text(ofEnded pause: PauseTarget) -> String { "ended the pause \(PauseID(pausing: pause))" }

    /// The text of an event of the log; nil for one that a command tells.
    static func text(of event: Event) throws -> String? {
        let data = try JSONValue(json: Data(event.data))
        switch event.type {
        case .reminderDue, .reminderMissed:
            guard let id = data["firingId"]?.string.flatMap({ FiringID($0) }),
                let scheduledAt = data["scheduledAt"]?.string.flatMap({ UTCInstant($0) }),
                let missedCount = data["missedCount"]?.integer
            else { throw SimulationFailure("the event \(event.id) lacks its firing") }
            guard event.id == EventID(firing: id) else {
                throw SimulationFailure("the event \(event.id) has another id than its firing \(id)")
            }
            let isMissed = event.type == .reminderMissed
            return text(of: id, scheduledAt: scheduledAt, missedCount: missedCount, isMissed: isMissed)
        case .taskOverdue: return text(ofOverdue: try task(in: data, of: event))
        case .taskRespawned: return text(ofRespawned: try task(in: data, of: event))
        case .pauseEnded:
            guard let id = data["pause"]?["id"]?.string else {
                throw SimulationFailure("the event \(event.id) lacks its pause")
            }
            return "ended the pause \(id)"
        default: return nil
        }
    }

    /// The firing that an event is about, and the task; nil for other events.
    static func firing(of event: Event) throws -> (task: TaskID, reminder: ReminderID, scheduledAt: UTCInstant)? {
        guard event.type == .reminderDue || event.type == .reminderMissed else { return nil }
        let data = try JSONValue(json: Data(event.data))
        guard let reminder = data["reminder"]?["id"]?.string.flatMap({ ReminderID($0) }),
            let scheduledAt = data["scheduledAt"]?.string.flatMap({ UTCInstant($0) })
        else { throw SimulationFailure("the event \(event.id) lacks its reminder") }
        return (try task(in: data, of: event), reminder, scheduledAt)
    }

    /// The task that an event is about.
    static func task(of event: Event) throws -> TaskID {
        try task(in: JSONValue(json: Data(event.data)), of: event)
    }

    private static func task(in data: JSONValue, of event: Event) throws -> TaskID {
        guard let id = data["task"]?["id"]?.string.flatMap({ TaskID($0) }) else {
            throw SimulationFailure("the event \(event.id) lacks its task")
        }
        return id
    }
}

/// What a simulation found to be wrong.
package struct SimulationFailure: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
