/// A header that a hook's owner adds to its requests.
public struct HookHeader: Hashable, Sendable {
    /// What a header says.
    public enum Value: Hashable, Sendable {
        /// Text that anybody may see who sees the hook.
        case plain(String)
        /// Text that only taskd is to see, sealed with its key.
        case sealed([UInt8])
    }

    /// How many headers a hook may have.
    public static let maxHeaders = 32

    /// The header's name, as it is sent.
    public var name: String
    /// What it says.
    public var value: Value

    /// Makes a header from its parts; whether it can be sent, the sinks decide.
    public init(name: String, value: Value) {
        self.name = name
        self.value = value
    }

    /// Whether only taskd is to see what it says.
    public var isSecret: Bool {
        if case .sealed = value { true } else { false }
    }
}

/// Which headers a hook's owner may add to its requests (RFC 9110 §5).
package enum HeaderRules {
    /// The longest value, in bytes.
    package static let maxValue = 4_096
    private static let maxName = 100
    /// What taskd or the connection itself says.
    private static let reserved: Set<String> = [
        "connection", "content-encoding", "content-length", "content-type", "expect", "host", "keep-alive",
        "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding",
        "upgrade", "user-agent",
    ]

    /// What is wrong with a name; nil when nothing is.
    package static func complaint(aboutName name: String) -> String? {
        guard (1...maxName).contains(name.utf8.count), name.utf8.allSatisfy(isTokenByte) else {
            return "must be 1 to \(maxName) letters, digits or any of !#$%&'*+-.^_`|~"
        }
        let lower = name.lowercased()
        guard !reserved.contains(lower), !lower.hasPrefix("webhook-") else {
            return "is set by taskd; choose another name"
        }
        return nil
    }

    /// What is wrong with a value; nil when nothing is.
    package static func complaint(aboutValue value: String) -> String? {
        guard value.utf8.count <= maxValue else { return "must have at most \(maxValue) bytes" }
        guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }) else {
            return "must be printable ASCII, without line breaks"
        }
        let edges = [value.utf8.first, value.utf8.last].compactMap(\.self)
        return edges.allSatisfy { $0 != 0x20 && $0 != 0x09 } ? nil : "must not begin or end with a space"
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
