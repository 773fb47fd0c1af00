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

    /// Makes a header from its parts; whether it can be sent, the sinks tell.
    public init(name: String, value: Value) {
        self.name = name
        self.value = value
    }

    /// Whether only taskd is to see what it says.
    public var isSecret: Bool {
        if case .sealed = value { true } else { false }
    }
}
