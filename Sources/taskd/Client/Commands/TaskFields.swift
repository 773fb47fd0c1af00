import Basics
import Recurrence
import Storage
import TaskdClient

/// The fields of a task that were typed, in the form of the daemon.
struct TaskFields {
    /// The word that clears a field of a task that is changed.
    static let nothing = "none"

    private let options: TaskContentOptions
    private let zone: String?
    private let isChange: Bool
    private let due: TypedTime?
    private let start: TypedTime?
    /// Whether it was typed; it is cleared where it is nil then.
    private let hasDue: Bool
    private let hasStart: Bool
    private let offsets: [String]?
    private let estimate: String?
    /// Those that were typed; empty also where all are cleared.
    private let properties: [TypedProperty]
    /// The project, once it was looked up; nil where none was typed.
    var project: TypedProject?
    /// The ids of the tasks that it waits for, once they were looked up; nil where none were typed.
    private var blockers: [String]?
    private let typedBlockers: [String]
    private let sortOrder: String?

    /// What a new task has; with a due time and no reminders it is reminded at it.
    init(new task: TaskOptions, remindsAtDue: Bool, _ reader: TimeReader) throws {
        (options, zone) = (task.content, task.zone)
        isChange = false
        due = try task.due.map { try reader.read($0, "--due") }
        start = try task.start.map { try reader.read($0, "--start") }
        (hasDue, hasStart) = (due != nil, start != nil)
        (typedBlockers, sortOrder) = (task.blockers, task.sortOrder)
        estimate = try options.estimate.map(Self.duration)
        properties = try TypedProperty.read(options.properties)
        guard !options.reminders.contains(Self.nothing) else {
            throw CommandFailure.usage(
                "--remind none takes away what a task is reminded by, and a new one has nothing yet",
                "Give --no-remind for a task that does not remind at its due time.")
        }
        let typed = try options.reminders.map { try TypedOffset($0).text }
        offsets = typed.isEmpty && due != nil && remindsAtDue ? ["PT0S"] : typed
    }

    /// What changes in a task.
    init(changing task: TaskOptions, _ reader: TimeReader) throws {
        try self.init(changing: task.content, zone: task.zone, in: task, reader)
    }

    /// What changes in what the occurrences of a series have in common.
    init(changing content: TaskContentOptions, zone: String?, _ reader: TimeReader) throws {
        try self.init(changing: content, zone: zone, in: nil, reader)
    }

    private init(
        changing options: TaskContentOptions, zone: String?, in task: TaskOptions?, _ reader: TimeReader
    ) throws {
        let (due, start) = (task?.due, task?.start)
        (self.options, self.zone) = (options, zone)
        (typedBlockers, sortOrder) = (task?.blockers ?? [], task?.sortOrder)
        isChange = true
        (hasDue, hasStart) = (due != nil, start != nil)
        self.due = try due.flatMap { try $0 == Self.nothing ? nil : reader.read($0, "--due") }
        self.start = try start.flatMap { try $0 == Self.nothing ? nil : reader.read($0, "--start") }
        estimate = try options.estimate.flatMap { try $0 == Self.nothing ? nil : Self.duration($0) }
        properties = try options.properties == [Self.nothing] ? [] : TypedProperty.read(options.properties)
        switch options.reminders {
        case []: offsets = nil
        case [Self.nothing]: offsets = []
        case let typed: offsets = try typed.map { try TypedOffset($0).text }
        }
    }

    /// Looks up what was typed of projects and tasks.
    mutating func lookUp(in daemon: DaemonClient) async throws {
        project = try await TypedProject(options.project, in: daemon)
        guard !typedBlockers.isEmpty else { return }
        var ids: [String] = []
        for typed in isEmptied(typedBlockers) ? [] : typedBlockers {
            ids.append(try await IdentifierLookup(daemon: daemon).task(typed))
        }
        blockers = ids
    }

    /// Writes the fields into an object that holds more.
    func write(fieldsTo json: inout JSONWriter) {
        if hasDue { json.field("due", due?.text) }
        if hasStart { json.field("start", start?.text) }
        if let zone = zone ?? due?.zone?.identifier ?? start?.zone?.identifier { json.field("timeZone", zone) }
        writeRecurrence(to: &json)
        if let offsets { json.field("reminders") { json in json.array(offsets) { write(offset: $1, to: &$0) } } }
        if !options.tags.isEmpty { json.field("tags", isEmptied(options.tags) ? [] : options.tags) }
        if let project { json.field("projectId", project.id) }
        if let blockers { json.field("blockedBy", blockers) }
        if let sortOrder { json.field("sortOrder", isEmptied([sortOrder]) ? nil : Double(sortOrder)) }
        if let priority = options.priority { json.field("priority", priority.rawValue) }
        if options.estimate != nil { json.field("estimatedDuration", estimate) }
        writeProperties(to: &json)
        if let text = options.description { json.field("description", isEmptied([text]) ? nil : text) }
    }

    private static func duration(_ typed: String) throws -> String {
        guard let read = TypedDuration(typed) else {
            throw CommandFailure.usage(
                "\"\(typed.prefix(100))\" is not a duration", "Write it as PT1H30M, 1h30m or 2d.")
        }
        return read.duration.description
    }

    /// Whether nothing at all was typed.
    var isEmpty: Bool {
        var json = JSONWriter()
        json.object(write(fieldsTo:))
        return json.bytes.count == 2 && options.project == nil && typedBlockers.isEmpty
            && sortOrder == nil
    }

    private func writeRecurrence(to json: inout JSONWriter) {
        if isEmptied(options.rules) { return json.field("recurrence") { $0.null() } }
        let choices = [
            ("anchor", options.anchor?.rawValue), ("missed", options.missed?.rawValue),
            ("respawn", options.respawn?.rawValue),
        ]
        guard !options.rules.isEmpty || choices.contains(where: { $0.1 != nil }) else { return }
        json.field("recurrence") { json in
            json.object { json in
                if !options.rules.isEmpty { json.field("rrule", options.rules) }
                for case (let name, let value?) in choices { json.field(named: name, value) }
            }
        }
    }

    private func writeProperties(to json: inout JSONWriter) {
        if isEmptied(options.properties) { return json.field("properties") { $0.null() } }
        guard !properties.isEmpty else { return }
        json.field("properties") { json in
            json.object { json in for property in properties { json.field(named: property.name, property.value) } }
        }
    }

    private func write(offset: String, to json: inout JSONWriter) {
        json.object { json in
            json.field("offset", offset)
            json.field("relativeTo", !isChange && due == nil && start != nil ? "start" : "due")
        }
    }

    private func isEmptied(_ values: [String]) -> Bool {
        isChange && values == [Self.nothing]
    }
}
