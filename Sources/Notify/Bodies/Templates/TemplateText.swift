import Basics
import Mustache
import Storage

/// A single value of an event, as a template shows it.
///
/// Of text that stands in JSON only the inside of the string is shown, escaped; the template has the quotes. So no
/// value can end the string that it stands in.
struct TemplateText: MustacheCustomRenderable, MustacheTransformable {
    let value: JSONValue
    let format: Hook.Template.Format
    let budget: TemplateBudget

    var renderText: String {
        let text = value.plainText
        return budget.spend(format == .json && value.string != nil ? Self.escaped(text) : text)
    }

    /// Whether a section is left out: for null, false and an empty text.
    var isNull: Bool { value == .null || value == .bool(false) || value.string?.isEmpty == true }

    /// `json(…)` is the value as JSON, with quotes where it needs them; `upper(…)` and `lower(…)` change the case.
    func transform(_ name: String) -> Any? {
        switch name {
        case "json": TemplateRaw(text: value.json, budget: budget)
        case "upper": with(value.plainText.uppercased())
        case "lower": with(value.plainText.lowercased())
        default: nil
        }
    }

    private func with(_ text: String) -> TemplateText {
        TemplateText(value: .string(text), format: format, budget: budget)
    }

    private static func escaped(_ text: String) -> String {
        var json = JSONWriter()
        json.string(text)
        return String(decoding: json.bytes.dropFirst().dropLast(), as: UTF8.self)
    }
}

/// JSON that stands in a template's result as it is.
struct TemplateRaw: MustacheCustomRenderable {
    let text: String
    let budget: TemplateBudget

    var renderText: String { budget.spend(text) }
    var isNull: Bool { false }
}
