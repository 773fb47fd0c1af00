/// What a merge patch (RFC 7396) says of a field that may be empty: nothing, null, or a value.
enum FieldChange<Value: Sendable>: Sendable {
    case keep
    case clear
    case set(Value)

    /// The value after the change.
    func applied(to value: Value?) -> Value? {
        switch self {
        case .keep: value
        case .clear: nil
        case .set(let new): new
        }
    }

    var isChange: Bool {
        if case .keep = self { false } else { true }
    }
}

extension ObjectReader {
    /// Reads a field that null empties.
    mutating func change<Value>(_ name: String, _ read: (inout ObjectReader) -> Value?) -> FieldChange<Value> {
        if isNull(name) { return .clear }
        return read(&self).map { .set($0) } ?? .keep
    }
}
