import Basics
import Phrases
import Recurrence
import Storage
import TaskdClient

/// The fields of a task that were typed, in the form of the daemon.
struct TaskFields {
    /// The word that clears a field of a task that is changed.
    static let nothing = "none"

    /// Refuses a name by which the commands about tasks could not mean what has it.
    ///
    /// - Parameters:
    ///   - name: The name; nil where none was typed.
    ///   - kind: What is to be called so: `project` or `tag`.
    /// - Throws: ``CommandFailure``.
    static func check(name: String?, ofA kind: String) throws {
        guard name == nothing else { return }
        throw CommandFailure.usage(
            "a \(kind) cannot be called \"\(nothing)\", which means no \(kind) in taskd add and edit",
            "Choose another name.")
    }

    private let options: TaskContentOptions
    private let zone: String?
    private let isChange: Bool
    /// The zone of the task that is changed, once it is known.
    private var zoneOfTask: String?
    private var schedule: TypedSchedule
    /// Whether it was typed; it is cleared where it is nil then.
    private var hasDue: Bool
    /// Whether it was typed by itself, and is not what a rule in words begins with.
    let hasOwnDue: Bool
    private var hasStart: Bool
    private let reminders: [TypedReminder]?
    /// The first time of a rule in words that says a time of day; nil where none does.
    private(set) var timeOfRule: CivilDateTime?
    /// Whether it was said to remind at a time that comes after the due time.
    private(set) var remindsAfterDue = false
    private let estimate: String?
    /// Those that were typed; empty also where all are cleared.
    private let properties: [TypedProperty]
    /// The project, once it was looked up; nil where none was typed.
    var project: TypedProject?
    /// What the project is called where it is made; nil for what was typed.
    var newProject: String?
    /// The ids of the tasks that it waits for, once they were looked up; nil where none were typed.
    private var blockers: [String]?
    private let typedBlockers: [String]
    private let sortOrder: String?

    /// What a new task has.
    ///
    /// - Parameters:
    ///   - task: The options.
    ///   - line: What a line of words says beside them; options win.
    ///   - standard: The offsets of the reminders that a task with a due time has where nothing is said of reminders.
    ///   - reader: Reads times.
    ///   - isSilent: Whether it is not to remind, whatever the words say.
    /// - Throws: ``CommandFailure``.
    init(
        new task: TaskOptions, _ line: QuickAdd = QuickAdd(), standard: [String], _ reader: TimeReader,
        isSilent: Bool = false
    ) throws {
        // There is nothing yet that could be taken away.
        var content = task.content.adding(line)
        content.tags.removeAll { $0 == Self.nothing }
        if content.rules == [Self.nothing] { content.rules = [] }
        if content.estimate == Self.nothing { content.estimate = nil }
        if task.content.description == Self.nothing { content.description = line.description }
        options = content
        zone = task.zone
        isChange = false
        var reader = reader
        reader.zonesDigits = task.zone == nil
        let due = try task.due.flatMap { try $0 == Self.nothing ? nil : reader.read($0, "--due") }
        let said = try due == nil ? line.when.map { try TypedSchedule($0, reader.moment(), reader) } : nil
        var schedule: TypedSchedule
        if let said, options.rules.isEmpty {
            schedule = said
        } else if let said, said.rules.isEmpty {
            schedule = try TypedSchedule(rules: options.rules, due: said.due, of: nil, reader)
            if let start = said.start { try schedule.take(start: start, isDueTyped: true, reader) }
        } else {
            schedule = try TypedSchedule(rules: options.rules, due: due, reader)
            // A rule of the options wins over one of the words, which tell its first time all the same.
            if schedule.due == nil { schedule.due = said?.due }
        }
        if let start = task.start, start != Self.nothing {
            try schedule.take(start: reader.read(start, "--start"), isDueTyped: due != nil, reader)
        }
        self.schedule = schedule
        (hasDue, hasStart, hasOwnDue) = (schedule.due != nil, schedule.start != nil, true)
        (typedBlockers, sortOrder) = (task.blockers == [Self.nothing] ? [] : task.blockers, task.sortOrder)
        estimate = try options.estimate.map(Self.duration)
        properties = try TypedProperty.read(options.properties)
        guard !options.reminders.contains(Self.nothing) else {
            throw CommandFailure.usage(
                "--remind none takes away what a task is reminded by, and a new one has nothing yet",
                "Give --no-remind for a task that does not remind at its due time.")
        }
        var typed = try options.reminders.flatMap(TypedReminder.parts).map {
            try TypedReminder($0, due: schedule.due, reader)
        }
        if typed.isEmpty, !isSilent { typed = try line.reminders.map { try TypedReminder($0, line, reader) } }
        if typed.isEmpty, hasDue { typed = standard.map { .offset($0) } }
        remindsAfterDue = Self.remindsLate(typed, schedule)
        reminders = try typed.map { try $0.following(schedule) }
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
        let typedDue = try due.flatMap { try $0 == Self.nothing ? nil : reader.read($0, "--due") }
        let rules = options.rules == [Self.nothing] ? [] : options.rules
        var schedule = try TypedSchedule(rules: rules, due: typedDue, reader)
        if let start, start != Self.nothing {
            try schedule.take(start: reader.read(start, "--start"), isDueTyped: typedDue != nil, reader)
        }
        // A rule in words brings its first time along, but in a series each task has its own.
        if schedule.saysTimeOfDay, case .civil(.dateTime(let first))? = schedule.due?.value { timeOfRule = first }
        if task == nil || due == Self.nothing { schedule.due = typedDue }
        self.schedule = schedule
        (hasDue, hasStart, hasOwnDue) = (due != nil || schedule.due != nil, start != nil, due != nil)
        estimate = try options.estimate.flatMap { try $0 == Self.nothing ? nil : Self.duration($0) }
        properties = try options.properties == [Self.nothing] ? [] : TypedProperty.read(options.properties)
        switch options.reminders {
        case []: reminders = nil
        case [Self.nothing]: reminders = []
        case let typed:
            // Of options that is seen before; terms come here.
            if let reason = Contradiction.reason("--remind", clearing: typed) {
                throw CommandFailure.usage(reason, "Leave one of them away.")
            }
            reminders = try typed.flatMap(TypedReminder.parts).map { text in
                let reminder = try TypedReminder(text, due: schedule.due, reader)
                return try task == nil ? reminder.ofEachOccurrence(text) : reminder.following(schedule)
            }
        }
    }

    /// Refuses reminders at a time of their own, for a change that reaches more than one occurrence of a series.
    ///
    /// - Throws: ``CommandFailure``.
    func checkRemindersOfSeries() throws {
        let typed = options.reminders.flatMap(TypedReminder.parts)
        for (reminder, text) in zip(reminders ?? [], typed) { _ = try reminder.ofEachOccurrence(text) }
    }

    /// When it starts and is due, and by which rules it repeats, as it was read.
    var times: (start: TypedTime?, due: TypedTime?, rules: [String]) { (schedule.start, schedule.due, schedule.rules) }

    /// Whether a rule that was typed gives the series of a task another time of day, so that it is another rule even where its
    /// days are the same.
    ///
    /// Beside a due time a rule counts from that.
    func changesTime(ofSeries task: TaskView) -> Bool {
        guard task.recurrence != nil, !schedule.rules.isEmpty else { return false }
        guard hasOwnDue else { return timeOfRule != nil }
        // Of a task with a start the rule gives that.
        let known = (task.start == nil ? task.recurrenceId : task.due).flatMap { CivilTime($0) }
        guard let known, let due = schedule.due?.civil else { return false }
        return due.isDate != known.isDate
            || due.startOfDayOrTime.secondOfDay != known.startOfDayOrTime.secondOfDay
    }

    /// Whether a rule in words counts from when the last one was completed.
    var isAnchoredAtCompletion: Bool {
        options.anchor.map { $0.rawValue == "completion" } ?? schedule.isAnchoredAtCompletion
    }

    /// What is worth saying of how the times were read, a sentence each.
    var notes: [String] { (schedule.start?.notes ?? []) + (schedule.due?.notes ?? []) }

    /// The rules that give no date from a first time on, with what that means; a sentence each.
    ///
    /// - Parameters:
    ///   - due: When the task is due that has none of its own among what was typed.
    ///   - language: The reader's language.
    /// - Returns: The sentences.
    func emptyRuleNotes(due: CivilTime? = nil, _ language: ExplanationLanguage) -> [String] {
        let typed: CivilTime? = if case .civil(let civil)? = schedule.due?.value { civil } else { due }
        return schedule.rules.filter { rule in
            guard let rule = try? RecurrenceRule(rule) else { return false }
            return rule.givesNothing(from: typed)
        }.map { rule in
            language == .korean
                ? "\(rule.shown) 규칙에 맞는 날이 없어 반복되지 않습니다"
                : "no date matches the rule \(rule.shown), so that it does not repeat"
        }
    }

    /// Those of the notes that tell what else could have been meant.
    var remarks: [String] { (schedule.start?.remarks ?? []) + (schedule.due?.remarks ?? []) }

    /// The rule of words that also give the due time; nil where they do not, or that was typed.
    var ruleWithDue: String? { hasDue && !hasOwnDue ? schedule.rules.first : nil }

    /// Whether something was typed of reminders.
    var choosesReminders: Bool { reminders != nil }

    /// Whether the zone was typed by itself, so that local times are meant to move along.
    var choosesZone: Bool { zone != nil }

    /// Whether it starts after it is due, as far as both were typed.
    var startsAfterDue: Bool {
        guard let start = schedule.start?.civil, let due = schedule.due?.civil, start.isDate == due.isDate else {
            return false
        }
        // A start of another zone goes as the moment that it is.
        guard let zone = schedule.due?.zone, let other = schedule.start?.zone else { return start.isAfter(due) }
        return other.instant(of: start.startOfDayOrTime) > zone.instant(of: due.startOfDayOrTime)
    }

    /// Whether a reminder at a time of its own goes off after the task is due.
    private static func remindsLate(_ reminders: [TypedReminder], _ schedule: TypedSchedule) -> Bool {
        guard case .civil(let due)? = schedule.due?.value else { return false }
        return reminders.contains { reminder in
            guard case .at(let time) = reminder, case .civil(let at) = time.value else { return false }
            return at.startOfDayOrTime > due.startOfDayOrTime && (at.date != due.date || !due.isDate)
        }
    }

    /// Keeps the due time of a task that begins to repeat by a rule in words, as far as the rule leaves it open: one of the
    /// rule's times stays as it is, and a rule that says no time of day has that of the task.
    ///
    /// - Throws: ``CommandFailure`` for a rule in words that the start of the task does not fit.
    mutating func keepTimes(of task: TaskView, _ zone: () throws -> ZoneRules) throws {
        zoneOfTask = task.timeZone
        try keepDue(of: task, zone)
        try keepMoments(of: task, zone)
        if hasStart, !hasDue, case .civil(.date(let day))? = schedule.start?.value,
            case .dateTime? = task.due.flatMap({ CivilTime($0) })
        {
            throw CommandFailure.usage(
                "--start \(day) is a day, and \"\(task.title.withoutControls)\" is due at a time",
                "Give the start a time as well, such as --start '\(day) 9am'.")
        }
        guard let start = hasStart ? schedule.start?.civil : task.start.flatMap({ CivilTime($0) }),
            let due = schedule.due?.civil ?? task.due.flatMap({ CivilTime($0) })
        else { return }
        try schedule.check(keeping: start, due: due, zone())
    }

    /// Keeps the moment of a start or due time that nothing was said of, where the other one brings its zone along: a task
    /// has one zone, and a local time of it would be another moment there.
    private mutating func keepMoments(of task: TaskView, _ rules: () throws -> ZoneRules) rethrows {
        guard isChange, zone == nil, task.recurrence == nil, schedule.rules.isEmpty, let zone = timeZone,
            zone != task.timeZone
        else { return }
        func moment(_ text: String?, told: String?) throws -> TypedTime? {
            guard case .dateTime(let local)? = text.flatMap({ CivilTime($0) }) else { return nil }
            return TypedTime(value: .instant(try rules().instant(of: local, told: told)))
        }
        if !hasStart, let start = try moment(task.start, told: task.startAt) {
            (hasStart, schedule.start) = (true, start)
        }
        if !hasDue, let due = try moment(task.due, told: task.dueAt) { (hasDue, schedule.due) = (true, due) }
    }

    private mutating func keepDue(of task: TaskView, _ zone: () throws -> ZoneRules) rethrows {
        // What has a start alone is due when it starts, as a new task is that is to repeat.
        let kept = task.due ?? (hasStart ? nil : task.start)
        guard isChange, !hasOwnDue, !schedule.rules.isEmpty, let due = kept.flatMap({ CivilTime($0) }) else { return }
        func keep() {
            if task.due == nil { schedule.due?.value = .civil(due) } else { (hasDue, schedule.due) = (false, nil) }
        }
        guard !schedule.isCountedFromNow else { return keep() }
        guard case .civil(.date(let first))? = schedule.due?.value else { return }
        let rules = schedule.rules.compactMap { try? RecurrenceRule($0) }
        let rulesOfZone = try zone()
        let set = try? RecurrenceSet(start: due, zone: rulesOfZone, rules: rules)
        if set?.occurrences.first(where: { _ in true })?.start == due {
            keep()
        } else if case .dateTime(let time) = due {
            schedule.due?.value = .civil(.dateTime(CivilDateTime(date: first, secondOfDay: time.secondOfDay)))
        }
    }

    /// Looks up what was typed of projects and tasks.
    mutating func lookUp(_ lookup: IdentifierLookup, creatingProject: Bool = false) async throws {
        project = try await TypedProject(options.project, lookup, creating: creatingProject, named: newProject)
        try await lookUpBlockers(lookup)
    }

    /// The project that was typed; nil for none.
    var namedProject: String? { options.project == Self.nothing ? nil : options.project }

    /// Looks up the tasks that it waits for.
    mutating func lookUpBlockers(_ lookup: IdentifierLookup) async throws {
        guard !typedBlockers.isEmpty else { return }
        var ids: [String] = []
        for typed in isEmptied(typedBlockers) ? [] : typedBlockers { ids.append(try await lookup.task(typed)) }
        blockers = ids
    }

    /// Writes the fields into an object that holds more.
    func write(fieldsTo json: inout JSONWriter) {
        let (due, start) = (schedule.due, schedule.start)
        let zone = timeZone
        if hasDue { json.field("due", due?.text) }
        if hasStart { json.field("start", start.map { text(of: $0, in: zone) }) }
        if let zone { json.field("timeZone", zone) }
        writeRecurrence(to: &json)
        if let reminders {
            // One that was typed twice reminds once.
            let different = reminders.reduce(into: [TypedReminder]()) { if !$0.contains($1) { $0.append($1) } }
            json.field("reminders") { json in json.array(different) { write($1, in: zone, to: &$0) } }
        }
        if !options.tags.isEmpty { json.field("tags", isEmptied(options.tags) ? [] : options.tags) }
        if let project { json.field("projectId", project.id) }
        if let blockers { json.field("blockedBy", blockers) }
        if let sortOrder { json.field("sortOrder", isEmptied([sortOrder]) ? nil : Double(sortOrder)) }
        if let priority = options.priority { json.field("priority", priority.rawValue) }
        if options.estimate != nil { json.field("estimatedDuration", estimate) }
        writeProperties(to: &json)
        if let text = options.description { json.field("description", isEmptied([text]) ? nil : text) }
    }

    /// The zone of the times; a time to remind at brings its own where nothing else has one.
    private var timeZone: String? {
        if let zone = zone ?? schedule.due?.zone?.identifier ?? schedule.start?.zone?.identifier { return zone }
        guard !isChange, !hasDue, !hasStart else { return nil }
        return reminders?.lazy.compactMap { reminder in
            if case .at(let time) = reminder { time.zone?.identifier } else { nil }
        }.first
    }

    /// The most days that a task may take.
    private static let estimateDays = 3_660

    private static func duration(_ typed: String) throws -> String {
        guard let read = TypedDuration(typed) else {
            if let failure = TypedDuration.tooLong(typed, "--estimate \"\(typed.shown)\"", most: estimateDays) {
                throw failure
            }
            throw CommandFailure.usage(
                "--estimate \"\(typed.shown)\" is not a duration", "Write it as 1h30m, 2d or PT1H30M.")
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
        let anchor = options.anchor?.rawValue ?? (schedule.isAnchoredAtCompletion ? "completion" : nil)
        let choices = [
            ("anchor", anchor), ("missed", options.missed?.rawValue), ("respawn", options.respawn?.rawValue),
        ]
        guard !schedule.rules.isEmpty || choices.contains(where: { $0.1 != nil }) else { return }
        json.field("recurrence") { json in
            json.object { json in
                if !schedule.rules.isEmpty { json.field("rrule", schedule.rules) }
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

    private func write(_ reminder: TypedReminder, in zone: String?, to json: inout JSONWriter) {
        json.object { json in
            switch reminder {
            case .offset(let offset):
                json.field("offset", offset)
                json.field("relativeTo", !isChange && !hasDue && hasStart ? "start" : "due")
            case .at(let time):
                json.field("at", text(of: time, in: zone ?? zoneOfTask))
            }
        }
    }

    /// The text of a time for a task of a zone: in one of another zone the local time would be another moment.
    private func text(of time: TypedTime, in zone: String?) -> String {
        let isElsewhere = self.zone == nil && time.zone.map { $0.identifier != zone } ?? false
        return isElsewhere ? time.momentText : time.text
    }

    private func isEmptied(_ values: [String]) -> Bool {
        isChange && values == [Self.nothing]
    }
}

extension TaskContentOptions {
    /// The options, with what a line says where they say nothing.
    fileprivate func adding(_ line: QuickAdd) -> TaskContentOptions {
        var options = self
        options.tags += line.tags.filter { !options.tags.contains($0) }
        options.project = options.project ?? line.project
        options.priority = options.priority ?? line.priority.flatMap { PriorityArgument(rawValue: $0.rawValue) }
        options.estimate = options.estimate ?? line.estimate?.description
        options.description = options.description ?? line.description
        return options
    }
}
