import ArgumentParser
import Basics
import HTTPAPI

/// Which fields of each item a program asks for: names, with dots for those of inner objects.
struct FieldSelection: Hashable, Sendable {
    let names: [String]

    /// The members of an item under the names that they were asked for by.
    func take(from item: JSONValue) -> JSONValue {
        .object(JSONObject(names.map { (name: $0, value: Self.value(at: $0, in: item)) }))
    }

    /// The value at a path; of a list those of its items, null where there is none.
    static func value(at path: String, in item: JSONValue) -> JSONValue {
        let first = path.prefix { $0 != "." }
        return path.split(separator: ".").reduce(item.owner(of: String(first))) { value, name in
            if let items = value.array { return .array(items.map { $0[String(name)] ?? .null }) }
            return value[String(name)] ?? .null
        }
    }

    /// Refuses names that nothing has, before anything is done.
    ///
    /// - Throws: ``CommandFailure`` that names the first of them.
    func checkNames() throws {
        let known = DescribedFields.all
        let firsts = names.map { String($0.prefix { $0 != "." }) }
        guard !known.isEmpty, let wrong = firsts.first(where: { !known.contains($0) }) else { return }
        throw CommandFailure.usage(
            "there is no field \"\(wrong.prefix(64))\"".withoutControls,
            "--json without fields shows those that there are.")
    }

    /// Refuses names that no item of such a list can have.
    ///
    /// - Throws: ``CommandFailure`` that lists those there are.
    func check(_ answer: MachineAnswer, _ path: String?) throws {
        // What was changed is changed; a field that it does not have is null.
        guard path != nil else { return }
        var known = answer.items.prefix(100).flatMap(\.names).distinct
        let firsts = names.map { String($0.prefix { $0 != "." }) }
        guard firsts.contains(where: { !known.contains($0) }) else { return }
        let described = DescribedFields.names(like: Set(known), path)
        known += described.filter { !known.contains($0) }.sorted()
        try check(among: known)
    }

    /// Refuses names that are none of some.
    ///
    /// - Throws: ``CommandFailure`` that lists those there are.
    func check(among known: [String]) throws {
        let firsts = names.map { String($0.prefix { $0 != "." }) }
        guard !known.isEmpty, let wrong = firsts.first(where: { !known.contains($0) }) else { return }
        throw CommandFailure.usage(
            "there is no field \"\(wrong.prefix(64))\"".withoutControls,
            "The fields are \(known.joined(separator: ", ")).".withoutControls)
    }
}

extension [String] {
    /// Each once, in the order in which they come first.
    var distinct: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}

extension JSONValue {
    /// What has a member: the value itself, or the first of its members that has one or is a list of what has, as what was
    /// done to tasks has it.
    func owner(of name: String) -> JSONValue {
        guard self[name] == nil, case .object(let members) = self else { return self }
        return members.fields.first { $0.value[name] != nil || $0.value.array?.first?[name] != nil }?.value ?? self
    }
}

/// What stands behind the equals sign of `--json=title,due`.
///
/// The parser lets such an option take the word behind it as well, which may be a task; so ``ArgumentForms`` doubles the
/// sign where there was one, and a value without it is left to whom it belongs.
struct FieldArgument: ExpressibleByArgument, CustomStringConvertible {
    /// nil for all fields.
    let selection: FieldSelection?

    static let all = FieldArgument(selection: nil)

    private init(selection: FieldSelection?) { self.selection = selection }

    init?(argument: String) {
        guard argument.hasPrefix("=") else { return nil }
        let names = argument.dropFirst().split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }
        selection = FieldSelection(names: names.filter { !$0.isEmpty })
    }

    var description: String { "all fields" }
}

/// The fields that the description of the API names.
enum DescribedFields {
    /// Those of everything that there is.
    static var all: Set<String> {
        guard let document = try? JSONValue(json: OpenAPIDocument(version: Taskd.version).json),
            case .object(let schemas)? = document["components"]?["schemas"]
        else { return [] }
        return schemas.fields.reduce(into: []) { all, schema in
            for part in [schema.value] + (schema.value["allOf"]?.array ?? []) {
                all.formUnion(part["properties"]?.names ?? [])
            }
        }
    }

    /// Those of a resource, such as `Attachment`, in their order.
    static func names(of resource: String) -> [String] {
        guard let document = try? JSONValue(json: OpenAPIDocument(version: Taskd.version).json) else { return [] }
        return document["components"]?["schemas"]?[resource]?["properties"]?.names ?? []
    }

    /// Those of what a path lists, and of whatever has all the fields of an answer.
    static func names(like known: Set<String>, _ path: String?) -> Set<String> {
        guard let document = try? JSONValue(json: OpenAPIDocument(version: Taskd.version).json),
            case .object(let schemas)? = document["components"]?["schemas"]
        else { return [] }
        var names: Set<String> = []
        if !known.isEmpty {
            for schema in schemas.fields {
                let properties = Set(schema.value["properties"]?.names ?? [])
                if properties.isSuperset(of: known) { names.formUnion(properties) }
            }
        }
        if let path, let operation = operation(path, in: document) {
            let content = operation["get"]?["responses"]?["200"]?["content"]?["application/json"]?["schema"]
            names.formUnion(items(of: content, in: document))
        }
        return names
    }

    /// A path with its parameters: `tasks/0198…/history` is `/v1/tasks/{id}/history`.
    private static func operation(_ path: String, in document: JSONValue) -> JSONValue? {
        guard case .object(let paths)? = document["paths"] else { return nil }
        let parts = "v1/\(path)".split(separator: "/")
        return paths.fields.first { candidate in
            let names = candidate.name.split(separator: "/")
            return names.count == parts.count && zip(names, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }?.value
    }

    private static func items(of schema: JSONValue?, in document: JSONValue) -> Set<String> {
        let pages = choices(of: schema, in: document).compactMap { $0["properties"]?["items"]?["items"] }
        let items = pages.flatMap { choices(of: $0, in: document) }
        return Set(items.flatMap { $0["properties"]?.names ?? [] })
    }

    /// A schema, or each of those that it offers, where they are written out.
    private static func choices(of schema: JSONValue?, in document: JSONValue) -> [JSONValue] {
        guard let schema else { return [] }
        return (schema["anyOf"]?.array ?? [schema]).compactMap { choice in
            guard let name = choice["$ref"]?.string?.split(separator: "/").last else { return choice }
            return document["components"]?["schemas"]?[String(name)]
        }
    }
}
