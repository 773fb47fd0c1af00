import ArgumentParser
import Foundation
import Notify
import Recurrence
import Storage

/// `taskd hook verify`: verifies a received webhook, for receivers written in shell.
struct HookVerify: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a received webhook, reading its body from standard input; needs no daemon.",
        usage: "taskd hook verify [<options>]",
        discussion: """
              taskd hook verify --id "$HTTP_WEBHOOK_ID" \\
                --timestamp "$HTTP_WEBHOOK_TIMESTAMP" \\
                --signature "$HTTP_WEBHOOK_SIGNATURE" --secret-file hook.secret < body

            Exit status: 0 verified; 1 not verified, do not trust the message; 64 wrong usage.
            """
    )

    @Option(help: "The header webhook-id.")
    var id: String?

    @Option(help: "The header webhook-timestamp.")
    var timestamp: String?

    @Option(help: "The header webhook-signature.")
    var signature: String?

    @Option(
        name: [.customShort("H"), .customLong("header")],
        help: ArgumentHelp(
            "A header as it came; others than the three webhook-… ones are ignored; may be repeated.",
            valueName: "name: value")
    )
    var headers: [String] = []

    @Option(
        help:
            "The secret, whsec_…, or for v1a the public key, whpk_…; several with commas between them. Others on this machine can see it: prefer --secret-file."
    )
    var secret: String?

    @Option(help: ArgumentHelp("A file with secrets or public keys, one a line.", valueName: "file"))
    var secretFile: String?

    @Option(
        help: ArgumentHelp(
            "How far the message's timestamp may be from now, 0 to 86400.", valueName: "seconds"))
    var tolerance: Int = 300

    func validate() throws {
        guard (0...86_400).contains(tolerance) else { throw ValidationError("--tolerance must be 0 to 86400.") }
        guard secret == nil || secretFile == nil else {
            throw ValidationError("Give either --secret or --secret-file, not both.")
        }
        if let line = headers.first(where: { !$0.contains(":") }) {
            throw ValidationError(
                "--header needs a name, a colon and a value, such as 'webhook-id: msg_1', not \"\(line.shown)\".")
        }
    }

    func run(in context: CommandContext) async throws {
        let verifier = WebhookVerifier(keys: try keys(context.environment), tolerance: .seconds(tolerance))
        let body = try InputFile.bytes(of: .standardInput, "the body", atMost: 16_777_216)
        do {
            let headers = try receivedHeaders()
            try verifier.verify(headers, body: body, at: context.clock.now)
            try StandardOutput.write("verified: \(headers.id)\n")
        } catch let error as NotifyError {
            let isClock = error.code == .timestampTooOld || error.code == .timestampTooNew
            throw CommandFailure.failed(
                "not verified: \(error.description)", isClock ? "Check both clocks, or give --tolerance." : nil)
        }
    }

    private func keys(_ environment: [String: String]) throws -> [VerificationKey] {
        let text = try secret ?? secretFile.map(InputFile.text) ?? environment["TASKD_WEBHOOK_SECRET"] ?? ""
        let words = text.split { $0 == "," || $0.isWhitespace }
        guard !words.isEmpty else {
            throw CommandFailure.usage(
                secretFile.map { "the file \($0.shown) has no secret" } ?? "no secret was given",
                secretFile == nil
                    ? "Give --secret-file or --secret, or set TASKD_WEBHOOK_SECRET."
                    : "It must have what taskd hook add printed.")
        }
        guard words.allSatisfy({ word in ["whsec_", "whsk_", "whpk_"].contains { word.hasPrefix($0) } }) else {
            throw CommandFailure.usage(
                "a secret begins with whsec_, and a public key with whpk_",
                "Give what taskd hook add printed.")
        }
        do {
            return try words.map { try VerificationKey(String($0)) }
        } catch {
            throw CommandFailure.usage("\(error)")
        }
    }

    /// The three headers, from their own options or from whole header lines; one that came twice is refused.
    private func receivedHeaders() throws -> WebhookHeaders {
        let given = [
            WebhookHeaders.idName: id, WebhookHeaders.timestampName: timestamp, WebhookHeaders.signatureName: signature,
        ]
        return try WebhookHeaders { name in
            let lines = headers.compactMap { Self.value(of: name, in: $0) } + [given[name] ?? nil].compactMap(\.self)
            guard lines.count < 2 else { throw NotifyError(.malformedHeader, "the header \(name) came more than once") }
            return lines.first
        }
    }

    private static func value(of name: String, in line: String) -> String? {
        guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name else { return nil }
        return line[line.index(after: colon)...].trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\n"))
    }
}
