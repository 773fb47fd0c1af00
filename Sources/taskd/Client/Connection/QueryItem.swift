/// One parameter of a query.
struct QueryItem: Hashable, Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// A parameter that is only there when it has a value.
    static func optional(_ name: String, _ value: (some CustomStringConvertible)?) -> [QueryItem] {
        value.map { [QueryItem(name, $0.description)] } ?? []
    }

    /// A parameter of several values, with commas between them; not there without any.
    static func list(_ name: String, _ values: [some RawRepresentable<String>]) -> [QueryItem] {
        values.isEmpty ? [] : [QueryItem(name, values.map(\.rawValue).joined(separator: ","))]
    }
}

extension [QueryItem] {
    /// The query with its question mark; empty without parameters.
    var text: String {
        isEmpty ? "" : "?" + map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }
}

extension String {
    /// The text with everything but unreserved characters (RFC 3986 §2.3) as `%XX`.
    var percentEncoded: String {
        var encoded = ""
        for unit in utf8 {
            switch unit {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(unit))
            default:
                encoded += (unit < 16 ? "%0" : "%") + String(unit, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
