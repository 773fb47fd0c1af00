import Recurrence

/// What a receiver is sent: `webhook-id`, `webhook-timestamp` and `webhook-signature`, a line each, and the body.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHeaders(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
    guard lines.count >= 3 else { return 0 }
    let texts = lines.prefix(3).map { String(decoding: $0, as: UTF8.self) }
    let headers = WebhookHeaders(id: texts[0], timestamp: texts[1], signature: texts[2])
    let body = lines.count > 3 ? Array(lines[3]) : []
    read(headers)
    verify(headers, body)
    tamper(with: body, seed: bytes)
    if let key = try? VerificationKey(texts[0]) { require((try? VerificationKey(key.text)) == key, "a key reads back") }
    return 0
}

/// The readers of the single headers.
private func read(_ headers: WebhookHeaders) {
    refusesOnlyAsMalformed { try headers.checkID() }
    refusesOnlyAsMalformed {
        let seconds = try headers.signedAt()
        require((0..<100_000_000_000).contains(seconds), "a timestamp has a range")
        require("\(seconds)" == headers.timestamp, "a timestamp has one spelling")
    }
    refusesOnlyAsMalformed {
        for signature in try SignatureList(headers.signature).signatures {
            require(signature.bytes.count == signature.version.length, "a signature has its length")
            let entry = "\(signature.version.rawValue),\(Base64.encode(signature.bytes))"
            require(headers.signature.split(separator: " ").contains { $0 == entry }, "a signature has one spelling")
            require(try SignatureList(entry).signatures == [signature], "what is written is read")
        }
    }
}

/// Whatever is let in was signed with a known key, over these very bytes: signing them again gives what was shown.
private func verify(_ headers: WebhookHeaders, _ body: [UInt8]) {
    let seconds = (try? headers.signedAt()) ?? 0
    let now = UTCInstant(secondsSinceEpoch: seconds)
    for secret in Known.secrets {
        do {
            try WebhookVerifier(secrets: [secret]).verify(headers, body: body, at: now)
        } catch {
            let code = (error as? NotifyError)?.code
            require(code == .malformedHeader || code == .noMatchingSignature, "a refusal says why")
            continue
        }
        let again = WebhookSigner(secrets: [secret]).headers(forMessage: headers.id, at: now, body: body)
        let entries = headers.signature.split(separator: " ").map(String.init)
        require(entries.contains(again.signature), "nothing is let in that its key has not signed")
    }
}

/// What is signed is let in; with one bit changed anywhere, or by another key, or at another time, it is not.
private func tamper(with body: [UInt8], seed: [UInt8]) {
    let now = UTCInstant(secondsSinceEpoch: 1_800_000_000)
    let index = seed.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFF_FFFF }
    let secret = Known.secrets[index % Known.secrets.count]
    let other = Known.secrets[(index + 1) % Known.secrets.count]
    let headers = WebhookSigner(secrets: [secret]).headers(forMessage: "evt_1", at: now, body: body)
    let verifier = WebhookVerifier(secrets: [secret])
    require((try? verifier.verify(headers, body: body, at: now)) != nil, "what is signed is let in")
    require((try? WebhookVerifier(secrets: [other]).verify(headers, body: body, at: now)) == nil, "another key fails")
    let late = now.advanced(by: .seconds(301 + index))
    require((try? verifier.verify(headers, body: body, at: late)) == nil, "what is old is refused")
    require((try? verifier.verify(headers, body: body + [0], at: now)) == nil, "a longer body is refused")
    if !body.isEmpty {
        var changed = body
        changed[index % body.count] ^= 1 << (index % 8)
        require((try? verifier.verify(headers, body: changed, at: now)) == nil, "a changed body is refused")
    }
    var signature = Array(headers.signature.utf8)
    signature[index % signature.count] ^= 1 << (index % 7)
    let forged = WebhookHeaders(
        id: headers.id, timestamp: headers.timestamp, signature: String(decoding: signature, as: UTF8.self))
    require((try? verifier.verify(forged, body: body, at: now)) == nil, "a changed signature is refused")
}

/// The keys of the vectors, so that the seeds hold messages that are let in.
private enum Known {
    static let secrets = [
        "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX", "whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=",
    ].map { text in
        do { return try SigningSecret(text) } catch { preconditionFailure("a vector's secret is good: \(error)") }
    }
}

private func refusesOnlyAsMalformed(_ body: () throws -> Void) {
    do {
        try body()
    } catch {
        require((error as? NotifyError)?.code == .malformedHeader, "a bad header is malformed, and nothing else")
    }
}
