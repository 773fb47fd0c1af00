extension JSONWriter {
    /// Writes a value that was read; a number in its shortest form.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(let number):
            if let integer = value.integer { self.integer(integer) } else { digits("\(number)") }
        case .string(let text): string(text)
        case .array(let items): array(items) { $0.value($1) }
        case .object(let object):
            self.object { json in
                for field in object.fields { json.field(named: field.name) { $0.value(field.value) } }
            }
        }
    }
}
