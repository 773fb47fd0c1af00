/// A value that another program keeps with a task: any JSON.
public indirect enum PropertyValue: Decodable, Hashable, Sendable {
    /// Nothing; within lists alone.
    case null
    /// True or false.
    case bool(Bool)
    /// A number, which need not be whole.
    case number(Double)
    /// A string.
    case text(String)
    /// An array.
    case list([PropertyValue])
    /// An object.
    case object([String: PropertyValue])

    /// Reads whatever value is there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let values = try? container.decode([PropertyValue].self) {
            self = .list(values)
        } else {
            self = .object(try container.decode([String: PropertyValue].self))
        }
    }
}
