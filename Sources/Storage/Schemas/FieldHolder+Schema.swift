import Basics

/// In which form of a resource a field stands.
package enum FieldForm: Sendable {
    /// As the server writes it.
    case answer
    /// As a client writes a new one: what it does not name, and what it gives as null, gets the field's standard.
    case creation
    /// As a client changes one that is there, by a merge patch (RFC 7396).
    case patch

    /// The name of the schema of an object in this form.
    package func name(_ type: String) -> String {
        switch self {
        case .answer: type
        case .creation: "New\(type)"
        case .patch: "\(type)Patch"
        }
    }
}

extension FieldHolder {
    /// The fields as members of an object's schema, as they are declared.
    package static func members(_ form: FieldForm) -> SchemaMembers {
        FieldTable<Self>.shared.members.reduce(into: [:]) { $1(form, &$0) }
    }
}

extension FieldObject {
    /// An object with the fields as its members.
    package static func schema(_ form: FieldForm) -> Schema {
        let object = Schema.object(members(form))
        return (form == .answer ? object : object.closed).named(form.name(schemaName))
    }
}

extension FieldElement where Self: FieldValue {
    package static func elementSchema(_ form: FieldForm) -> Schema {
        // An element is new whenever it is written: a merge patch replaces the whole list.
        schema(form == .patch ? .creation : form)
    }
}

/// The schema of one field, in a form of the resource that has it.
struct FieldSchema<Value: FieldValue>: Sendable {
    let name: String
    let standard: Value
    /// Whether some resources of the type are written without it.
    let isLeftOut: Bool
    let omitsNil: Bool
    let rule: FieldRule<Value>

    func add(to members: inout SchemaMembers, _ form: FieldForm) {
        var schema = Value.schema(form)
        guard !schema.isAbsent else { return }
        schema = rule.narrow(schema).described(rule.role)
        switch form {
        case .answer:
            if omitsNil || rule.isAnswered { schema.isNullable = false }
            if omitsNil && !rule.isAnswered || isLeftOut { schema = schema.optional }
        case .creation, .patch:
            schema.isNullable = !rule.isRequired
            if form == .patch || !rule.isRequired { schema = schema.optional }
            if form == .creation, !rule.isRequired, let value = standardJSON { schema = schema.defaulting(to: value) }
        }
        members.append(name, schema)
    }

    /// What a new resource has that names no value; nil for null.
    private var standardJSON: JSONValue? {
        var json = JSONWriter()
        json.object { standard.write(as: "standard", to: &$0, omitsNil: true) }
        let value = (try? JSONValue(json: json.bytes))?["standard"]
        return value == .null ? nil : value
    }
}
