public import Recurrence
public import Storage

extension SecretBox {
    /// How long an old secret signs beside the new one by default: a day.
    public static let defaultOverlap = Swift.Duration.seconds(86_400)
    /// How many secrets of a hook sign at the same time, at most.
    public static let maxSecrets = 4

    /// The secrets that sign for a hook at an instant, in the order in which they are kept.
    ///
    /// - Throws: ``NotifyError`` with code `.unopenableSecret`.
    public func signingSecrets(of hook: Hook, at now: UTCInstant) throws -> [SigningSecret] {
        try hook.sealedSecrets.map { try open($0, for: hook.id) }.filter { $0.isValid(at: now) }.map(\.secret)
    }

    /// What a hook's sealed secrets become when a new secret takes over: the new one first, the old ones for a while.
    ///
    /// Those that are no longer valid, or cannot be opened any more, are dropped.
    ///
    /// - Parameters:
    ///   - hook: The hook whose secret is rotated.
    ///   - secret: The new secret.
    ///   - now: The current time.
    ///   - overlap: How long the old ones still sign, so that receivers can change over.
    /// - Returns: The new value of `Hook.sealedSecrets`.
    /// - Throws: An error of the cryptographic library, which has no cause that a caller could fix.
    public func rotatedSecrets(
        of hook: Hook,
        to secret: SigningSecret,
        at now: UTCInstant,
        overlap: Swift.Duration = defaultOverlap
    ) throws -> [[UInt8]] {
        let end = now.advanced(by: overlap)
        let old = hook.sealedSecrets.compactMap { try? open($0, for: hook.id) }.filter { $0.isValid(at: now) }
        let kept = try old.prefix(Self.maxSecrets - 1).map { opened in
            try seal(opened.secret, for: hook.id, validUntil: opened.validUntil.map { min($0, end) } ?? end)
        }
        return [try seal(secret, for: hook.id)] + kept
    }
}

extension SecretBox {
    /// The headers that a hook's owner adds to its requests, with what was sealed.
    ///
    /// - Throws: ``NotifyError`` with code `.unopenableSecret`, or with `.malformedHeader` for one that cannot be sent.
    func headers(of hook: Hook) throws -> [(String, String)] {
        try hook.headers.map { try self.header($0, of: hook) }
    }

    private func header(_ header: HookHeader, of hook: Hook) throws -> (String, String) {
        // They were checked when they came in; a store that others wrote to must not split a request.
        if let complaint = HeaderRules.complaint(aboutName: header.name) {
            throw NotifyError(.malformedHeader, "the header \(header.name.prefix(100).debugDescription) \(complaint)")
        }
        let value =
            switch header.value {
            case .plain(let text): text
            case .sealed(let bytes): try openText(bytes, as: .header(header.name), for: hook.id)
            }
        if let complaint = HeaderRules.complaint(aboutValue: value) {
            throw NotifyError(.malformedHeader, "the value of the header \(header.name) \(complaint)")
        }
        return (header.name, value)
    }
}

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
        for (index, header) in hook.headers.enumerated() {
            attempt("header \(index + 1)") { _ = try self.header(header, of: hook) }
        }
        if let key = hook.tls?.sealedKey {
            attempt("key of the client certificate") { _ = try openText(key, as: .clientKey, for: hook.id) }
        }
        return faults
    }
}

extension SecretBox {
    /// A hook whose secrets are all bound to their fields: what an older version sealed is sealed again.
    ///
    /// What cannot be opened any more stays as it is.
    ///
    /// - Throws: An error of the cryptographic library, which has no cause that a caller could fix.
    package func resealed(_ hook: Hook) throws -> Hook {
        var resealed = hook
        for (index, header) in hook.headers.enumerated() {
            guard case .sealed(let bytes) = header.value else { continue }
            resealed.headers[index].value = .sealed(try bound(bytes, .header(header.name), of: hook))
        }
        if let key = hook.tls?.sealedKey { resealed.tls?.sealedKey = try bound(key, .clientKey, of: hook) }
        resealed.sealedSecrets = try hook.sealedSecrets.map { bytes in
            guard !isBound(bytes), let opened = try? open(bytes, for: hook.id) else { return bytes }
            return try seal(opened.secret, for: hook.id, validUntil: opened.validUntil)
        }
        return resealed
    }

    private func bound(_ bytes: [UInt8], _ field: Field, of hook: Hook) throws -> [UInt8] {
        guard !isBound(bytes), let text = try? openText(bytes, as: field, for: hook.id) else { return bytes }
        return try seal(text: text, as: field, for: hook.id)
    }
}
