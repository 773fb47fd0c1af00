import Basics
import TaskdClient

/// The form in which a program gets an answer.
enum MachineForm: Sendable {
    /// The daemon's JSON, or of each of its items some fields.
    case json(FieldSelection?)
    /// One item a line.
    case lines(FieldSelection?)
    /// RFC 4180, with a line of names.
    case csv(FieldSelection?)
    /// A template that is filled with each item.
    case template(OutputTemplate)
    /// The handle alone of what was changed.
    case quiet

    /// Refuses what can be seen to be wrong before anything is asked.
    func check() throws {
        switch self {
        case .json(let fields), .lines(let fields), .csv(let fields): try fields?.checkNames()
        case .template(let template): try FieldSelection(names: template.fields).checkNames()
        case .quiet: break
        }
    }

    /// Refuses fields that none of some resources has, before one is made.
    ///
    /// - Parameter resources: What will be printed, such as `Attachment`.
    /// - Throws: ``CommandFailure`` that lists the fields that there are.
    func check(fieldsOf resources: String...) throws {
        let asked: [String]? =
            switch self {
            case .json(let fields), .lines(let fields), .csv(let fields): fields?.names
            case .template(let template): template.fields
            case .quiet: nil
            }
        guard let asked, !asked.isEmpty else { return }
        try FieldSelection(names: asked).check(among: resources.flatMap(DescribedFields.names).distinct)
    }

    /// Whether it goes on through all pages of a list.
    var takesAllPages: Bool {
        switch self {
        case .json: false
        case .lines, .csv, .template, .quiet: true
        }
    }
}

/// Writes answers in one form, page after page.
struct MachineWriter {
    let form: MachineForm
    let times: TimeWords
    /// The path that was asked, below `/v1`; nil where a change was asked for.
    var path: String?
    /// Whether it is written to a terminal, which nothing stored may steer.
    let isForTerminal: Bool
    private var hasHeader = false

    init(_ form: MachineForm, _ times: TimeWords, path: String? = nil, isForTerminal: Bool = false) {
        self.form = form
        self.times = times
        self.path = path
        self.isForTerminal = isForTerminal
    }

    /// What an answer is in the form.
    ///
    /// - Throws: ``CommandFailure`` for a field that the answer does not have.
    mutating func text(_ response: DaemonResponse) throws -> String {
        if case .json(nil) = form { return response.line }
        guard !response.body.isEmpty else { return "" }
        let answer = MachineAnswer(try response.value())
        let items = isForTerminal ? answer.items.map(\.withoutControls) : answer.items
        switch form {
        case .json(let fields): return try json(answer, fields)
        case .lines(let fields):
            guard let fields else { return answer.items.map { $0.line }.joined() }
            try fields.check(answer, path)
            return answer.items.map { fields.take(from: $0).line }.joined()
        case .csv(let fields): return try csv(answer, items, fields)
        case .template(let template):
            // Of a list only: what was changed is changed, whatever is printed of it.
            if path != nil { try FieldSelection(names: template.fields).check(answer, path) }
            return items.map { template.fill(with: $0, times) }.joined()
        case .quiet: return answer.items.compactMap(Self.handle).map { $0.withoutControls + "\n" }.joined()
        }
    }

    private func json(_ answer: MachineAnswer, _ fields: FieldSelection?) throws -> String {
        guard let fields else { return answer.whole.line }
        try fields.check(answer, path)
        return answer.replacing(items: answer.items.map(fields.take)).line
    }

    private mutating func csv(
        _ answer: MachineAnswer, _ items: [JSONValue], _ fields: FieldSelection?
    ) throws -> String {
        // Not every item has all members, as a pause names what it is of.
        let fields = fields ?? FieldSelection(names: answer.items.flatMap(\.names).distinct)
        try fields.check(answer, path)
        var rows = items.map { item in fields.names.map { FieldSelection.value(at: $0, in: item).plainText } }
        if !hasHeader, !fields.names.isEmpty { rows.insert(fields.names, at: 0) }
        hasHeader = true
        return rows.map { $0.map(Self.quoted).joined(separator: ",") + "\n" }.joined()
    }

    private static func quoted(_ text: String) -> String {
        let isPlain = !text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
        return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
    }

    /// The fields that name an item, the shortest first.
    private static let names = [
        "shortHandle", "handle", "taskShortHandle", "taskHandle", "id", "recurrenceId", "name",
    ]

    /// What a person types to mean what was changed: its own handle, or that of the first part that has one; of a new token
    /// its secret, which is shown once.
    private static func handle(of item: JSONValue) -> String? {
        if item["scopes"] != nil, let secret = item["secret"]?.string { return secret }
        for name in names { if let handle = item[name]?.string { return handle } }
        guard case .object(let members) = item else { return nil }
        for member in members.fields {
            if let handle = handle(of: member.value) { return handle }
            if let items = member.value.array {
                let handles = items.compactMap(handle)
                if !handles.isEmpty { return handles.joined(separator: "\n") }
            }
        }
        return nil
    }
}

extension JSONWriter {
    /// What was written, on a line of its own that steers no terminal.
    var line: String { (String(decoding: bytes, as: UTF8.self) + "\n").withControlsEscaped }
}

extension JSONValue {
    /// The value as JSON on a line of its own, which steers no terminal.
    var line: String { writer.line }

    /// The value as JSON.
    var json: String { String(decoding: writer.bytes, as: UTF8.self) }

    private var writer: JSONWriter {
        var json = JSONWriter()
        json.value(self)
        return json
    }

    /// The same with the control characters of its texts replaced, but for the ends of their lines and tabs.
    fileprivate var withoutControls: JSONValue {
        switch self {
        case .string(let text): .string(text.linesWithoutControls)
        case .array(let items): .array(items.map(\.withoutControls))
        case .object(let members):
            .object(JSONObject(members.fields.map { ($0.name.linesWithoutControls, $0.value.withoutControls) }))
        default: self
        }
    }

    /// The names of the members of an object, in their order.
    var names: [String] {
        if case .object(let members) = self { members.fields.map(\.name) } else { [] }
    }

    /// A text without quotes, nothing for null, else JSON.
    var plainText: String {
        switch self {
        case .null: ""
        case .string(let text): text
        default: json
        }
    }
}
