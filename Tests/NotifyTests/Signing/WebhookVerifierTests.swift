import Notify
import Recurrence
import Testing

@Suite struct WebhookVerifierTests {
    private let message: SignatureVectors.Vector
    private let verifier: WebhookVerifier

    init() throws {
        message = try SignatureVectors.load().vectors[2]
        verifier = WebhookVerifier(secrets: [try SigningSecret(message.secret)])
    }

    private func code(
        id: String? = nil,
        timestamp: String? = nil,
        signature: String? = nil,
        body: [UInt8]? = nil,
        secondsLater: Int64 = 0
    ) throws -> NotifyError.Code? {
        let headers = WebhookHeaders(
            id: id ?? message.id,
            timestamp: timestamp ?? "\(message.timestamp)",
            signature: signature ?? message.signature
        )
        let now = UTCInstant(secondsSinceEpoch: message.timestamp + secondsLater)
        return try notifyCode { try verifier.verify(headers, body: body ?? message.bytes, at: now) }
    }

    @Test(arguments: try SignatureVectors.load().vectors)
    func `messages of the reference library pass`(vector: SignatureVectors.Vector) throws {
        let verifier = WebhookVerifier(secrets: [try SigningSecret(vector.secret)])
        try verifier.verify(vector.headers, body: vector.bytes, at: vector.now)
    }

    @Test func `while a secret is replaced, a receiver with either passes the message`() throws {
        let file = try SignatureVectors.load()
        for secret in [file.vectors[2].secret, file.vectors[3].secret] {
            let headers = WebhookHeaders(
                id: message.id,
                timestamp: "\(message.timestamp)",
                signature: file.rotation.header
            )
            let verifier = WebhookVerifier(secrets: [.make(), try SigningSecret(secret)])
            try verifier.verify(headers, body: message.bytes, at: message.now)
        }
    }

    @Test func `signatures of unknown versions are passed over`() throws {
        let unknown = try SignatureVectors.load().ed25519.signature
        #expect(try code(signature: "\(unknown) v2,anything \(message.signature)") == nil)
        #expect(try code(signature: unknown) == .noMatchingSignature)
    }

    @Test func `a receiver with the public key alone passes an Ed25519 signature`() throws {
        let file = try SignatureVectors.load()
        let verifier = WebhookVerifier(keys: [try VerificationKey(file.ed25519.public)])
        func code(_ signature: String, _ body: [UInt8]) throws -> NotifyError.Code? {
            let headers = WebhookHeaders(id: message.id, timestamp: "\(message.timestamp)", signature: signature)
            return try notifyCode { try verifier.verify(headers, body: body, at: message.now) }
        }
        #expect(try code(file.ed25519.signature, message.bytes) == nil)
        #expect(try code("\(message.signature) \(file.ed25519.signature)", message.bytes) == nil)
        #expect(try code(message.signature, message.bytes) == .noMatchingSignature)
        #expect(try code(file.ed25519.signature, message.bytes + [0]) == .noMatchingSignature)
        #expect(try code(file.ed25519.signature + "=", message.bytes) == .malformedHeader)
        #expect(try code("v1a," + message.signature.dropFirst(3), message.bytes) == .malformedHeader)
        let other = WebhookSigner(secrets: [.make(for: .v1a)])
            .headers(forMessage: message.id, at: message.now, body: message.bytes)
        #expect(try code(other.signature, message.bytes) == .noMatchingSignature)
    }

    @Test func `a header of very many signatures is refused`() throws {
        let header = Array(repeating: "v2,x", count: 32).joined(separator: " ") + " " + message.signature
        #expect(try code(signature: header) == .malformedHeader)
    }

    @Test func `a message passes up to five minutes before and after its time`() throws {
        #expect(try code(secondsLater: 300) == nil)
        #expect(try code(secondsLater: 301) == .timestampTooOld)
        #expect(try code(secondsLater: -300) == nil)
        #expect(try code(secondsLater: -301) == .timestampTooNew)
    }

    @Test func `what was not signed does not pass`() throws {
        var body = message.bytes
        body[10] ^= 1
        #expect(try code(body: body) == .noMatchingSignature)
        #expect(try code(body: message.bytes + [10]) == .noMatchingSignature)
        #expect(try code(id: "msg_taskd_0002") == .noMatchingSignature)
        #expect(try code(timestamp: "\(message.timestamp + 1)") == .noMatchingSignature)
        let other = WebhookSigner(secrets: [.make()])
            .headers(forMessage: message.id, at: message.now, body: message.bytes)
        #expect(try code(signature: other.signature) == .noMatchingSignature)
        #expect(throws: NotifyError.self) {
            try WebhookVerifier(secrets: []).verify(message.headers, body: message.bytes, at: message.now)
        }
    }

    @Test(arguments: [
        "", "1767225600.5", "+1767225600", " 1767225600", "01767225600", "-1", "1e9", "0x1", "１７６７２２５６００",
        "999999999999", "99999999999999999999999999",
    ])
    func `a timestamp that is not whole seconds is malformed`(text: String) throws {
        #expect(try code(timestamp: text) == .malformedHeader)
    }

    @Test(arguments: ["", "a.b", "a b", "ä", "a\n", String(repeating: "a", count: 257)])
    func `an id that no sender makes is malformed`(text: String) throws {
        #expect(try code(id: text) == .malformedHeader)
    }

    @Test(arguments: [
        "", " ", "v1", "v1,", ",", "v1 g0hM", "%  %", "% ", " %", "%,", "v1,!!!!", "v1,AAAA",
        "v1,zMzCVEzH99VtWk4LW/Yc1LUw0bue8fuxug+B9jv8fgM",  // no padding
        "v1,zMzCVEzH99VtWk4LW_Yc1LUw0bue8fuxug-B9jv8fgM=",  // the alphabet of URLs
        "v1,zMzCVEzH99VtWk4LW/Yc1LUw0bue8fuxug+B9jv8fgN=",  // bits beyond the last byte
    ])
    func `a malformed signature header is refused, even beside a good one`(text: String) throws {
        // The percent sign stands for a good signature.
        let header = text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: message.signature)
        #expect(try code(signature: header) == .malformedHeader)
    }

    @Test func `an endless signature header is refused`() throws {
        let header = String(repeating: message.signature + " ", count: 100_000) + message.signature
        #expect(try code(signature: header) == .malformedHeader)
    }

    @Test(arguments: [WebhookHeaders.idName, WebhookHeaders.timestampName, WebhookHeaders.signatureName])
    func `each missing header is named`(name: String) throws {
        let fields = Dictionary(uniqueKeysWithValues: message.headers.fields.map { ($0.name, $0.value) })
        #expect(try WebhookHeaders { fields[$0] } == message.headers)
        let error = #expect(throws: NotifyError.self) { try WebhookHeaders { $0 == name ? nil : fields[$0] } }
        #expect(error?.code == .missingHeader)
        #expect(error?.description.contains(name) == true)
    }
}
