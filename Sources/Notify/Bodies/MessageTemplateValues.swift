import Basics
import Mustache
import Storage

/// Turns JSON into what a template can look into: single values, objects and lists.
struct MessageTemplateValues {
    let format: Hook.Template.Format
    let budget: MessageTemplateBudget

    func value(_ value: JSONValue) -> Any {
        switch value {
        case .object(let fields): MessageTemplateObject(fields: fields, values: self)
        case .array(let items): MessageTemplateList(items: items, values: self)
        case .null, .bool, .number, .string: MessageTemplateText(value: value, format: format, budget: budget)
        }
    }
}

/// An object, whose fields a template names.
struct MessageTemplateObject: MustacheParent, MustacheCustomRenderable, MustacheTransformable {
    let fields: JSONObject
    let values: MessageTemplateValues

    func child(named name: String) -> Any? { fields[name].map { values.value($0) } }

    var renderText: String { values.budget.spend(JSONValue.object(fields).json) }
    var isNull: Bool { false }

    func transform(_ name: String) -> Any? {
        name == "json" ? MessageTemplateRaw(text: JSONValue.object(fields).json, budget: values.budget) : nil
    }
}

/// A list, over whose items a section goes.
struct MessageTemplateList: MustacheSequence, MustacheCustomRenderable, MustacheTransformable {
    let items: [JSONValue]
    let values: MessageTemplateValues

    func makeIterator() -> AnyIterator<Any> {
        var left = items.makeIterator()
        return AnyIterator {
            guard values.budget.takeTurn() else { return nil }
            return left.next().map { values.value($0) }
        }
    }

    var renderText: String { values.budget.spend(JSONValue.array(items).json) }
    var isNull: Bool { items.isEmpty }

    func transform(_ name: String) -> Any? {
        switch name {
        case "json": MessageTemplateRaw(text: JSONValue.array(items).json, budget: values.budget)
        case "empty": items.isEmpty
        default: nil
        }
    }
}

/// A single value of an event, as a template shows it.
///
/// Of text that stands in JSON only the inside of the string is shown, escaped; the template has the quotes. So no
/// value can end the string that it stands in.
struct MessageTemplateText: MustacheCustomRenderable, MustacheTransformable {
    let value: JSONValue
    let format: Hook.Template.Format
    let budget: MessageTemplateBudget

    var renderText: String {
        let text = value.plainText
        return budget.spend(format == .json && value.string != nil ? Self.escaped(text) : text)
    }

    /// Whether a section is left out: for null, false and an empty text.
    var isNull: Bool { value == .null || value == .bool(false) || value.string?.isEmpty == true }

    /// `json(…)` is the value as JSON, with quotes where it needs them; `upper(…)` and `lower(…)` change the case.
    func transform(_ name: String) -> Any? {
        switch name {
        case "json": MessageTemplateRaw(text: value.json, budget: budget)
        case "upper": with(value.plainText.uppercased())
        case "lower": with(value.plainText.lowercased())
        default: nil
        }
    }

    private func with(_ text: String) -> MessageTemplateText {
        MessageTemplateText(value: .string(text), format: format, budget: budget)
    }

    private static func escaped(_ text: String) -> String {
        var json = JSONWriter()
        json.string(text)
        return String(decoding: json.bytes.dropFirst().dropLast(), as: UTF8.self)
    }
}

/// JSON that stands in a template's result as it is.
struct MessageTemplateRaw: MustacheCustomRenderable {
    let text: String
    let budget: MessageTemplateBudget

    var renderText: String { budget.spend(text) }
    var isNull: Bool { false }
}

extension JSONValue {
    /// The value as text for people: a string without quotes, a whole number without a point, null as nothing.
    var plainText: String {
        switch self {
        case .null: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let number): integer.map { "\($0)" } ?? "\(number)"
        case .string(let text): text
        case .array, .object: json
        }
    }

    /// The value as JSON, the fields of objects in the order of their names.
    var json: String {
        var writer = JSONWriter()
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .bool, .number: json.raw(Array(plainText.utf8))
        case .string(let text): json.string(text)
        case .array(let items): json.array(items) { $1.write(to: &$0) }
        case .object(let fields):
            json.object { json in
                for field in fields.fields.sorted(by: { $0.name < $1.name }) {
                    json.field(named: field.name) { field.value.write(to: &$0) }
                }
            }
        }
    }
}
