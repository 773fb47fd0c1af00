import Crypto
import Foundation
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

    @Test func `what is sealed for one field is not opened in another`() throws {
        let sealed = try box.seal(text: "x", as: .header("X-One"), for: hook.id)
        #expect(try box.openText(sealed, as: .header("x-one"), for: hook.id) == "x")
        for field in [SecretBox.Field.header("X-Two"), .clientKey, .signature] {
            #expect(try notifyCode { _ = try box.openText(sealed, as: field, for: hook.id) } == .unopenableSecret)
        }
    }

    /// What a version that did not bind secrets to their fields sealed, by the key 0…31: "old", for the hook of number 1.
    private func sealedBefore(_ kind: UInt8, _ bytes: [UInt8], _ id: HookID) throws -> [UInt8] {
        let header = [kind] + [UInt8](repeating: 0x7F, count: 1) + [UInt8](repeating: 0xFF, count: 7)
        let key = SymmetricKey(data: Array<UInt8>(0..<32))
        let box = try ChaChaPoly.seal(bytes, using: key, authenticating: header + id.uuid.bytes)
        return header + Array(box.combined)
    }

    @Test func `what an older version sealed opens, and is bound when its hook is next written`() throws {
        var old = hook
        old.headers = [HookHeader(name: "X", value: .sealed(try sealedBefore(3, Array("old".utf8), hook.id)))]
        let bytes = Array(try #require(Data(base64Encoded: String(secret.text.dropFirst("whsec_".count)))))
        old.sealedSecrets = [try sealedBefore(1, bytes, hook.id)]
        #expect(try box.open(old.sealedSecrets[0], for: hook.id).secret == secret)
        let new = try box.resealed(old)
        #expect(new.sealedSecrets != old.sealedSecrets)
        #expect(try box.open(new.sealedSecrets[0], for: hook.id).secret == secret)
        guard case .sealed(let sealed)? = new.headers.first?.value else { throw CancellationError() }
        #expect(try box.openText(sealed, as: .header("x"), for: hook.id) == "old")
        #expect(try notifyCode { _ = try box.openText(sealed, as: .clientKey, for: hook.id) } == .unopenableSecret)
        #expect(try box.resealed(new) == new)
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
        #expect(try box.signingSecrets(of: hook, at: now).count == SecretBox.maxSecrets)
    }
}
