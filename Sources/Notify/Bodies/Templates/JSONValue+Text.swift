import Basics

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
