import Basics
import Phrases
import Recurrence
import Storage
import TaskdClient

/// A line of words as a task.
struct NewLine {
    /// What the words say.
    let words: QuickAdd
    let line: String
    let fields: TaskFields
    let task: TaskOptions
    private let creates: Bool
    let isSilent: Bool
    /// What was typed, in which options have the names that were typed.
    private let arguments: TypedArguments
    private let language: ExplanationLanguage

    /// Reads a line.
    ///
    /// - Throws: ``CommandFailure`` for an option that cannot be read.
    init(_ line: String, _ add: Add, _ context: CommandContext) throws {
        let reader = context.timeReader(zone: add.task.zone)
        self.line = line
        (task, creates, language) = (add.task, add.create || add.prompting.yes, context.language)
        (isSilent, arguments) = (add.isSilent, context.typed)
        words = add.literal ? QuickAdd(title: line) : reader.phrases.quickAdd(line, at: try reader.moment())
        guard !words.lacksTitle else {
            let example = "Call Ann \(line)"
            let read = reader.phrases.quickAdd(example, at: try reader.moment())
            // What one is shown is to be taken as it was meant.
            let isTaken = read.title == "Call Ann" && read.titleNotes(of: example).isEmpty
            throw CommandFailure.usage(
                "the title is missing in \"\(line.shown)\"",
                "Say what is to be done, such as '\(isTaken ? example.shown : "Call Ann tomorrow 9am")', or give --literal "
                    + "for these words as the title."
            )
        }
        let standard = try context.settings.remind ?? ["PT0S"]
        var fields = try TaskFields(
            new: add.task, words, standard: add.isSilent || words.remindsNot ? [] : standard, reader,
            isSilent: add.isSilent)
        if add.task.content.project == nil { fields.newProject = words.newProject(in: line) }
        self.fields = fields
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
        if fields.startsAfterDue { warnings.append(TaskView.startsAfterDue(language == .korean)) }
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

    /// What the words say and options say otherwise: the zone, the project and the like, and that it reminds.
    private var overruledNotes: [String] {
        let isKorean = words.when?.language == .korean
        var notes: [String] = []
        if let zone = task.zone, task.due == nil, let said = words.when?.meaning.zone, said != zone {
            notes.append(
                isKorean
                    ? "\"\(said)\": 시간대는 --zone에 있어서 쓰지 않았습니다" : "\"\(said)\" was left out, as --zone says the zone")
        }
        func typedName(_ names: String...) -> String { names.first(where: arguments.has) ?? names[0] }
        let (estimate, description) = (
            typedName("--estimate", "--estimated-duration"), typedName("--description", "--note")
        )
        let options: [(part: QuickAdd.Part, isGiven: Bool, english: String, korean: String)] = [
            (.project, task.content.project != nil, "--project says its project", "프로젝트는 --project에"),
            (.priority, task.content.priority != nil, "--priority says how much it matters", "중요도는 --priority에"),
            (.estimate, task.content.estimate != nil, "\(estimate) says how long it will take", "걸리는 시간은 \(estimate)에"),
            (.description, task.content.description != nil, "\(description) is the note", "설명은 \(description)에"),
            (
                .reminder, !task.content.reminders.isEmpty && !isSilent, "--remind says when to remind",
                "알림은 --remind에"
            ),
        ]
        for (part, _, english, korean) in options.filter(\.isGiven) {
            notes += words.spans.filter { $0.part == part }.map { span in
                let typed = typed(span).shown
                return isKorean ? "\"\(typed)\": \(korean) 있어서 쓰지 않았습니다" : "\"\(typed)\" was left out, as \(english)"
            }
        }
        if isSilent {
            notes += words.spans.filter { $0.part == .reminder }.map { span in
                let typed = typed(span)
                return isKorean
                    ? "\"\(typed)\": --no-remind가 있어서 쓰지 않았습니다"
                    : "\"\(typed)\" was left out, as --no-remind says not to remind"
            }
        }
        return notes
    }

    /// The words that say when it is due.
    private var whenWords: String? { words.spans.first { $0.part == .when }.map(typed) }

    /// The words of a part of the line.
    private func typed(_ span: QuickAdd.Span) -> String {
        String(decoding: Array(line.utf8)[span.range], as: UTF8.self)
    }

    /// Whether the words say how it repeats, and an option says it otherwise.
    var isRuleReplaced: Bool {
        guard !task.content.rules.isEmpty, case .rule? = words.when?.meaning else { return false }
        return true
    }

    /// Whether the due time was given in digits alone, which nothing was told of yet.
    var isWrittenOut: Bool { task.due != nil && fields.notes.isEmpty }
}

extension QuickAdd {
    /// What the project of a line is called where it is made: in quotation marks as it stands there, else with spaces.
    fileprivate func newProject(in line: String) -> String? {
        guard let project, let span = spans.first(where: { $0.part == .project }) else { return nil }
        return Array(line.utf8)[span.range].contains(UInt8(ascii: "\"")) ? project : ProjectName.ofWord(project)
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
