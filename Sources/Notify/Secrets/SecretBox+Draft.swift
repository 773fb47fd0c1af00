package import Storage

extension SecretBox {
    /// Makes a hook what a draft says; what is secret in it is sealed.
    ///
    /// - Parameters:
    ///   - draft: The hook as somebody wants it.
    ///   - hook: The hook as it is, whose secrets are kept where the draft does not give others.
    ///   - problems: Takes up the secrets that are neither given nor known.
    /// - Throws: An error of the cryptographic library, which has no cause that a caller could mend.
    package func apply(_ draft: HookDraft, to hook: inout Hook, noting problems: inout [InputProblem]) throws {
        (hook.url, hook.command, hook.shape, hook.events) = (draft.url, draft.command, draft.shape, draft.events)
        hook.shape.template = draft.template.map { Hook.Template(format: $0.format, text: $0.text ?? "") }
        (hook.filter, hook.traffic, hook.isEnabled) = (draft.filter, draft.traffic, draft.isEnabled)
        hook.filter.tags = draft.filter.tags.map(\.inNormalForm).differentTags
        let tls = Hook.TLS(
            authorities: draft.tls?.authorities, certificate: draft.tls?.certificate,
            sealedKey: try draft.tls?.key.map { try sealed($0, of: hook) })
        hook.tls = tls == Hook.TLS() ? nil : tls
        var headers: [HookHeader] = []
        for (index, header) in draft.headers.enumerated() {
            if let value = try value(of: header, of: hook) {
                headers.append(HookHeader(name: header.name, value: value))
            } else {
                problems.append(InputProblem(pointer: "/headers/\(index)/value", detail: "is missing"))
            }
        }
        hook.headers = headers
    }

    /// The private key of a hook's client certificate; nil for none, and for one that cannot be opened any more.
    package func clientKey(of hook: Hook) -> String? {
        hook.tls?.sealedKey.flatMap { try? openText($0, as: .clientKey, for: hook.id) }
    }

    private func sealed(_ key: HookDraft.TLS.Key, of hook: Hook) throws -> [UInt8] {
        switch key {
        case .sealed(let bytes): bytes
        case .given(let text): try seal(text: text, as: .clientKey, for: hook.id)
        }
    }

    /// What a header is to say; nil where that is neither given nor known.
    private func value(of header: HookDraft.Header, of hook: Hook) throws -> HookHeader.Value? {
        switch (header.value, header.isSecret) {
        case (let text?, false): .plain(text)
        case (let text?, true): .sealed(try seal(text: text, as: .header(header.name), for: hook.id))
        case (nil, true): hook.headers.first { $0.isSecret && $0.name.lowercased() == header.name.lowercased() }?.value
        case (nil, false): nil
        }
    }
}
