import Basics
import Foundation
import Storage

/// Holds values against JSON Schemas of a document, as far as the document uses them; a keyword that it does not know is a
/// complaint, so that none is passed over.
struct SchemaValidator {
    private static let annotations: Set<String> = [
        "description", "default", "examples", "readOnly", "writeOnly", "contentMediaType", "contentSchema",
    ]

    let document: JSONValue
    /// Whether an object may have members that its schema does not name and does not forbid either.
    let permitsOthers: Bool

    /// What is wrong with a value, each with its place.
    func complaints(about value: JSONValue, _ schema: JSONValue, at place: String = "") -> [String] {
        guard case .object(let keywords) = schema else { return ["\(place): the schema is none"] }
        var complaints = keywords.fields.flatMap { self.complaints(about: value, $0.name, $0.value, at: place) }
        if case .object(let members) = value, case .object(let known)? = schema["properties"] {
            let others = schema["additionalProperties"]
            for member in members.fields {
                let inner = "\(place)/\(member.name)"
                if let schema = known[member.name] {
                    complaints += self.complaints(about: member.value, schema, at: inner)
                } else if others == .bool(false) || others == nil && !permitsOthers {
                    complaints.append("\(inner): is not declared")
                }
            }
        } else if case .object(let members) = value, let others = schema["additionalProperties"], others != .bool(false)
        {
            for member in members.fields {
                complaints += self.complaints(about: member.value, others, at: "\(place)/\(member.name)")
            }
        }
        return complaints
    }

    private func complaints(
        about value: JSONValue, _ keyword: String, _ operand: JSONValue, at place: String
    ) -> [String] {
        switch keyword {
        case "$ref": return complaints(about: value, resolved(operand), at: place)
        case "anyOf":
            let choices = (operand.array ?? []).map { complaints(about: value, $0, at: place) }
            guard !choices.contains([]) else { return [] }
            // What is closest to it says the most.
            return choices.min { $0.count < $1.count } ?? ["\(place): nothing is permitted"]
        case "items":
            return (value.array ?? []).enumerated().flatMap { complaints(about: $1, operand, at: "\(place)/\($0)") }
        case "required":
            guard case .object(let members) = value else { return [] }
            let missing = (operand.array ?? []).compactMap(\.string).filter { members.index(of: $0) == nil }
            return missing.map { "\(place)/\($0): is missing" }
        case "properties", "additionalProperties": return []
        case _ where Self.annotations.contains(keyword): return []
        default:
            guard let holds = Self.holds(value, keyword, operand) else {
                return ["\(place): unknown keyword \(keyword)"]
            }
            return holds ? [] : ["\(place): \(value) is against \(keyword) \(operand)"]
        }
    }

    private func resolved(_ reference: JSONValue) -> JSONValue {
        (reference.string ?? "").split(separator: "/").dropFirst().reduce(document) { $0[String($1)] ?? .null }
    }

    /// Whether a value is as a keyword asks; nil for a keyword that is not known.
    private static func holds(_ value: JSONValue, _ keyword: String, _ operand: JSONValue) -> Bool? {
        switch (keyword, value, operand) {
        case ("type", _, .array(let types)): types.contains { holds(value, "type", $0) == true }
        case ("type", _, .string(let type)): kinds(of: value).contains(type)
        case ("enum", _, .array(let values)): values.contains(value)
        case ("minLength", .string(let text), .number(let least)): Double(text.unicodeScalars.count) >= least
        case ("maxLength", .string(let text), .number(let most)): Double(text.unicodeScalars.count) <= most
        case ("pattern", .string(let text), .string(let pattern)):
            text.range(of: pattern, options: .regularExpression) != nil
        case ("format", .string(let text), .string("uuid")): UUIDValue(text) != nil
        case ("format", .string(let text), .string("date-time")):
            text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil
        case ("minimum", .number(let number), .number(let least)): number >= least
        case ("maximum", .number(let number), .number(let most)): number <= most
        case ("minItems", .array(let items), .number(let least)): Double(items.count) >= least
        case ("maxItems", .array(let items), .number(let most)): Double(items.count) <= most
        case ("uniqueItems", .array(let items), _):
            items.enumerated().allSatisfy { index, item in !items[..<index].contains(item) }
        case ("minLength", _, _), ("maxLength", _, _), ("pattern", _, _), ("format", _, _), ("minimum", _, _),
            ("maximum", _, _), ("minItems", _, _), ("maxItems", _, _), ("uniqueItems", _, _):
            // They say nothing of values of other types.
            true
        default: nil
        }
    }

    private static func kinds(of value: JSONValue) -> [String] {
        switch value {
        case .null: ["null"]
        case .bool: ["boolean"]
        case .number(let number): number == number.rounded() ? ["number", "integer"] : ["number"]
        case .string: ["string"]
        case .array: ["array"]
        case .object: ["object"]
        }
    }
}
