import Storage
import Testing

@Suite struct AccessTokenTests {
    @Test func `a secret is taskd_ and 64 digits, another each time`() {
        let secrets = (0..<200).map { _ in AccessToken.makeSecret() }
        #expect(Set(secrets).count == 200)
        for secret in secrets {
            #expect(secret.hasPrefix("taskd_"))
            #expect(secret.utf8.count == 70)
            #expect(secret.dropFirst(6).allSatisfy { "0123456789abcdef".contains($0) })
        }
    }

    /// The vector is FIPS 180-4's.
    @Test func `a secret's digest is its SHA-256`() {
        let digest = AccessToken.digest(ofSecret: "abc")
        #expect(digest.count == 32)
        #expect(digest.prefix(8) == [0xBA, 0x78, 0x16, 0xBF, 0x8F, 0x01, 0xCF, 0xEA])
        #expect(digest.suffix(4) == [0xF2, 0x00, 0x15, 0xAD])
    }
}
