/// A JSON value as it came in, before anybody asked whether it makes sense.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// Reads one JSON value (RFC 8259), strictly and in one pass.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 without a byte order mark.
    ///   - limits: How deep and how large it may be; unless told otherwise those for what taskd has written itself.
    /// - Throws: ``JSONError``, which says what is wrong and where.
    package init(json bytes: some Collection<UInt8>, limits: JSONLimits = .own) throws(JSONError) {
        let result = bytes.withContiguousStorageIfAvailable { JSONReader.read($0, limits: limits) }
        self = try (result ?? Array(bytes).withUnsafeBufferPointer { JSONReader.read($0, limits: limits) }).get()
    }

    /// What kind of value it is, in words for an error message.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The number as an integer; nil for another kind, a fraction, or one beyond ±(2^53 - 1), where a number may stand
    /// for its neighbour (RFC 7493 §2.2).
    package var integer: Int? {
        guard case .number(let value) = self, abs(value) <= 9_007_199_254_740_991 else { return nil }
        return Int(exactly: value)
    }

    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    package subscript(name: String) -> JSONValue? {
        if case .object(let fields) = self { fields[name] } else { nil }
    }
}

extension JSONValue: Equatable {
    /// Whether both are the same value; strings are where they are the same bytes.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.isVerbatim(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}
