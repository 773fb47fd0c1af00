import Basics
import Recurrence
import Scheduler
import Storage

/// The members in which a task differs from what it was, as clients see them, and words for them.
struct TaskDifference {
    /// A member with what it was and what it became.
    struct Member: Equatable {
        let name: String
        let from: JSONValue
        let to: JSONValue
    }

    let members: [Member]
    private let isCreation: Bool
    private let isDeletion: Bool
    private let kind: Change.Kind
    private let changesRepetition: Bool

    /// Compares what a change found with what it left.
    ///
    /// What follows from other members, or from the clock alone, is not compared.
    init(_ entry: TaskHistoryEntry, now: UTCInstant) throws {
        (kind, changesRepetition) = (entry.change.kind, entry.changesRepetition)
        (isCreation, isDeletion) = (entry.before == nil && entry.after != nil, entry.after == nil)
        guard let before = entry.before, let after = entry.after else {
            members = []
            return
        }
        let (old, new) = (try Self.definition(of: before, now), try Self.definition(of: after, now))
        // A member that is left out is null.
        let gone = old.fields.map(\.name).filter { new.index(of: $0) == nil }
        members = (new.fields.map(\.name) + gone).compactMap { name in
            let (from, to) = (old[name] ?? .null, new[name] ?? .null)
            return from == to ? nil : Member(name: name, from: from, to: to)
        }
    }

    /// What a person set of a task.
    private static func definition(of task: TaskItem, _ now: UTCInstant) throws -> JSONObject {
        guard case .object(let object) = try JSONValue(json: task.json(now: now)) else { return [:] }
        return object.filter { !TaskItem.readOnlyMembers.contains($0.name) }.mapValues { name, value in
            guard name == "reminders", let reminders = value.array else { return value }
            return .array(
                reminders.map { reminder in
                    guard case .object(let reminder) = reminder else { return reminder }
                    return .object(reminder.filter { !Reminder.readOnlyMembers.contains($0.name) })
                })
        }
    }

    /// What was done, a phrase each, such as `due moved from 2026-12-01 to 2026-12-02`.
    var words: [String] {
        if isCreation { return [kind == .restore ? "restored" : "created"] }
        if isDeletion { return ["deleted"] }
        switch kind {
        case .snooze: return ["reminder snoozed"]
        case .acknowledge: return ["reminder acknowledged"]
        default:
            return (changesRepetition ? ["how it repeats changed"] : [])
                + members.filter { !isConsequence($0) }.map(words)
        }
    }

    /// Whether a member follows from another one, so that words for it would say the same again.
    private func isConsequence(_ member: Member) -> Bool {
        member.name == "progress" && members.contains { ["status", "subtasks"].contains($0.name) }
    }

    private func words(of member: Member) -> String {
        switch (member.name, member.from, member.to) {
        case ("status", _, .string("completed")): return "completed"
        case ("status", _, .string("cancelled")): return kind == .skip ? "skipped" : "cancelled"
        case ("status", .string("completed"), _), ("status", .string("cancelled"), _): return "reopened"
        case ("tags", .array(let from), .array(let to)):
            return Self.tagWords(from.compactMap(\.string), to.compactMap(\.string))
        case (let name, .null, let to): return [Self.name(name), "set", Self.text(of: to).map { "to \($0)" }].words
        case (let name, let from, .null): return [Self.name(name), Self.text(of: from), "cleared"].words
        case (let name, let from, let to):
            guard let old = Self.text(of: from), let new = Self.text(of: to) else {
                return "\(Self.name(name)) changed"
            }
            let verb = name == "due" || name == "start" ? "moved" : "changed"
            return "\(Self.name(name)) \(verb) from \(old) to \(new)"
        }
    }

    /// What people call a member.
    private static func name(_ member: String) -> String {
        switch member {
        case "estimatedDuration": "estimate"
        case "timeZone": "time zone"
        case "projectId": "project"
        case "blockedBy": "what it waits for"
        case "sortOrder": "place in the order"
        default: member
        }
    }

    private static func tagWords(_ from: [String], _ to: [String]) -> String {
        let added = to.filter { !from.contains($0) }
        let removed = from.filter { !to.contains($0) }
        let parts = [("added", added), ("removed", removed)].filter { !$0.1.isEmpty }
        if parts.isEmpty { return "tags reordered" }
        return "tags " + parts.map { "\($0.0): \($0.1.joined(separator: ", "))" }.joined(separator: "; ")
    }

    /// A value that is short enough to be named: times bare, other texts in quotation marks.
    private static func text(of value: JSONValue) -> String? {
        switch value {
        case .string(let text) where CivilTime(text) != nil: text
        case .string(let text) where text.count <= 200: "\"\(text)\""
        case .number: value.integer.map(String.init)
        case .bool(let value): "\(value)"
        default: nil
        }
    }
}

extension [String?] {
    fileprivate var words: String { compactMap(\.self).joined(separator: " ") }
}
