import Basics
import Mustache
import Recurrence
import Storage

/// A hook's message template, ready to be filled with events.
struct MessageTemplate {
    private static let prologue = "{{% CONTENT_TYPE:TEXT}}\n"

    private let format: Hook.Template.Format
    private let text: String
    private let template: MustacheTemplate

    /// Parses a template.
    ///
    /// - Throws: ``NotifyError`` with code `.invalidTemplate`, naming the line where it can.
    init(_ template: Hook.Template) throws {
        format = template.format
        text = template.text
        guard (1...Hook.Template.longest).contains(text.utf8.count) else {
            throw Self.invalid("must have 1 to \(Hook.Template.longest) bytes, not \(text.utf8.count)")
        }
        if let complaint = MessageTemplateTags.complaint(text) { throw Self.invalid(complaint) }
        do {
            // Values are escaped by themselves, for the format that they stand in.
            self.template = try MustacheTemplate(string: Self.prologue + text)
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
        let budget = MessageTemplateBudget(bytes: limit + text.utf8.count, turnCost: text.utf8.count)
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
