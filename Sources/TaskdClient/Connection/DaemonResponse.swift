import Foundation

/// What a daemon answered: one JSON value, or nothing.
public struct DaemonResponse: Hashable, Sendable {
    /// The bytes as they came.
    public let body: [UInt8]
    /// What names this state of what was asked for (RFC 9110 §8.8.3); nil where the daemon gives none.
    public let entityTag: String?

    /// The id of the task that what was deleted belonged to; nil where the daemon names none.
    public let parentTask: String?

    /// Takes the bytes of a response, or of the data of an event.
    ///
    /// - Parameters:
    ///   - body: JSON in UTF-8; empty for a response without content.
    ///   - entityTag: What names this state; nil for none.
    ///   - link: The field `Link` (RFC 8288); nil for none.
    public init(body: [UInt8], entityTag: String? = nil, link: String? = nil) {
        (self.body, self.entityTag) = (body, entityTag)
        parentTask = link?.wholeMatch(of: /<\/v1\/tasks\/([0-9a-f-]+)>; rel="up"/).map { String($0.output.1) }
    }

    /// Reads the JSON.
    ///
    /// - Parameter type: What it is read as, such as ``TaskView``.
    /// - Returns: The value; members of the JSON that the type does not have are left out.
    /// - Throws: ``DaemonError/invalidResponse(_:)`` where a member is missing or of another type.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(DaemonError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch {
            throw .invalidResponse(Self.reason(error))
        }
    }

    private static func reason(_ error: any Error) -> String {
        let context: DecodingError.Context
        switch error {
        case DecodingError.keyNotFound(let key, _): return "\(key.stringValue) is missing"
        case DecodingError.typeMismatch(_, let found), DecodingError.valueNotFound(_, let found),
            DecodingError.dataCorrupted(let found):
            context = found
        default: return "invalid JSON"
        }
        guard !context.codingPath.isEmpty else { return "unexpected JSON" }
        return context.codingPath.map(\.stringValue).joined(separator: ".") + " has the wrong type"
    }
}

/// One page of a list.
public struct ListPage<Item: Decodable & Sendable>: Decodable, Sendable {
    /// The items, in the order of the list.
    public var items: [Item]
    /// What to pass as `cursor` for the next page; nil on the last one.
    public var nextCursor: String?
}
