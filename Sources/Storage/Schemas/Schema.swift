package import Basics

/// What a JSON value may be: a JSON Schema (draft 2020-12), which OpenAPI 3.1 describes the API with.
package struct Schema: Sendable {
    /// What a keyword says.
    package indirect enum Keyword: Sendable {
        case value(JSONValue)
        case schema(Schema)
        case schemas([Schema])
        case members(SchemaMembers)
    }

    /// The keywords in the order in which they are written.
    package private(set) var keywords: [(name: String, value: Keyword)] = []
    /// The name under which a document describes it once and refers to it elsewhere; nil where it stands in place.
    package private(set) var name: String?
    /// Whether null is permitted beside what the keywords permit.
    package var isNullable = false
    /// Whether an object may lack the member that has the schema.
    package private(set) var isOptional = false
    /// Whether no member has it: what a form of a resource leaves out.
    package private(set) var isAbsent = false
    /// What the member that has it is, beside what the schema by itself says.
    package private(set) var role: String?

    /// Permits everything.
    package static let any = Schema()
    /// What a form of a resource leaves out, such as a secret in an answer.
    package static let absent: Schema = {
        var schema = Schema()
        schema.isAbsent = true
        return schema
    }()

    private init() {}

    init(type: String) {
        keywords = [("type", .value(.string(type)))]
    }

    /// The same schema with another keyword, or another value of one.
    package func with(_ name: String, _ value: Keyword) -> Schema {
        var schema = self
        if let index = keywords.firstIndex(where: { $0.name == name }) {
            schema.keywords[index].value = value
        } else {
            schema.keywords.append((name, value))
        }
        return schema
    }

    package func with(_ name: String, _ value: JSONValue) -> Schema { with(name, .value(value)) }

    /// The value of a keyword that is no schema.
    package subscript(name: String) -> JSONValue? {
        guard case .value(let value)? = keywords.first(where: { $0.name == name })?.value else { return nil }
        return value
    }

    /// The same schema, described once under a name.
    package func named(_ name: String, _ description: String? = nil) -> Schema {
        var schema = description.map { with("description", .string($0)) } ?? self
        schema.name = name
        return schema
    }

    /// The schema as its own description, for which there is a name.
    package var definition: Schema {
        var schema = self
        (schema.name, schema.isNullable, schema.isOptional, schema.role) = (nil, false, false, nil)
        return schema
    }

    /// The same, or null.
    package var nullable: Schema {
        var schema = self
        schema.isNullable = true
        return schema
    }

    /// The same for a member that an object may lack.
    package var optional: Schema {
        var schema = self
        schema.isOptional = true
        return schema
    }

    /// The same, with what the member that has it is.
    package func described(_ role: String?) -> Schema {
        var schema = self
        if let role { schema.role = role }
        return schema
    }
}

extension Schema {
    package static let string = Schema(type: "string")
    package static let boolean = Schema(type: "boolean")
    package static let number = Schema(type: "number")
    package static let integer = Schema(type: "integer")

    /// Text of so many Unicode scalars.
    package static func string(_ length: ClosedRange<Int>) -> Schema { string.limited(to: length) }

    /// A whole number between two others, both included.
    package static func integer(_ range: ClosedRange<Int>) -> Schema {
        integer.between(Double(range.lowerBound), Double(range.upperBound))
    }

    /// A number of things: 0 or more.
    package static let count = integer.with("minimum", .number(0))
    /// Counts the changes of a resource.
    package static let version = integer.with("minimum", .number(1)).described("Counts the changes, from 1.")

    /// Text of a form that a regular expression describes.
    package static func pattern(_ pattern: String) -> Schema { string.with("pattern", .string(pattern)) }

    /// One of some words.
    package static func words(_ words: [String]) -> Schema {
        string.with("enum", .array(words.map { .string($0) }))
    }

    /// One of the words of a type.
    package static func choice<Choice: RawRepresentable & CaseIterable>(of type: Choice.Type) -> Schema
    where Choice.RawValue == String {
        words(Choice.allCases.map(\.rawValue))
    }

    package static func array(of items: Schema, atMost count: Int? = nil) -> Schema {
        let array = Schema(type: "array").with("items", .schema(items))
        return count.map { array.with("maxItems", .number(Double($0))) } ?? array
    }

    /// An object; others than its members may stand in it.
    package static func object(_ members: SchemaMembers) -> Schema {
        let schema = Schema(type: "object").with("properties", .members(members))
        let required = members.all.filter { !$0.schema.isOptional }.map { JSONValue.string($0.name) }
        return required.isEmpty ? schema : schema.with("required", .array(required))
    }

    /// The same object without any other members, as requests have them: what nobody knows is refused there.
    package var closed: Schema { with("additionalProperties", .bool(false)) }

    /// An object with members of whatever names.
    package static func dictionary(of values: Schema = .any) -> Schema {
        Schema(type: "object").with("additionalProperties", .schema(values))
    }

    /// What one of some schemas permits.
    package static func anyOf(_ schemas: [Schema]) -> Schema {
        Schema().with("anyOf", .schemas(schemas))
    }
}

extension Schema {
    /// The same text, of so many Unicode scalars; one that must have any must have more than white space.
    package func limited(to length: ClosedRange<Int>) -> Schema {
        let limited = with("maxLength", .number(Double(length.upperBound)))
        guard length.lowerBound > 0 else { return limited }
        return limited.with("minLength", .number(Double(length.lowerBound))).with("pattern", .string(#"\S"#))
    }

    /// The same number, between two others, both included.
    package func between(_ least: Double, _ most: Double) -> Schema {
        with("minimum", .number(least)).with("maximum", .number(most))
    }

    /// The same list, of so many elements.
    package func counted(_ count: ClosedRange<Int>) -> Schema {
        let bounded = with("maxItems", .number(Double(count.upperBound)))
        return count.lowerBound == 0 ? bounded : bounded.with("minItems", .number(Double(count.lowerBound)))
    }

    /// The same list, of elements that are more closely described.
    package func eachItem(_ refine: (Schema) -> Schema) -> Schema {
        guard case .schema(let items)? = keywords.first(where: { $0.name == "items" })?.value else { return self }
        return with("items", .schema(refine(items)))
    }

    /// The same, with the value that counts where a request says nothing.
    package func defaulting(to value: JSONValue) -> Schema { with("default", value) }

    /// The same, with a value as an example.
    package func example(_ text: String) -> Schema { with("examples", .array([.string(text)])) }
}
