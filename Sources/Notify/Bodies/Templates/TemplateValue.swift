import Basics
import Mustache
import Storage

/// Turns JSON into what a template can look into: single values, objects and lists.
struct TemplateValues {
    let format: Hook.Template.Format
    let budget: TemplateBudget

    func value(_ value: JSONValue) -> Any {
        switch value {
        case .object(let fields): TemplateObject(fields: fields, values: self)
        case .array(let items): TemplateList(items: items, values: self)
        case .null, .bool, .number, .string: TemplateText(value: value, format: format, budget: budget)
        }
    }
}

/// An object, whose fields a template names.
struct TemplateObject: MustacheParent, MustacheCustomRenderable, MustacheTransformable {
    let fields: JSONObject
    let values: TemplateValues

    func child(named name: String) -> Any? { fields[name].map { values.value($0) } }

    var renderText: String { values.budget.spend(JSONValue.object(fields).json) }
    var isNull: Bool { false }

    func transform(_ name: String) -> Any? {
        name == "json" ? TemplateRaw(text: JSONValue.object(fields).json, budget: values.budget) : nil
    }
}

/// A list, over whose items a section goes.
struct TemplateList: MustacheSequence, MustacheCustomRenderable, MustacheTransformable {
    let items: [JSONValue]
    let values: TemplateValues

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
        case "json": TemplateRaw(text: JSONValue.array(items).json, budget: values.budget)
        case "empty": items.isEmpty
        default: nil
        }
    }
}
