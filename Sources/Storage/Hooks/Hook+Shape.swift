extension Hook {
    /// What the body of a message looks like.
    public struct Shape: Hashable, Sendable {
        /// The whole event, up to 256 KiB.
        public static let standard = Shape()
        /// The sizes that ``sizeLimit`` may have, in bytes.
        public static let permittedSizeLimits = 1_024...1_048_576
        /// How large a body may be by default, in bytes: 256 KiB.
        public static let defaultSizeLimit = 262_144

        /// How much of the event is sent.
        public var payload = Payload.full
        /// The template of a body that the hook's owner wrote; nil for none.
        public var template: Template?
        /// The service whose own format is sent, if there is no template; nil for none.
        public var preset: Preset?
        /// How large a body may be, in bytes; of a greater one only the ids are sent, marked `truncated`.
        public var sizeLimit = Self.defaultSizeLimit

        /// Makes the shape of a whole event.
        public init() {}
    }

    /// How much of an event is sent.
    public enum Payload: String, CaseIterable, Hashable, Sendable {
        /// All of it.
        case full
        /// Its id, type and time, and the ids of what it is about; the receiver asks for the rest.
        case thin
    }

    /// A service whose own message format taskd can write.
    public enum Preset: String, CaseIterable, Hashable, Sendable {
        /// ntfy: the URL is that of a topic.
        case ntfy
        /// Slack, incoming webhooks.
        case slack
        /// Discord, webhooks of a channel.
        case discord
        /// Microsoft Teams, workflows that start with a webhook request.
        case teams
        /// Gotify: the URL is that of `/message`, with the application's token.
        case gotify
    }

    /// A body with places for the event's values, in the Mustache language.
    public struct Template: Hashable, Sendable {
        /// What the body is.
        public enum Format: String, CaseIterable, Hashable, Sendable {
            /// Plain text; values stand as they are.
            case text
            /// JSON; values are escaped, and what comes out must be JSON.
            case json
        }

        /// The longest text, in bytes of UTF-8.
        public static let longest = 16_384

        /// What the body is.
        public var format: Format
        /// The template's text.
        public var text: String

        /// Makes a template from its parts; whether it can be used, the sinks decide.
        public init(format: Format, text: String) {
            self.format = format
            self.text = text
        }
    }

    /// What a webhook's TLS connections use beside the system's authorities.
    public struct TLS: Hashable, Sendable {
        /// Certificates of further authorities, PEM; nil for none.
        public var authorities: String?
        /// The client's certificate and those that lead to its authority, PEM; nil for none.
        public var certificate: String?
        /// The client certificate's private key, PEM, sealed; nil for none.
        public var sealedKey: [UInt8]?

        /// Makes settings from their parts.
        public init(authorities: String? = nil, certificate: String? = nil, sealedKey: [UInt8]? = nil) {
            self.authorities = authorities
            self.certificate = certificate
            self.sealedKey = sealedKey
        }
    }
}
