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

extension WebhookHeaders {
    private static let maxID = 256

    /// Refuses an id that no sender makes.
    ///
    /// - Throws: ``NotifyError`` with code `.malformedHeader`.
    func checkID() throws {
        let isPlain = id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ".") }
        guard (1...Self.maxID).contains(id.utf8.count), isPlain else {
            throw NotifyError(
                .malformedHeader,
                "\(Self.idName) must be 1 to \(Self.maxID) visible ASCII characters without a dot"
            )
        }
    }

    /// When the message was signed, in seconds since 1970 UTC.
    ///
    /// - Returns: 0 or more, and below 10^11, which lies beyond the year 5000.
    /// - Throws: ``NotifyError`` with code `.malformedHeader` for every spelling but the one that a sender writes.
    func signedAt() throws -> Int64 {
        guard timestamp.utf8.count <= 11, let seconds = Int64(timestamp), "\(seconds)" == timestamp, seconds >= 0 else {
            throw NotifyError(.malformedHeader, "\(Self.timestampName) must be a Unix time in whole seconds")
        }
        return seconds
    }
}
