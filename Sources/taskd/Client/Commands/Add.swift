import ArgumentParser
import Basics
import Phrases
import Recurrence
import Storage
import TaskdClient

/// `taskd add`: makes tasks.
struct Add: ContextCommand {
    /// How many lines of standard input are added together.
    static let maxLines = 1_000

    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a task, with its date, tags and more in the words of one line.",
        usage: "taskd add [<words> ...] [<options>]",
        discussion: """
              taskd add 'Tea in 20m'
              taskd add 'Dentist tomorrow 3pm +health p:high remind 1h'
              taskd add 'Rent every last weekday of the month at 9am +home'
              taskd add '매주 월요일 오전 9시 주간회의'
              taskd add 'Pay rent' --due 'dec 1' --repeat 'every month' --tag home

            taskd takes +TAG (or #TAG), @PROJECT (with - for a space), p:high (p:low to p:urgent; p1 to p4, !high and !! say it too) and \
            remind 30m out of the words wherever they stand, \
            the due time at the end of the line or, where the line begins with a day or a time such as tomorrow, at its \
            start, behind it for 45m (how long it will take; for:45m anywhere), or behind due: or repeat:, and // with a note that is all the rest; it prints what it \
            took for the due time. A \\ before a word keeps it in the title; --literal keeps all of them. Options win over \
            words. What dates can look like: taskd help dates.

            With - instead of words, or without words on a pipe, each line of standard input is a task; with --json, \
            standard input is a task or an array of tasks in JSON. Without words, on a terminal, it asks for them.

            A task with a due time reminds once, at that time, unless --remind, --no-remind or your settings (see \
            remind in taskd config) say otherwise. On a terminal it then names tags, a project and more that earlier \
            tasks with the same words have.
            """,
        aliases: ["a"]
    )

    @Argument(help: ArgumentHelp("The title, with date, tags and more.", valueName: "words"))
    var words: [String] = []

    @Flag(help: "Take all words as the title, as they are.")
    var literal = false

    @Flag(
        name: .customLong("dry-run"),
        help: "Show what was understood, and add nothing; the daemon is asked for a project or a task that is named.")
    var isDry = false

    @Flag(help: "Make the project if there is none of that name.")
    var create = false

    @OptionGroup(title: "Task") var task: TaskOptions

    @Flag(name: .customLong("no-remind"), help: "Do not remind at the due time.")
    var isSilent = false

    @Option(help: ArgumentHelp("The id of the new task (default: the daemon chooses one).", valueName: "uuid"))
    var id: String?

    @OptionGroup var prompting: PromptOptions

    @OptionGroup var client: ClientOptions

    func validate() throws {
        guard id.map({ UUIDValue($0) != nil }) ?? true else { throw ValidationError("--id must be a UUID.") }
        if isDry, client.access.output.quiet {
            throw ValidationError("--quiet and --dry-run cannot be used together.")
        }
        guard isSilent, !task.content.reminders.isEmpty else { return }
        throw ValidationError("--remind and --no-remind cannot be used together.")
    }

    func run(in context: CommandContext) async throws {
        if words.isEmpty || words == ["-"] {
            guard words.isEmpty, context.prompts.isInteractive, !prompting.isSilent else {
                return try await AddedLines(add: self, context: context).run()
            }
            guard let line = context.prompts.ask(.whatToAdd) else {
                throw CommandFailure.failed("nothing was added")
            }
            return try await run(line, context)
        }
        try await run(words.joined(separator: " "), context)
    }

    func run(_ line: String, _ context: CommandContext) async throws {
        let new = try NewLine(line, self, context)
        if isDry {
            if let problem = try NewTaskCheck(context).problem(with: new.value(id: id)) {
                throw CommandFailure.refused(problem)
            }
            try await look(for: [new], context) { try await $0.lookUp($1) }
            context.tell(new.warnings + (new.isWrittenOut ? try new.dueNotes(context) : []))
            return try StandardOutput.write(client.access.json ? new.previewJSON : new.preview(context))
        }
        try await client.withDaemon(context) { daemon in
            let body = try await new.body(lookup(daemon, context), id: id)
            // Asked before the task is there, which would count as one of those that have none of it.
            let suggestions = try await suggestions(for: new, daemon, context)
            let (answer, isNew) = try await added(body, new, daemon)
            let view: TaskView = try answer.decode()
            context.tell(new.warnings)
            context.touch(view.id)
            if new.isWrittenOut { context.tell(view.dueNotes(TextFormatter(context: context).times)) }
            context.tell(view.reminderNotes(TextFormatter(context: context).times))
            // Programs do not read notes, and a request is made for this one.
            if !client.access.json, view.reminders.contains(where: { $0.nextFireAt != nil }),
                let pause = try? await daemon.pauseOfEverything()
            {
                context.tell([TextFormatter(context: context).pausedEverything(pause)])
            }
            try await context.print(answer, client.access, naming: daemon) { printer in
                let offered = OfferedTerms(suggestions, for: view, printer.language)
                guard isNew else { return printer.line("already added", view) }
                return printer.line("added", view, isWhole: true) + new.echo(printer) + offered.lines(printer, view)
            }
        }
    }

    /// Adds the task; one with an id of its own may be there already, from a run before.
    private func added(
        _ body: [UInt8], _ new: NewLine, _ daemon: DaemonClient
    ) async throws -> (answer: DaemonResponse, isNew: Bool) {
        do {
            return (try await daemon.post("tasks", body, query: [.shortHandles]), true)
        } catch DaemonError.refused(let problem) where problem.status == 409 {
            guard let id, let there = try? await daemon.get("tasks/\(id)", [.shortHandles]),
                let view = try? there.decode() as TaskView, view.title == new.words.title
            else { throw DaemonError.refused(problem) }
            return (there, false)
        }
    }

    /// What earlier tasks with the same words have, for whoever is there to read it.
    private func suggestions(
        for new: NewLine, _ daemon: DaemonClient, _ context: CommandContext
    ) async throws -> [SuggestionView] {
        let isRead = try context.terminal.hasOutput && client.access.output.form() == nil && context.settings.suggests
        guard isRead else { return [] }
        do {
            return try await daemon.suggestions(forTitle: new.words.title)
        } catch {
            // A daemon without them, or one that is busy: the task is added all the same.
            return []
        }
    }

    /// Looks for the projects and tasks that lines name, as adding them does, but makes none and asks nobody; where there is
    /// no daemon it is told.
    func look(
        for lines: [NewLine], _ context: CommandContext, _ body: (NewLine, IdentifierLookup) async throws -> Void
    ) async throws {
        let named = lines.flatMap(\.named)
        guard !named.isEmpty else { return }
        do {
            try await client.withDaemon(context) { daemon in
                for line in lines { try await body(line, IdentifierLookup(daemon: daemon, prompting: prompting)) }
            }
        } catch let failure as CommandFailure where failure.exitStatus == 3 {
            context.tell(["no daemon answers, so that nobody looked for \(named.joined(separator: ", "))"])
        }
    }

    func lookup(_ daemon: DaemonClient, _ context: CommandContext) -> IdentifierLookup {
        IdentifierLookup(daemon: daemon, context: context, prompting: prompting)
    }
}

/// A line of words as a task.
struct NewLine {
    /// What the words say.
    let words: QuickAdd
    private let line: String
    private let fields: TaskFields
    private let task: TaskOptions
    private let creates: Bool
    private let isSilent: Bool
    private let language: ExplanationLanguage

    /// Reads a line.
    ///
    /// - Throws: ``CommandFailure`` for an option that cannot be read.
    init(_ line: String, _ add: Add, _ context: CommandContext) throws {
        let reader = context.timeReader(zone: add.task.zone)
        self.line = line
        (task, creates, language) = (add.task, add.create, context.language)
        isSilent = add.isSilent
        words = add.literal ? QuickAdd(title: line) : reader.phrases.quickAdd(line, at: try reader.moment())
        guard !words.lacksTitle else {
            throw CommandFailure.usage(
                "the title is missing in \"\(line.shown)\"",
                "Say what is to be done, such as 'Call Ann \(line.shown)', or give --literal for these words as the title."
            )
        }
        let standard = try context.settings.remind ?? ["PT0S"]
        fields = try TaskFields(
            new: add.task, words, standard: add.isSilent || words.remindsNot ? [] : standard, reader,
            isSilent: add.isSilent)
    }

    /// The JSON of the task.
    func body(_ lookup: IdentifierLookup, id: String? = nil) async throws -> [UInt8] {
        var found = fields
        try await found.lookUp(lookup, creatingProject: creates)
        return json(found, id: id)
    }

    /// The same without what is looked up.
    func value(id: String? = nil) throws -> JSONValue { try JSONValue(json: json(fields, id: id)) }

    /// Looks for what it names, but for a project that would be made where there is none.
    func lookUp(_ lookup: IdentifierLookup) async throws {
        var found = fields
        if creates { try await found.lookUpBlockers(lookup) } else { try await found.lookUp(lookup) }
    }

    /// What has to be looked for, in words.
    var named: [String] {
        let project = creates ? nil : fields.namedProject.map { "the project \"\($0.shown)\"" }
        return [project].compactMap(\.self) + task.blockers.map { "the task \"\($0.shown)\"" }
    }

    private func json(_ fields: TaskFields, id: String? = nil) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            if let id { json.field("id", id) }
            json.field("title", words.title)
            fields.write(fieldsTo: &json)
        }
        return json.bytes
    }

    /// What has to be known before it is relied on.
    var warnings: [String] {
        // What the words were taken for is told with them.
        var warnings = fields.notes.filter { words.when == nil || !fields.remarks.contains($0) }
        warnings += words.titleNotes(of: line)
        let isKorean = words.when?.language == .korean
        if fields.remindsAfterDue {
            warnings.append(
                isKorean
                    ? "기한이 지난 뒤에 알립니다. 그 전의 날이나 시각을 말해 주세요"
                    : "it reminds after it is due; say a day or a time before that")
        }
        if isRuleReplaced {
            warnings.append(
                isKorean
                    ? "어떻게 반복하는지는 --repeat에 있어서, 말에서는 첫 번째 때만 씁니다"
                    : task.content.rules.allSatisfy(TypedSchedule.isRRULE)
                        ? "of the words only the first time counts, as --repeat says how it repeats"
                        : "\(whenWords.map { "\"\($0)\"" } ?? "what the words say of it") was left out, as --repeat says how "
                            + "it repeats")
        }
        if words.when != nil, task.due != nil, let place = whenWords {
            warnings.append(
                isKorean
                    ? "\"\(place)\": 기한은 --due에 있어서 쓰지 않았습니다"
                    : "\"\(place)\" was left out, as --due says when it is due")
        }
        return warnings + overruledNotes + fields.emptyRuleNotes(language)
    }

    /// What the words say and options say otherwise: the zone, and that it reminds.
    private var overruledNotes: [String] {
        let isKorean = words.when?.language == .korean
        var notes: [String] = []
        if let zone = task.zone, task.due == nil, let said = words.when?.meaning.zone, said != zone {
            notes.append(
                isKorean
                    ? "\"\(said)\": 시간대는 --zone에 있어서 쓰지 않았습니다" : "\"\(said)\" was left out, as --zone says the zone")
        }
        if isSilent {
            notes += words.spans.filter { $0.part == .reminder }.map { span in
                let typed = String(decoding: Array(line.utf8)[span.range], as: UTF8.self)
                return isKorean
                    ? "\"\(typed)\": --no-remind가 있어서 쓰지 않았습니다"
                    : "\"\(typed)\" was left out, as --no-remind says not to remind"
            }
        }
        return notes
    }

    /// The words that say when it is due.
    private var whenWords: String? {
        words.spans.first { $0.part == .when }.map { String(decoding: Array(line.utf8)[$0.range], as: UTF8.self) }
    }

    /// Whether the words say how it repeats, and an option says it otherwise.
    private var isRuleReplaced: Bool {
        guard !task.content.rules.isEmpty, case .rule? = words.when?.meaning else { return false }
        return true
    }

    /// Whether the due time was given in digits alone, which nothing was told of yet.
    var isWrittenOut: Bool { task.due != nil && fields.notes.isEmpty }

    /// What was taken from the words that may have been meant otherwise, with the words.
    func echo(_ printer: TextFormatter) -> String { whenEcho(printer) + priorityEcho(printer) }

    /// A priority that was said by a sign alone, such as p1 or !!.
    private func priorityEcho(_ printer: TextFormatter) -> String {
        guard task.content.priority == nil, let priority = words.priority,
            let span = words.spans.first(where: { $0.part == .priority }),
            case let typed = String(decoding: Array(line.utf8)[span.range], as: UTF8.self), !typed.contains(":")
        else { return "" }
        let name = printer.say(priority.rawValue)
        return printer.language == .korean
            ? "  우선순위: \(name) ← \"\(typed)\"\n" : "  priority: \(name) from \"\(typed)\"\n"
    }

    /// What was taken from the words as the due time, with the words.
    private func whenEcho(_ printer: TextFormatter) -> String {
        guard task.due == nil, !isRuleReplaced, let when = words.when,
            let span = words.spans.first(where: { $0.part == .when })
        else { return "" }
        let typed = String(decoding: Array(line.utf8)[span.range], as: UTF8.self)
        let isKorean = when.language == .korean
        func told(_ time: PhraseTime) -> String {
            // A zone that is given wins over that of the words.
            let zone = task.zone ?? time.zone ?? printer.times.zone.identifier
            return printer.times.local(time.civil.description, in: zone).absolute
        }
        let meaning: String
        switch when.meaning {
        case .time(let time): meaning = told(time)
        case .range(let start, let due): meaning = "\(told(start)) – \(told(due))"
        case .rule(let rule):
            let every = rule.rule.shortExplanation(from: rule.first.civil, in: isKorean ? .korean : .english)
            let text = TextFormatter.counted(every, afterCompletion: rule.isAnchoredAtCompletion, isKorean)
            meaning = "\(text), \(isKorean ? "첫 번째" : "first") \(told(rule.first))"
        }
        let line = isKorean ? "  때: \(meaning) ← \"\(typed)\"" : "  when: \(meaning) from \"\(typed)\""
        let rivals = fields.remarks.map { " (\($0))" }.joined()
        return "\((line + rivals).withoutControls)\n"
    }

    /// What is worth knowing of a due time in digits, as ``TaskView/dueNotes(_:)`` has it of a task that there is.
    func dueNotes(_ context: CommandContext) throws -> [String] {
        guard let due = fields.times.due, let civil = due.civil else { return [] }
        return DueNotes(civil, in: try due.zone ?? context.zone(named: task.zone))
            .texts(TextFormatter(context: context).times)
    }

    /// What would be added, for people.
    func preview(_ context: CommandContext) -> String {
        let printer = TextFormatter(context: context)
        var text = "\(printer.style(.faint, "not added")): \(words.title.withoutControls)\n" + echo(printer)
        let tags = task.content.tags + words.tags
        let reminders = task.content.reminders + (isSilent ? [] : words.reminders.map(Self.text))
        let zone = task.zone ?? printer.times.zone.identifier
        func told(_ time: TypedTime) -> String {
            switch time.value {
            case .civil(let civil): printer.times.local(civil, in: time.zone?.identifier ?? zone).sentence
            case .instant(let instant): printer.times.moment(instant).sentence
            }
        }
        let rules = fields.times.rules.map { text in
            let every = (try? RecurrenceRule(text))?
                .shortExplanation(from: fields.times.due?.civil, in: printer.language)
            return TextFormatter.counted(
                every ?? text, afterCompletion: fields.isAnchoredAtCompletion, printer.language == .korean)
        }
        func told(_ values: [String]) -> String? { values.isEmpty ? nil : values.joined(separator: ", ") }
        // What the words say of it is told with them.
        let isSaid = task.due == nil && words.when != nil && !isRuleReplaced
        let isPriorityTold = !priorityEcho(printer).isEmpty
        let others: [(String, String?)] = [
            ("start", isSaid && task.start == nil ? nil : fields.times.start.map(told)),
            ("due", isSaid ? nil : fields.times.due.map(told)),
            ("repeats", isSaid && task.content.rules.isEmpty || rules.isEmpty ? nil : rules.joined(separator: "; ")),
            ("tags", told(tags)),
            ("project", task.content.project ?? words.project),
            ("priority", isPriorityTold ? nil : task.content.priority?.rawValue ?? words.priority?.rawValue),
            ("anchor", task.content.anchor?.rawValue), ("missed", task.content.missed?.rawValue),
            ("respawn", task.content.respawn?.rawValue), ("remind", told(reminders) ?? (isSilent ? "never" : nil)),
            ("blocked by", told(task.blockers)), ("properties", told(task.content.properties)),
            ("estimate", task.content.estimate ?? words.estimate?.description),
            ("note", task.content.description ?? words.description),
        ]
        for case (let name, let value?) in others { text += "  \(name): \(value.withoutControls)\n" }
        return text
    }

    /// The same as the JSON that would be sent; the project by the name that was typed.
    var previewJSON: String {
        var json = JSONWriter()
        json.object { json in
            json.field("title", words.title)
            if let project = task.content.project ?? words.project { json.field("project", project) }
            fields.write(fieldsTo: &json)
        }
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }

    private static func text(_ reminder: QuickAdd.Reminder) -> String {
        switch reminder {
        case .before(let length):
            "\(SpanWords.exact(length, .english)) \(length.days < 0 || length.seconds < 0 ? "after" : "before") it is due"
        case .at(let time): time.phrase(in: .english)
        }
    }
}

extension PhraseMeaning {
    /// The zone that its words name; nil where they name none.
    fileprivate var zone: String? {
        switch self {
        case .time(let time): time.zone
        case .range(let start, let due): due.zone ?? start.zone
        case .rule(let rule): rule.first.zone
        }
    }
}
