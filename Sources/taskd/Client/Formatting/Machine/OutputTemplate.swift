import Basics
import Mustache
import Recurrence

/// A Mustache template that is filled with each item of an answer.
struct OutputTemplate: Sendable {
    /// Values stand as they are: what is written is no HTML.
    private static let prologue = "{{% CONTENT_TYPE:TEXT}}\n"

    private let template: MustacheTemplate
    /// The fields that it names outside of sections, in which names mean something else.
    let fields: [String]

    /// Reads a template, in which `\n` is a new line, `\t` a tab and `\\` a backslash.
    ///
    /// - Throws: ``CommandFailure`` with the place of what is wrong.
    init(_ typed: String) throws {
        guard !typed.isEmpty else { throw CommandFailure.usage("--template is empty", Self.form) }
        guard typed.ranges(of: "{{").count <= typed.ranges(of: "}}").count else {
            throw CommandFailure.usage("--template: a {{ is not closed", Self.form)
        }
        fields = try Self.fields(in: typed)
        do {
            template = try MustacheTemplate(string: Self.prologue + Self.unescaped(typed))
        } catch let error as MustacheTemplate.ParserError {
            throw CommandFailure.usage("--template: \(Self.words(error.error))", Self.form)
        }
    }

    /// The template with the members of an item in the place of their names.
    func fill(with item: JSONValue, _ times: TimeWords) -> String {
        template.render(TemplateValue(value: item, times: times, name: "", siblings: .null, isItem: true))
    }

    /// The names that stand outside of sections.
    ///
    /// - Throws: ``CommandFailure`` for a function that there is not, of which nothing would be printed.
    private static func fields(in text: String) throws -> [String] {
        var (fields, depth) = ([String](), 0)
        for tag in text.matches(of: /\{\{([#^\/&>]?)\s*([\w.]+)(?:\(([\w.]*)\))?\s*\}\}/) {
            let (sign, name, argument) = (tag.output.1, String(tag.output.2), tag.output.3)
            if argument != nil, !functions.contains(name) {
                throw CommandFailure.usage(
                    "--template: there is no function \"\(name.shown)\"",
                    "Functions are \(functions.joined(separator: ", ")).")
            }
            guard sign != ">" else {
                throw CommandFailure.usage("--template: there are no partials such as {{>\(name.shown)}}", Self.form)
            }
            let field = (argument.map(String.init) ?? name).split(separator: ".").first.map(String.init)
            if depth == 0, sign != "/", let field { fields.append(field) }
            if sign == "#" || sign == "^" { depth += 1 }
            if sign == "/" { depth -= 1 }
        }
        return fields
    }

    /// What can be done with a value.
    private static let functions = ["json", "time", "relative", "upper", "lower", "count", "empty"]

    private static func unescaped(_ text: String) -> String {
        var (result, isEscaped) = ("", false)
        for character in text {
            guard isEscaped || character == "\\" else {
                result.append(character)
                continue
            }
            if !isEscaped {
                isEscaped = true
                continue
            }
            switch character {
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "\\": result.append("\\")
            default: result += "\\\(character)"
            }
            isEscaped = false
        }
        return result + (isEscaped ? "\\" : "")
    }

    private static let form = "Write it like '{{handle}} {{title}}\\n'."

    private static func words(_ error: any Error) -> String {
        switch error as? MustacheTemplate.Error {
        case .sectionCloseNameIncorrect: "a section's closing tag does not match its opening tag"
        case .expectedSectionEnd: "unclosed section"
        case .unfinishedName: "unclosed {{"
        default: "invalid syntax (\(error))"
        }
    }
}

/// A value of an answer, as a template looks into it.
///
/// `time(due)` and `relative(due)` tell a time as people are told it, `json(tags)` any value as JSON.
private struct TemplateValue: MustacheParent, MustacheCustomRenderable, MustacheTransformable {
    let value: JSONValue
    let times: TimeWords
    /// The name of the member that it is, and the object that it stands in, which knows the zone of its times.
    let name: String
    let siblings: JSONValue
    /// Whether it is the whole item, of which a name also means what a task in it has.
    var isItem = false

    func child(named name: String) -> Any? {
        let owner = isItem ? value.owner(of: name) : value
        if let items = owner.array { return wrapped(.array(items.compactMap { $0[name] }), name: "", siblings: .null) }
        return owner[name].map { wrapped($0, name: name, siblings: owner) }
    }

    private func wrapped(_ value: JSONValue, name: String, siblings: JSONValue) -> Any {
        let inner = TemplateValue(value: value, times: times, name: name, siblings: siblings)
        if let items = value.array {
            let items: [Any] = items.map { inner.wrapped($0, name: "", siblings: .null) }
            return TemplateList(items: items, whole: value)
        }
        if case .bool(let flag) = value { return flag }
        return inner
    }

    var renderText: String { value.plainText }

    /// Whether a section is left out: for null and an empty text.
    var isNull: Bool { value == .null || value.string?.isEmpty == true }

    func transform(_ name: String) -> Any? {
        switch name {
        case "json": value.json
        case "time": told?.absolute ?? ""
        case "relative": told.map { $0.relative ?? $0.absolute } ?? ""
        case "upper": value.plainText.uppercased()
        case "lower": value.plainText.lowercased()
        default: nil
        }
    }

    /// The time that it is, in words.
    private var told: TimeText? {
        guard let text = value.string else { return nil }
        if UTCInstant(text) != nil { return times.moment(text) }
        return times.local(
            text, in: siblings["timeZone"]?.string ?? times.zone.identifier, at: siblings["\(name)At"]?.string)
    }
}

/// A list, over whose items a section goes.
private struct TemplateList: MustacheSequence, MustacheCustomRenderable, MustacheTransformable {
    let items: [Any]
    let whole: JSONValue

    func makeIterator() -> AnyIterator<Any> { AnyIterator(items.makeIterator()) }

    var renderText: String { whole.plainText }
    var isNull: Bool { items.isEmpty }

    func transform(_ name: String) -> Any? {
        switch name {
        case "json": whole.plainText
        case "empty": items.isEmpty
        case "count": items.count
        default: nil
        }
    }
}
