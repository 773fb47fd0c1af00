package import Basics

/// Properties of a task that taskd does not know and keeps for those who do, such as the X- properties of iCalendar: names
/// with values of JSON, in the order in which they came.
///
/// There is at least one: of a task without any there is no value of this type.
public struct TaskProperties: Sendable {
    /// How much there may be.
    package enum Bounds {
        /// The whole as JSON.
        package static let bytes = 16 << 10
        /// Values, those that lie in others counted too.
        package static let values = 1_000
        /// Objects and arrays that lie in each other, the whole being the first.
        package static let depth = 8
        /// A name, in Unicode scalars.
        package static let nameLength = 200
    }

    /// The names and values as one JSON object, without spaces.
    public let json: String

    /// Takes the names and values of a JSON object.
    ///
    /// - Parameter json: The object; nil is returned where it is none, or empty.
    public init?(json: String) {
        guard case .object(let object)? = try? JSONValue(json: json.utf8) else { return nil }
        self.init(object)
    }

    /// Takes the members of an object; nil where there are none.
    package init?(_ object: JSONObject) {
        guard object.count > 0 else { return nil }
        var writer = JSONWriter(capacity: 256)
        writer.value(.object(object))
        json = String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The names and values.
    package var object: JSONObject {
        guard case .object(let object)? = try? JSONValue(json: json.utf8) else { return [:] }
        return object
    }
}

extension TaskProperties: Hashable {
    /// Whether both are the same bytes; strings are equal, too, whose letters are composed in different ways.
    public static func == (left: TaskProperties, right: TaskProperties) -> Bool {
        left.json.utf8.elementsEqual(right.json.utf8)
    }

    /// Takes up the bytes.
    public func hash(into hasher: inout Hasher) {
        var json = json
        json.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
