package import Storage

extension SecretBox {
    /// A hook whose secrets are all bound to their fields: what an older version sealed is sealed again.
    ///
    /// What cannot be opened any more stays as it is.
    ///
    /// - Throws: An error of the cryptographic library, which has no cause that a caller could mend.
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
