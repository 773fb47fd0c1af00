import Basics

/// One parameter of a query.
public struct QueryItem: Hashable, Sendable {
    /// The parameter's name, as docs/http.md gives it.
    public let name: String
    /// Its value, before it is encoded.
    public let value: String

    /// Makes a parameter.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// A parameter that is only there when it has a value.
    public static func optional(_ name: String, _ value: (some CustomStringConvertible)?) -> [QueryItem] {
        value.map { [QueryItem(name, $0.description)] } ?? []
    }

    /// A parameter of several values, separated by commas; not there without any.
    public static func list(_ name: String, _ values: [some RawRepresentable<String>]) -> [QueryItem] {
        values.isEmpty ? [] : [QueryItem(name, values.map(\.rawValue).joined(separator: ","))]
    }
}

extension [QueryItem] {
    /// The query with its question mark; empty without parameters.
    package var text: String {
        isEmpty ? "" : "?" + map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }
}
