import Notify
import Recurrence
import Storage
import Testing

@Suite struct SecretBoxTests {
    private let now = UTCInstant(secondsSinceEpoch: 1_800_000_000)
    private let box = SecretBox(key: Array(0..<32))
    private let secret = SigningSecret.make()
    private let hook: Hook

    init() {
        hook = Hook(id: HookID(madeAt: now), kind: .webhook, now: now)
    }

    @Test func `what is sealed opens again, and looks different each time`() throws {
        let first = try box.seal(secret, for: hook.id)
        let second = try box.seal(secret, for: hook.id)
        #expect(first != second)
        #expect(try box.open(first, for: hook.id) == box.open(second, for: hook.id))
        #expect(try box.open(first, for: hook.id).secret == secret)
        #expect(try box.open(first, for: hook.id).validUntil == nil)
    }

    @Test func `a private key and a text are sealed too, and not taken for each other`() throws {
        let secret = SigningSecret.make(for: .v1a)
        let sealed = try box.seal(secret, for: hook.id)
        #expect(try box.open(sealed, for: hook.id).secret == secret)
        let text = try box.seal(text: "Schlüssel", as: .clientKey, for: hook.id)
        #expect(try box.openText(text, as: .clientKey, for: hook.id) == "Schlüssel")
        #expect(try notifyCode { _ = try box.open(text, for: hook.id) } == .unopenableSecret)
        #expect(try notifyCode { _ = try box.openText(sealed, as: .clientKey, for: hook.id) } == .unopenableSecret)
    }

    @Test func `a change of any byte is seen`() throws {
        let sealed = try box.seal(secret, for: hook.id, validUntil: now)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(try notifyCode { _ = try box.open(changed, for: hook.id) } == .unopenableSecret)
        }
        for length in sealed.indices {
            #expect(
                try notifyCode { _ = try box.open(Array(sealed.prefix(length)), for: hook.id) } == .unopenableSecret)
        }
    }

    @Test func `it opens with the same key only, and for the same hook only`() throws {
        let sealed = try box.seal(secret, for: hook.id)
        let other = SecretBox(key: Array(1...32))
        #expect(try notifyCode { _ = try other.open(sealed, for: hook.id) } == .unopenableSecret)
        #expect(try notifyCode { _ = try box.open(sealed, for: Hook.stdoutID) } == .unopenableSecret)
    }

    @Test func `after a rotation the new secret signs first and the old one for a day`() throws {
        var hook = hook
        hook.sealedSecrets = [try box.seal(secret, for: hook.id)]
        let new = SigningSecret.make()
        hook.sealedSecrets = try box.rotatedSecrets(of: hook, to: new, at: now)
        #expect(try box.signingSecrets(of: hook, at: now) == [new, secret])
        let dayLater = now.advanced(by: SecretBox.defaultOverlap)
        #expect(try box.signingSecrets(of: hook, at: dayLater.advanced(by: .milliseconds(-1))) == [new, secret])
        #expect(try box.signingSecrets(of: hook, at: dayLater) == [new])
    }

    @Test func `a further rotation does not lengthen the life of an old secret`() throws {
        var hook = hook
        hook.sealedSecrets = [try box.seal(secret, for: hook.id)]
        hook.sealedSecrets = try box.rotatedSecrets(of: hook, to: .make(), at: now, overlap: .seconds(10))
        hook.sealedSecrets = try box.rotatedSecrets(of: hook, to: .make(), at: now, overlap: .seconds(100))
        #expect(try box.signingSecrets(of: hook, at: now.advanced(by: .seconds(9))).count == 3)
        #expect(try box.signingSecrets(of: hook, at: now.advanced(by: .seconds(10))).contains(secret) == false)
        #expect(try box.rotatedSecrets(of: hook, to: .make(), at: now.advanced(by: .seconds(10))).count == 3)
    }

    @Test func `many rotations keep four secrets, and one that cannot be opened goes`() throws {
        var hook = hook
        hook.sealedSecrets = [[1, 2, 3]]
        for _ in 0..<10 { hook.sealedSecrets = try box.rotatedSecrets(of: hook, to: .make(), at: now) }
        #expect(try box.signingSecrets(of: hook, at: now).count == SecretBox.mostSecrets)
    }
}
