import Foundation
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

    @Test func `a private key is 32 random bytes, reads back, and tells its public key`() throws {
        let secret = SigningSecret.make(for: .v1a)
        #expect(secret.text.hasPrefix("whsk_"))
        #expect(secret != SigningSecret.make(for: .v1a))
        #expect(try SigningSecret(secret.text) == secret)
        let file = try SignatureVectors.load().ed25519
        #expect(try SigningSecret(file.secret).verificationKey.text == file.public)
        #expect(try VerificationKey(file.public) == SigningSecret(file.secret).verificationKey)
        #expect(try VerificationKey(file.secret).text == file.public)
    }

    @Test func `a private key may have its public key behind it, and no other`() throws {
        let file = try SignatureVectors.load().ed25519
        let seed = try #require(Data(base64Encoded: String(file.secret.dropFirst(5))))
        let publicKey = try #require(Data(base64Encoded: String(file.public.dropFirst(5))))
        let pair = "whsk_" + (seed + publicKey).base64EncodedString()
        #expect(try SigningSecret(pair).text == file.secret)
        let other = "whsk_" + (seed + seed).base64EncodedString()
        #expect(try notifyCode { _ = try SigningSecret(other) } == .invalidSecret)
    }

    @Test(arguments: ["", "whpk_", "whpk_AAAA", "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo", "whpk"])
    func `a text that is no key is refused`(text: String) throws {
        #expect(try notifyCode { _ = try VerificationKey(text) } == .invalidSecret)
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

    @Test func `nothing that prints a secret shows it`() {
        let secret = SigningSecret.make()
        var dumped = ""
        dump(["secret": secret], to: &dumped)
        let printed = ["\(secret)", String(reflecting: secret), "\(WebhookSigner(secrets: [secret]))", dumped]
        #expect(
            !"\(secret.verificationKey) \(String(reflecting: secret.verificationKey))".contains(
                secret.text.dropFirst(6)))
        for text in printed {
            #expect(!text.contains(secret.text.dropFirst(6)))
            #expect(text.contains("signing secret of 32 bytes"))
        }
    }
}
