import Basics
import Phrases
import Recurrence
import Storage
import TaskdClient

/// What a line of words says, in words for whoever typed it.
extension NewLine {
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

    /// The project that was typed; nil also for the word that means none.
    private var project: String? { Self.unlessNone(task.content.project ?? words.project) }

    private static func unlessNone(_ text: String?) -> String? { text == TaskFields.nothing ? nil : text }

    /// What would be added, for people.
    func preview(_ context: CommandContext) -> String {
        let printer = TextFormatter(context: context)
        var text = "\(printer.style(.faint, "not added")): \(words.title.withoutControls)\n" + echo(printer)
        let tags = task.content.tags + words.tags
        let said = isSilent || !task.content.reminders.isEmpty ? [] : words.reminders.map(Self.text)
        let reminders = task.content.reminders + said
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
            ("tags", told(tags.filter { $0 != TaskFields.nothing })),
            ("project", project),
            ("priority", isPriorityTold ? nil : task.content.priority?.rawValue ?? words.priority?.rawValue),
            ("anchor", task.content.anchor?.rawValue), ("missed", task.content.missed?.rawValue),
            ("respawn", task.content.respawn?.rawValue), ("remind", told(reminders) ?? (isSilent ? "never" : nil)),
            ("blocked by", told(task.blockers)), ("properties", told(task.content.properties)),
            ("estimate", Self.unlessNone(task.content.estimate) ?? words.estimate?.description),
            ("note", Self.unlessNone(task.content.description) ?? words.description),
        ]
        for case (let name, let value?) in others { text += "  \(name): \(value.withoutControls)\n" }
        return text
    }

    /// The same as the JSON that would be sent; the project by the name that was typed.
    var previewJSON: String {
        var json = JSONWriter()
        json.object { json in
            json.field("title", words.title)
            if let project { json.field("project", project) }
            fields.write(fieldsTo: &json)
        }
        return json.line
    }

    private static func text(_ reminder: QuickAdd.Reminder) -> String {
        switch reminder {
        case .before(let length):
            "\(SpanWords.exact(length, .english)) \(length.days < 0 || length.seconds < 0 ? "after" : "before") it is due"
        case .at(let time): time.phrase(in: .english)
        }
    }
}
