import Basics
import Recurrence
import Storage

/// What all requests of a hook have in common: read, opened and checked.
struct PreparedHook: Sendable {
    /// The hook that it was made for.
    let hook: Hook
    /// The hook's URL, which names the host.
    let url: WebhookURL
    /// Where the requests go at that host.
    let target: String
    let tls: ConnectionTLS
    private let secrets: [OpenedSecret]
    private let headers: [(String, String)]

    /// - Throws: ``NotifyError`` with code `.invalidURL`, `.invalidTLS`, `.malformedHeader` or `.unopenableSecret`.
    init(_ hook: Hook, openedBy box: SecretBox) throws {
        self.hook = hook
        url = try WebhookURL(hook.url ?? "")
        target = (hook.shape.preset?.form.target(url) ?? url).description
        secrets = try hook.sealedSecrets.map { try box.open($0, for: hook.id) }
        headers = try box.headers(of: hook)
        let key = try hook.tls?.sealedKey.map { try box.openText($0, as: .clientKey, for: hook.id) }
        tls = try ConnectionTLS(authorities: hook.tls?.authorities, hook.tls?.certificate, key: key)
    }

    /// The headers of a message's request, in which it is signed as of an instant.
    func headers(forMessage id: String, _ body: MessageBody, at now: UTCInstant) -> [(String, String)] {
        let signer = WebhookSigner(secrets: secrets.filter { $0.isValid(at: now) }.map(\.secret))
        let signed = signer.headers(forMessage: id, at: now, body: body.bytes)
        return [("content-type", body.mediaType)] + signed.fields.map { ($0.name, $0.value) } + headers
    }
}

/// The hooks as they were last prepared: most requests follow one of the same hook, unchanged.
final class PreparedHooks: Sendable {
    private static let maxKept = 1_024

    private let box: SecretBox
    private let kept = Locked<[HookID: PreparedHook]>([:])

    init(box: SecretBox) {
        self.box = box
    }

    /// A hook, prepared as it is now.
    ///
    /// - Throws: What ``PreparedHook`` throws.
    func prepared(_ hook: Hook) throws -> PreparedHook {
        if let known = kept.withLock({ $0[hook.id] }), known.hook == hook { return known }
        let made = try PreparedHook(hook, openedBy: box)
        kept.withLock { kept in
            if kept.count >= Self.maxKept { kept = [:] }
            kept[hook.id] = made
        }
        return made
    }
}
