/// What went wrong with a hook, a secret, a target or a received webhook.
public struct NotifyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong; more kinds may come.
    public struct Code: Hashable, Sendable {
        private let name: String

        /// A signing secret's text is not one.
        public static let invalidSecret = Code(name: "invalidSecret")
        /// A sealed secret cannot be opened: it was sealed with another key, for another hook, or is damaged.
        public static let unopenableSecret = Code(name: "unopenableSecret")
        /// The key file is readable by others, has the wrong size, or cannot be read or made.
        public static let unusableKeyFile = Code(name: "unusableKeyFile")
        /// The file in which a crash is noted cannot be opened.
        public static let unusableCrashFile = Code(name: "unusableCrashFile")
        /// A webhook's URL cannot be used.
        public static let invalidURL = Code(name: "invalidURL")
        /// An entry of the allow list is neither a CIDR nor a host.
        public static let invalidAllowList = Code(name: "invalidAllowList")
        /// A webhook's host has an address that taskd does not connect to.
        public static let deniedAddress = Code(name: "deniedAddress")
        /// A webhook's host has no address.
        public static let unresolvableHost = Code(name: "unresolvableHost")
        /// A message template cannot be read, or cannot be filled with an event.
        public static let invalidTemplate = Code(name: "invalidTemplate")
        /// The service that a hook is preset for has no such URL.
        public static let invalidPreset = Code(name: "invalidPreset")
        /// A certificate or a key for TLS cannot be used.
        public static let invalidTLS = Code(name: "invalidTLS")
        /// A command's program is not one that may be run, or its arguments cannot be passed.
        public static let invalidCommand = Code(name: "invalidCommand")
        /// An entry of the list of programs that may be run is no absolute path.
        public static let invalidCommandList = Code(name: "invalidCommandList")
        /// A received webhook lacks one of the three headers.
        public static let missingHeader = Code(name: "missingHeader")
        /// A received webhook has a header that does not follow the specification.
        public static let malformedHeader = Code(name: "malformedHeader")
        /// A received webhook was signed too long ago.
        public static let timestampTooOld = Code(name: "timestampTooOld")
        /// A received webhook was signed too far in the future.
        public static let timestampTooNew = Code(name: "timestampTooNew")
        /// A received webhook has no signature made with a known secret over this very message.
        public static let noMatchingSignature = Code(name: "noMatchingSignature")
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What went wrong and how to mend it, of a member of a hook without its name; never holds a secret.
    public let description: String

    /// Makes an error from its parts.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// What went wrong, with the member of the hook that it is about, for where nothing else names it.
    var sentence: String {
        switch code {
        case .invalidURL: "url: \(description)"
        case .invalidTemplate: "template: \(description)"
        case .invalidTLS: "tls: \(description)"
        case .invalidCommand: "argv: \(description)"
        default: description
        }
    }
}
