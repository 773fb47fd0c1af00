package import Basics

/// The members of an object in their order, each with its schema.
package struct SchemaMembers: Sendable, ExpressibleByDictionaryLiteral {
    package private(set) var all: [(name: String, schema: Schema)]

    package init(dictionaryLiteral elements: (String, Schema)...) {
        all = elements.filter { !$0.1.isAbsent }.map { (name: $0, schema: $1) }
    }

    package mutating func append(_ name: String, _ schema: Schema) {
        if !schema.isAbsent { all.append((name, schema)) }
    }

    package static func + (left: SchemaMembers, right: SchemaMembers) -> SchemaMembers {
        var members = left
        members.all += right.all
        return members
    }

    /// The same members, of which an object may lack some.
    package func optional(_ isOptional: (String) -> Bool = { _ in true }) -> SchemaMembers {
        var members = self
        members.all = all.map { ($0.name, isOptional($0.name) ? $0.schema.optional : $0.schema) }
        return members
    }

    /// Some of the members.
    package func only(_ names: Set<String>) -> SchemaMembers {
        var members = self
        members.all = all.filter { names.contains($0.name) }
        return members
    }

    /// The members without some of them.
    package func without(_ names: Set<String>) -> SchemaMembers {
        var members = self
        members.all = all.filter { !names.contains($0.name) }
        return members
    }
}

/// The schemas that a document describes once, by their names.
package struct SchemaComponents: Sendable {
    /// Those that were referred to and not written yet.
    private var pending: [Schema] = []
    private var texts: [String: [UInt8]] = [:]

    package init() {}

    /// Notes that a schema is referred to by its name.
    fileprivate mutating func note(_ schema: Schema) {
        pending.append(schema)
    }

    /// Writes everything that was referred to, and what that refers to, in the order of the names.
    package mutating func write(to json: inout JSONWriter) {
        while let schema = pending.popLast() {
            guard let name = schema.name else { continue }
            var (text, others) = (JSONWriter(), SchemaComponents())
            schema.definition.write(to: &text, noting: &others)
            if let known = texts[name] {
                precondition(known == text.bytes, "two schemas are called \(name)")
            } else {
                texts[name] = text.bytes
                pending += others.pending
            }
        }
        json.object { json in
            for (name, text) in texts.sorted(by: { $0.key < $1.key }) { json.field(named: name) { $0.raw(text) } }
        }
    }
}

extension Schema {
    /// Writes the schema; of one with a name the reference.
    package func write(to json: inout JSONWriter, noting components: inout SchemaComponents) {
        json.object { json in
            if name == nil {
                for keyword in keywords { write(keyword.name, keyword.value, to: &json, noting: &components) }
            } else if isNullable {
                json.field("anyOf") { json in
                    json.array([definitionReference, Schema(type: "null")]) { $1.write(to: &$0, noting: &components) }
                }
            } else {
                components.note(self)
                json.field("$ref", "#/components/schemas/\(name ?? "")")
            }
            if let role { json.field("description", role) }
        }
    }

    /// The same by its name alone.
    private var definitionReference: Schema {
        guard let name else { return self }
        return definition.named(name)
    }

    private func write(
        _ name: String, _ keyword: Keyword, to json: inout JSONWriter, noting components: inout SchemaComponents
    ) {
        // What the member is says more than what the schema is.
        if name == "description", role != nil { return }
        json.field(named: name) { json in
            switch keyword {
            case .value(let value): json.value(isNullable ? Self.permittingNull(name, value) : value)
            case .schema(let schema): schema.write(to: &json, noting: &components)
            case .schemas(let schemas):
                let all = isNullable && name == "anyOf" ? schemas + [Schema(type: "null")] : schemas
                json.array(all) { $1.write(to: &$0, noting: &components) }
            case .members(let members):
                json.object { json in
                    for (name, schema) in members.all {
                        json.field(named: name) { schema.write(to: &$0, noting: &components) }
                    }
                }
            }
        }
    }

    /// The value of a keyword that permits null too.
    private static func permittingNull(_ keyword: String, _ value: JSONValue) -> JSONValue {
        switch (keyword, value) {
        case ("type", .string): .array([value, .string("null")])
        case ("enum", .array(let values)): .array(values + [.null])
        default: value
        }
    }
}
