import Notify
import Recurrence
import Testing

@Suite struct WebhookSignerTests {
    @Test(arguments: try SignatureVectors.load().vectors)
    func `signatures are those of the reference library`(vector: SignatureVectors.Vector) throws {
        let signer = WebhookSigner(secrets: [try SigningSecret(vector.secret)])
        #expect(signer.headers(forMessage: vector.id, at: vector.now, body: vector.bytes) == vector.headers)
    }

    @Test func `several secrets sign in their order`() throws {
        let file = try SignatureVectors.load()
        let message = file.vectors[2]
        let secrets = try [file.vectors[3], message].map { try SigningSecret($0.secret) }
        let headers = WebhookSigner(secrets: secrets)
            .headers(forMessage: message.id, at: message.now, body: message.bytes)
        #expect(headers.signature == file.rotation.header)
    }

    @Test func `an Ed25519 key signs as RFC 8032 asks`() throws {
        let file = try SignatureVectors.load()
        let message = file.vectors[2]
        let signer = WebhookSigner(secrets: [try SigningSecret(file.ed25519.secret), try SigningSecret(message.secret)])
        let headers = signer.headers(forMessage: message.id, at: message.now, body: message.bytes)
        #expect(headers.signature == "\(file.ed25519.signature) \(message.signature)")
    }

    @Test func `the timestamp is in whole seconds, rounded down`() {
        let signer = WebhookSigner(secrets: [.make()])
        let late = UTCInstant(millisecondsSinceEpoch: 1_999)
        #expect(signer.headers(forMessage: "a", at: late, body: []).timestamp == "1")
        let early = UTCInstant(millisecondsSinceEpoch: -1)
        #expect(signer.headers(forMessage: "a", at: early, body: []).timestamp == "-1")
    }
}
