import Basics
import Mustache
import Recurrence
import Storage

/// A hook's message template, ready to be filled with events.
struct MessageTemplate {
    private static let prologue = "{{% CONTENT_TYPE:TEXT}}\n"

    private let format: Hook.Template.Format
    private let length: Int
    private let text: String
    private let template: MustacheTemplate

    /// Parses a template.
    ///
    /// - Throws: ``NotifyError`` with code `.invalidTemplate`, naming the line where it can.
    init(_ template: Hook.Template) throws {
        format = template.format
        length = template.text.utf8.count
        guard (1...Hook.Template.longest).contains(length) else {
            throw Self.invalid("must have 1 to \(Hook.Template.longest) bytes, not \(length)")
        }
        text = template.text
        if let complaint = MessageTemplateTags.complaint(template.text) { throw Self.invalid(complaint) }
        do {
            // Values are escaped by themselves, for the format that they stand in.
            self.template = try MustacheTemplate(string: Self.prologue + template.text)
        } catch let error as MustacheTemplate.ParserError {
            throw Self.invalid("line \(error.context.lineNumber - 1): \(Self.words(error.error))")
        }
    }

    /// Fills it with an event.
    ///
    /// - Parameters:
    ///   - event: Its fields are what a template can name, and `summary.title`, `summary.text`, `summary.priority`.
    ///   - limit: The longest result, in bytes.
    /// - Returns: The body.
    /// - Throws: ``NotifyError`` with code `.invalidTemplate` when the result is too long, or should be JSON and is not.
    func fill(with event: Event, atMost limit: Int) throws -> [UInt8] {
        let budget = MessageTemplateBudget(bytes: limit + length, turnCost: length)
        let values = MessageTemplateValues(format: format, budget: budget)
        let result = Array(template.render(values.value(Self.fields(of: event))).utf8)
        guard !budget.isExceeded, result.count <= limit else {
            throw Self.invalid("produces more than \(limit) bytes for \(event.id)")
        }
        if format == .json { try check(result, event) }
        return result
    }

    private func check(_ result: [UInt8], _ event: Event) throws {
        do {
            _ = try JSONValue(json: result)
        } catch {
            let reason = MessageTemplateTags.bareTag(text).map {
                "\($0) stands outside of quotation marks; put it in such, or write \(Self.asJSON($0))"
            }
            throw Self.invalid(
                "does not produce JSON for an event of type \(event.type.rawValue): \(reason ?? "\(error)")")
        }
    }

    /// A tag that writes the same value as JSON.
    private static func asJSON(_ tag: String) -> String {
        "{{json(\(tag.dropFirst(2).dropLast(2).filter { $0 != " " }))}}"
    }

    /// An event as templates see it.
    static func fields(of event: Event) -> JSONValue {
        let summary = EventSummary(event)
        return .object([
            "id": .string(event.id.description), "seq": .number(Double(event.sequence)),
            "type": .string(event.type.rawValue), "timestamp": .string(event.timestamp.description),
            "data": (try? JSONValue(json: event.data)) ?? .null,
            "summary": .object([
                "title": .string(summary.title), "text": .string(summary.text),
                "priority": .number(Double(summary.priority)),
            ]),
        ])
    }

    private static func words(_ error: any Error) -> String {
        switch error as? MustacheTemplate.Error {
        case .sectionCloseNameIncorrect: "a section's closing tag does not match its opening tag"
        case .expectedSectionEnd: "unclosed section"
        case .unfinishedName: "invalid name in a tag"
        default: "invalid syntax (\(error))"
        }
    }

    private static func invalid(_ reason: String) -> NotifyError {
        NotifyError(.invalidTemplate, reason)
    }
}

/// Looks at the tags of a template before it is parsed: which there are, and how deep they lie in each other.
///
/// The language is kept small: values, sections, inverted sections, comments. Partials have nothing to name, other
/// delimiters would hide tags, and a pragma could change how values are escaped.
enum MessageTemplateTags {
    static let deepestNesting = 8

    /// What is wrong with the tags; nil when nothing is.
    static func complaint(_ text: String) -> String? {
        var open: [Range<String.Index>] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "{{") {
            let tag = rest[start.upperBound...]
            let kind = tag.first
            let end = tag.firstRange(of: "}}")
            switch kind {
            case "#", "^": open.append(start.lowerBound..<(end?.upperBound ?? start.upperBound))
            case "/": _ = open.popLast()
            case ">", "<", "$", "=", "%":
                let tag = "{{\(kind.map(String.init) ?? "")"
                return "the Mustache tag \(tag) is not supported; use values and sections"
            default: break
            }
            if open.count > deepestNesting { return "sections are nested more than \(deepestNesting) levels deep" }
            guard let end else { return "line \(line(of: start.lowerBound, in: text)): a {{ is not closed" }
            rest = tag[end.upperBound...]
        }
        return open.last.map { section in
            "line \(line(of: section.lowerBound, in: text)): the section \(text[section].prefix(100)) is not closed"
        }
    }

    /// The first tag of a text that stands outside of quotation marks; nil where all stand within, or are numbers or JSON.
    static func bareTag(_ text: String) -> String? {
        var (rest, isQuoted) = (text[...], false)
        while let sign = rest.first {
            if rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}") {
                let tag = rest[..<end.upperBound]
                let name = tag.dropFirst(2).dropLast(2).filter { $0 != " " }
                let isText = name.first?.isLetter == true && !name.contains("(") && !numbers.contains(name)
                if isText, !isQuoted { return String(tag) }
                rest = rest[end.upperBound...]
                continue
            }
            if sign == "\"" { isQuoted.toggle() }
            rest = rest.dropFirst(sign == "\\" ? 2 : 1)
        }
        return nil
    }

    /// The values that are numbers, and stand in JSON without marks.
    private static let numbers: Set = ["seq", "summary.priority"]

    private static func line(of place: String.Index, in text: String) -> Int {
        1 + text[..<place].count { $0.isNewline }
    }
}
