/// The fields of a JSON object in the order in which they came, each name once.
package struct JSONObject: Sendable {
    /// One field.
    package struct Field: Equatable, Sendable {
        @Verbatim package var name: String
        package var value: JSONValue
    }

    package private(set) var fields: [Field] = []

    /// Makes an object of fields with different names.
    init(uncheckedFields fields: [Field]) {
        self.fields = fields
    }

    /// Makes an object of members in their order; of several with one name the first counts.
    package init(_ members: [(name: String, value: JSONValue)]) {
        for member in members where index(of: member.name) == nil {
            fields.append(Field(name: member.name, value: member.value))
        }
    }

    package var count: Int { fields.count }

    /// The value of a field; nil when there is none of that name.
    ///
    /// Cost: that of looking through the fields.
    package subscript(name: String) -> JSONValue? {
        index(of: name).map { fields[$0].value }
    }

    /// Where a field stands; nil when there is none of that name.
    package func index(of name: String) -> Int? {
        fields.firstIndex { $0.name.isVerbatim(name) }
    }

    /// The object without the fields that `isIncluded` refuses.
    package func filter(_ isIncluded: (Field) -> Bool) -> JSONObject {
        JSONObject(uncheckedFields: fields.filter(isIncluded))
    }

    /// The object with other values.
    package func mapValues(_ transform: (_ name: String, _ value: JSONValue) -> JSONValue) -> JSONObject {
        JSONObject(uncheckedFields: fields.map { Field(name: $0.name, value: transform($0.name, $0.value)) })
    }
}

extension JSONObject: Equatable {
    /// The order of the fields does not count.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        if left.fields == right.fields { return true }
        let values = Dictionary(right.fields.map { ($0.$name, $0.value) }) { first, _ in first }
        return left.fields.allSatisfy { values[$0.$name] == $0.value }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        fields = elements.map { Field(name: $0, value: $1) }
    }
}
