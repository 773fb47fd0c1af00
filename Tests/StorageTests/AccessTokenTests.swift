import Recurrence
import Storage
import Testing

@Suite struct AccessTokenTests {
    private static func digest(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

    @Test func `a secret has 43 random characters and a checksum, other ones each time`() throws {
        let secrets = (0..<200).map { _ in TokenSecret.make().text }
        #expect(Set(secrets).count == 200)
        for secret in secrets {
            #expect(secret.wholeMatch(of: /taskd_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}/) != nil)
            #expect(try TokenSecret(secret).text == secret)
        }
        let random = secrets.map { $0.dropFirst(6).prefix(43) }
        #expect(Set(random.joined()).count == 62)
    }

    /// The vector is the one by which CRCs are catalogued.
    @Test func `the checksum is the CRC-32 of zip files`() {
        #expect(TokenSecret.crc32("123456789".utf8) == 0xCBF4_3926)
    }

    /// The vector is FIPS 180-4's, of a secret of the former kind.
    @Test func `a secret's digest is its SHA-256, and former secrets are still read`() throws {
        let former = "taskd_" + String(repeating: "0123456789abcdef", count: 4)
        let digest = try TokenSecret(former).digest
        #expect(digest.count == 32)
        #expect(digest.prefix(4) == [0x8A, 0x3E, 0xF7, 0xCC])
    }

    @Test func `whatever single character is wrong, missing or too much, it is seen`() throws {
        let secret = TokenSecret.make().text
        let places = secret.indices.dropFirst(6)
        for place in places {
            let other: Character = secret[place] == "7" ? "8" : "7"
            for wrong in [String(other), "", "\(secret[place])\(other)"] {
                let text = secret.replacingCharacters(at: place, with: wrong)
                #expect(throws: TokenSecret.Fault.mistyped) { try TokenSecret(text) }
            }
        }
    }

    @Test(arguments: ["", "taskd", "abc", "Taskd_0123", "xtaskd_1"])
    func `what does not begin as a secret is none`(text: String) {
        #expect(throws: TokenSecret.Fault.foreign) { try TokenSecret(text) }
    }

    @Test func `old secrets end after the overlap, and none goes on for longer than it was to`() {
        var token = AccessToken(digest: Self.digest(1), name: "x", scopes: [.read], createdAt: .noon)
        token.rotate(to: Self.digest(2), overlap: .seconds(100), at: .noon)
        token.rotate(to: Self.digest(3), overlap: .seconds(500), at: .noon(plus: 10))
        #expect(token.secrets.map(\.until) == [nil, .noon(plus: 510), .noon(plus: 100)])
        #expect(token.end(ofSecret: Self.digest(1), at: .noon(plus: 99)) == nil)
        #expect(token.end(ofSecret: Self.digest(1), at: .noon(plus: 100)) == .noon(plus: 100))
        #expect(token.end(ofSecret: Self.digest(3), at: .noon(plus: 9_999)) == nil)
        token.rotate(to: Self.digest(4), overlap: .zero, at: .noon(plus: 20))
        #expect(token.secrets == [AccessToken.Secret(digest: Self.digest(4))])
        #expect(token.version == 4)
    }

    @Test(arguments: [
        TokenReach.everything, .tag("a:b"), .tag("everything"), .project(ProjectID(madeAt: .noon)),
        .hook(HookID(madeAt: .noon)),
    ])
    func `a reach is read back from its text`(reach: TokenReach) {
        #expect(TokenReach(reach.description) == reach)
    }

    @Test(arguments: ["", "all", "project", "project:x", "hook:", "tag", "everything:x"])
    func `what is no reach is read as none`(text: String) {
        #expect(TokenReach(text) == nil)
    }
}

extension String {
    fileprivate func replacingCharacters(at place: Index, with text: String) -> String {
        self[..<place] + text + self[index(after: place)...]
    }
}

extension UTCInstant {
    fileprivate static let noon = UTCInstant(secondsSinceEpoch: 1_800_000_000)

    fileprivate static func noon(plus seconds: Int) -> UTCInstant { noon.advanced(by: .seconds(seconds)) }
}
