import Basics
import Storage

/// How one service wants its messages.
struct PresetForm: Sendable {
    /// Writes a message; the hook's URL may hold a part of it, such as a topic.
    var body: @Sendable (EventSummary, _ url: String) -> [UInt8]
    /// Why a hook's URL is none of the service's; nil when it may be one.
    var complaint: @Sendable (WebhookURL) -> String? = { _ in nil }
    /// Where messages for a hook's URL are posted.
    var target: @Sendable (WebhookURL) -> WebhookURL = { $0 }
}

extension Hook.Preset {
    /// How the service wants its messages.
    var form: PresetForm {
        switch self {
        case .ntfy: .ntfy
        case .slack: .slack
        case .discord: .discord
        case .teams: .teams
        case .gotify: .gotify
        }
    }
}

/// Writes one JSON object.
func jsonObject(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(body)
    return json.bytes
}
