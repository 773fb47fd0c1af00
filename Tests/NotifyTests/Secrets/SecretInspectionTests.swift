import Notify
import Recurrence
import Storage
import TestSupport
import Testing

@Suite struct SecretInspectionTests {
    private let box = SecretBox(key: Array(0..<32))
    private let other = SecretBox(key: Array(1..<33))

    /// A hook with each kind of sealed text.
    private func hook(sealedBy box: SecretBox) throws -> Hook {
        var hook = Hook.webhook(1)
        hook.sealedSecrets = [try box.seal(.make(), for: hook.id), try box.seal(.make(for: .v1a), for: hook.id)]
        hook.headers = [
            HookHeader(name: "x-plain", value: .plain("a")),
            HookHeader(name: "x-key", value: .sealed(try box.seal(text: "b", as: .header("x-key"), for: hook.id))),
        ]
        hook.tls = Hook.TLS(certificate: "c")
        hook.tls?.sealedKey = try box.seal(text: "d", as: .clientKey, for: hook.id)
        return hook
    }

    @Test func `what opens has no faults`() throws {
        #expect(box.faults(of: try hook(sealedBy: box)).isEmpty)
        #expect(box.faults(of: .webhook(2)).isEmpty)
    }

    @Test func `everything that does not open is named, with the reason`() throws {
        let faults = box.faults(of: try hook(sealedBy: other))
        let subjects = faults.map { $0.prefix { $0 != ":" } }
        #expect(subjects == ["secret 1", "secret 2", "header 2", "key of the client certificate"])
        for (fault, name) in zip(faults, ["a signing secret", "a signing secret", "the header x-key", "the TLS key"]) {
            #expect(fault.contains("\(name) of the hook \(Hook.webhook(1).id) was sealed with another key"), "\(fault)")
        }
    }

    @Test func `what a newer version sealed is named, too`() throws {
        var hook = try hook(sealedBy: box)
        hook.headers[1].value = .sealed([99])
        let faults = box.faults(of: hook)
        #expect(
            faults == [
                """
                header 2: the header x-key of the hook \(hook.id) is in a form that this version does not know; run a newer \
                taskd, or send headers with PATCH /v1/hooks/ID
                """
            ])
    }

    @Test func `what cannot be opened is kept as it is when a hook is sealed again`() throws {
        let hook = try hook(sealedBy: other)
        #expect(try box.resealed(hook) == hook)
        let bound = try self.hook(sealedBy: box)
        #expect(try box.resealed(bound) == bound)
    }
}
