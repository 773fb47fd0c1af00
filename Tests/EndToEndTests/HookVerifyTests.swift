import Basics
import Foundation
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

/// `taskd hook verify`, as a receiver in shell calls it.
@Suite(.timeLimit(.minutes(2)))
struct HookVerifyTests {
    private let body = #"{"type":"reminder.due","data":{"title":"Zahnärztin ☎"}}"#
    private let secret = SigningSecret.make()
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func headers(by secret: SigningSecret? = nil, age: Int = 0) -> WebhookHeaders {
        WebhookSigner(secrets: [secret ?? self.secret])
            .headers(forMessage: "evt_1", at: WallClock().now.advanced(by: .seconds(-age)), body: Array(body.utf8))
    }

    private func options(_ headers: WebhookHeaders) -> [String] {
        ["hook", "verify", "--id", headers.id, "--timestamp", headers.timestamp, "--signature", headers.signature]
    }

    @Test
    func `a good message is told by status 0, wherever the secret comes from`() async throws {
        let file = folder.path("secret")
        try (SigningSecret.make().text + "\n" + secret.text + "\n").write(
            toFile: file, atomically: true, encoding: .utf8)
        let ways: [([String], [String: String])] = [
            (["--secret", secret.text], [:]), (["--secret-file", file], [:]),
            ([], ["TASKD_WEBHOOK_SECRET": secret.text]),
        ]
        for (more, environment) in ways {
            let outcome = try await BuiltProgram.run(options(headers()) + more, environment: environment, input: body)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output == "verified: evt_1\n")
        }
    }

    @Test
    func `a file without a secret is told`() async throws {
        let file = folder.path("empty")
        try Data("\n".utf8).write(to: URL(filePath: file))
        let outcome = try await BuiltProgram.run(options(headers()) + ["--secret-file", file], input: body)
        #expect(
            outcome.status == 64 && outcome.errors.contains("the file \(file) has no secret\n"), "\(outcome.errors)")
    }

    @Test
    func `headers may be given as they came, and an Ed25519 key by its public part`() async throws {
        let key = SigningSecret.make(for: .v1a)
        let made = headers(by: key)
        let lines = [
            "Webhook-Id: \(made.id)", "webhook-timestamp:\(made.timestamp)\r", "WEBHOOK-SIGNATURE: \(made.signature)",
        ]
        let arguments = lines.flatMap { ["-H", $0] } + ["--secret", key.verificationKey.text, "-H", "host: x"]
        let outcome = try await BuiltProgram.run(["hook", "verify"] + arguments, input: body)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let twice = ["hook", "verify", "-H", "webhook-id: evt_2"] + arguments
        #expect(try await BuiltProgram.run(twice, input: body).errors.contains("more than once"))
    }

    @Test
    func `what must not be trusted is told by status 1 and the reason`() async throws {
        let secret = ["--secret", secret.text]
        let cases: [(arguments: [String], input: String, reason: String)] = [
            (options(headers()) + secret, body + " ", "no signature"),
            (options(headers(age: 400)) + secret, body, "ago"),
            (options(headers(by: .make())) + secret, body, "no signature"),
            (Array(options(headers()).dropLast(2)) + secret, body, "webhook-signature is missing"),
        ]
        for (arguments, input, reason) in cases {
            let outcome = try await BuiltProgram.run(arguments, input: input)
            #expect(outcome.status == 1)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        }
        #expect(try await BuiltProgram.run(options(headers()), input: body).status == 64)
        #expect(try await BuiltProgram.run(options(headers()) + ["--secret", "x"], input: body).status == 64)
    }
}
