import Notify
import Testing

@Suite struct SigningSecretTests {
    @Test func `a new secret is 32 random bytes and reads back`() throws {
        let secret = SigningSecret.make()
        #expect(secret.text.hasPrefix("whsec_"))
        #expect(secret.text.utf8.count == 6 + 44)
        #expect(secret != SigningSecret.make())
        #expect(try SigningSecret(secret.text) == secret)
    }

    @Test(arguments: [24, 64]) func `a secret of the least and the greatest length is taken`(length: Int) throws {
        let secret = SigningSecret.make(byteCount: length)
        #expect(try SigningSecret(secret.text) == secret)
    }

    @Test(arguments: [
        "", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",  // the prefix is lower case
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS",  // no padding
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa-_",  // the alphabet of URLs
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2La\nLaSw",
        "whsec_ MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRY=",  // 23 bytes
        "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGB==",  // bits beyond the last byte
        "whsec_" + String(repeating: "AAAA", count: 22),  // 66 bytes
    ])
    func `a text that is no secret is refused without repeating it`(text: String) throws {
        let error = #expect(throws: NotifyError.self) { try SigningSecret(text) }
        #expect(error?.code == .invalidSecret)
        #expect(text.count < 10 || error?.description.contains(text.dropFirst(6)) == false)
    }

    @Test func `a secret is told by nothing that prints it`() {
        let secret = SigningSecret.make()
        var dumped = ""
        dump(["secret": secret], to: &dumped)
        let printed = ["\(secret)", String(reflecting: secret), "\(WebhookSigner(secrets: [secret]))", dumped]
        for text in printed {
            #expect(!text.contains(secret.text.dropFirst(6)))
            #expect(text.contains("signing secret of 32 bytes"))
        }
    }
}
