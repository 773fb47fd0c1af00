import Basics

/// A schema of the document in words, for the page.
struct SchemaWords {
    private let schema: JSONValue

    init(_ schema: JSONValue?) {
        self.schema = schema ?? .null
    }

    /// A schema that has a name, with its members.
    func section(named name: String) -> HTML {
        let about = schema["description"]?.string
        guard case .object(let members)? = schema["properties"] else {
            return "<section id=\"schema-\(name)\"><h3>\(name)</h3><p>\(prose: about)</p><p>\(line)</p></section>"
        }
        let required = Set(schema["required"]?.array?.compactMap(\.string) ?? [])
        let rows: [HTML] = members.fields.map { member in
            """
            <tr><td><code>\(member.name)</code><br><small>\(required.contains(member.name) ? "" : "optional")</small></td>
            <td>\(SchemaWords(member.value).line)</td><td>\(prose: member.value["description"]?.string)</td></tr>
            """
        }
        return """
            <section id="schema-\(name)"><h3>\(name)</h3><p>\(prose: about)</p><table>\(rows)</table></section>
            """
    }

    /// What a value may be, in a line; a link where that is described elsewhere.
    var line: HTML {
        let standard: HTML = schema["default"].map { "<br><small>default \($0.text)</small>" } ?? ""
        return "\(kind)\(standard)"
    }

    private var kind: HTML {
        if let name = schema["$ref"]?.string?.split(separator: "/").last.map(String.init) {
            return "<a href=\"#schema-\(name)\">\(name)</a>"
        }
        if let choices = schema["anyOf"]?.array {
            let lines: [HTML] = choices.enumerated().map { "\($0 > 0 ? " or " : "")\(SchemaWords($1).line)" }
            return "\(lines)"
        }
        if let words = schema["enum"]?.array {
            return "\(words.map { $0.string ?? "null" }.joined(separator: ", "))"
        }
        return "\(types)\(parts)\(bounds)"
    }

    private var types: String {
        (schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string ?? "anything"])
            .joined(separator: " or ")
    }

    /// What a list or an object is made of.
    private var parts: HTML {
        if let items = schema["items"] { return " of \(SchemaWords(items).line)" }
        guard case .object(let members)? = schema["properties"] else { return "" }
        return " with \(members.fields.map(\.name).joined(separator: ", "))"
    }

    private var bounds: HTML {
        let names = ["format", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"]
        let words = names.compactMap { name in schema[name].map { "\(name) \($0.string ?? $0.text)" } }
        return words.isEmpty ? "" : "<br><small>\(words.joined(separator: ", "))</small>"
    }
}

/// A value that a schema of the document permits, with no more in it than there must be.
struct SchemaExample {
    private let document: JSONValue

    init(_ document: JSONValue) {
        self.document = document
    }

    func value(of schema: JSONValue) -> JSONValue {
        if let name = schema["$ref"]?.string?.split(separator: "/").last.map(String.init) {
            return value(of: document["components"]?["schemas"]?[name] ?? .null)
        }
        if let example = schema["examples"]?.array?.first ?? schema["enum"]?.array?.first { return example }
        if let choice = schema["anyOf"]?.array?.first { return value(of: choice) }
        switch schema["type"]?.string {
        case "object": return object(of: schema)
        case "array": return .array(schema["items"].map { [value(of: $0)] } ?? [])
        case "integer", "number": return schema["minimum"] ?? .number(1)
        case "boolean": return .bool(true)
        default: return .string("…")
        }
    }

    private func object(of schema: JSONValue) -> JSONValue {
        var object = JSONValue.object([:])
        for name in schema["required"]?.array?.compactMap(\.string) ?? [] {
            object = object.with(name, value(of: schema["properties"]?[name] ?? .null))
        }
        return object
    }
}

extension JSONValue {
    /// The value as JSON.
    var text: String {
        var json = JSONWriter()
        json.value(self)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// The object with one more member.
    fileprivate func with(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.merged(with: [name: value]))
    }
}
