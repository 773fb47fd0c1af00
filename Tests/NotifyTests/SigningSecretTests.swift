import Notify
import Testing

@Suite struct SigningSecretTests {
    @Test func `a secret is 32 random bytes unless told otherwise`() throws {
        let first = SigningSecret.make()
        #expect(first.text.hasPrefix("whsec_"))
        #expect(first.text.utf8.count == 6 + 44)
        #expect(first != SigningSecret.make())
        #expect(try SigningSecret(first.text) == first)
    }
}
