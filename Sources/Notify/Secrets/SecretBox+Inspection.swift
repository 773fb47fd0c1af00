package import Storage

extension SecretBox {
    /// Which of a hook's sealed texts cannot be opened, each with the reason.
    package func faults(of hook: Hook) -> [String] {
        var faults: [String] = []
        func attempt(_ what: String, _ body: () throws -> Void) {
            do { try body() } catch { faults.append("\(what): \(error)") }
        }
        for (index, sealed) in hook.sealedSecrets.enumerated() {
            attempt("secret \(index + 1)") { _ = try open(sealed, for: hook.id) }
        }
        attempt("headers") { _ = try headers(of: hook) }
        if let key = hook.tls?.sealedKey {
            attempt("key of the client certificate") { _ = try openText(key, as: .clientKey, for: hook.id) }
        }
        return faults
    }
}
