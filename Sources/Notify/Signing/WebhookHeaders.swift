/// The three headers of Standard Webhooks 1.0.0.
public struct WebhookHeaders: Hashable, Sendable {
    /// The name of the header with the message's id.
    public static let idName = "webhook-id"
    /// The name of the header with the attempt's time.
    public static let timestampName = "webhook-timestamp"
    /// The name of the header with the signatures.
    public static let signatureName = "webhook-signature"

    /// `webhook-id`: the message's id, the same in every attempt.
    public let id: String
    /// `webhook-timestamp`: when this attempt was made, in whole seconds since 1970 UTC, as decimal text.
    public let timestamp: String
    /// `webhook-signature`: one or more signatures, separated by spaces.
    public let signature: String

    /// Takes the headers' values as they are.
    public init(id: String, timestamp: String, signature: String) {
        self.id = id
        self.timestamp = timestamp
        self.signature = signature
    }

    /// Takes the headers of a received request.
    ///
    /// - Parameter value: Gives the value of the header with a lower-case name; nil when there is none.
    /// - Throws: ``NotifyError`` with code `.missingHeader`, naming the header.
    public init(reading value: (String) throws -> String?) throws {
        func required(_ name: String) throws -> String {
            if let value = try value(name) { return value }
            throw NotifyError(.missingHeader, "the header \(name) is missing")
        }
        self.init(
            id: try required(Self.idName),
            timestamp: try required(Self.timestampName),
            signature: try required(Self.signatureName)
        )
    }

    /// The headers as names and values.
    public var fields: [(name: String, value: String)] {
        [(Self.idName, id), (Self.timestampName, timestamp), (Self.signatureName, signature)]
    }
}
