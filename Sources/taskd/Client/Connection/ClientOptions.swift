import ArgumentParser
import Foundation
import TaskdClient

/// Where the daemon is, how to be let in, and how to print what it answers.
struct ClientOptions: ParsableArguments {
    @Option(
        name: [.customLong("url"), .customLong("daemon")],
        help: "The daemon's address (TASKD_URL; default: \(DaemonAddress.standard))."
    )
    var url: String?

    @OptionGroup var access: AccessOptions

    /// Carries out `body` with a connection to the daemon.
    func withDaemon(_ context: CommandContext, _ body: (DaemonClient) async throws -> Void) async throws {
        try await access.withDaemon(at: url, context, body)
    }
}

/// The part of the options that every command has.
struct AccessOptions: ParsableArguments {
    @Option(help: "The access token (TASKD_TOKEN; default: the file that taskd token path names).")
    var token: String?

    @Flag(help: "Send the token to another machine over plain HTTP, where others can read it (TASKD_INSECURE=1).")
    var insecure = false

    @Flag(help: "Print the daemon's JSON, on one line.")
    var json = false

    func withDaemon(
        at url: String?,
        _ context: CommandContext,
        _ body: (DaemonClient) async throws -> Void
    ) async throws {
        let named = url ?? context.environment["TASKD_URL"].flatMap { $0.isEmpty ? nil : $0 }
        let address: DaemonAddress
        do { address = try DaemonAddress(named ?? DaemonAddress.standard) } catch {
            throw CommandFailure.usage(error.description.withoutControls, error.suggestion)
        }
        let credential = try Credential(
            option: token,
            environment: context.environment,
            for: address,
            mayGoInTheClear: insecure || context.environment["TASKD_INSECURE"] == "1"
        )
        do {
            try await DaemonClient.withClient(of: address, token: credential.token, body)
        } catch let error as DaemonError {
            throw CommandFailure(error, credential)
        }
    }
}

extension CommandFailure {
    /// Reports what a call of the daemon met.
    init(_ error: DaemonError, _ credential: Credential) {
        let message = error.description.split(separator: "\n").map { String($0).withoutControls }.joined(
            separator: "\n")
        switch error {
        case .unreachable, .timedOut:
            self = .unreachable(
                message, "Start it with \"taskd serve\", or give its address with --url or TASKD_URL.")
        case .refused(let problem) where problem.status == 401:
            let what = credential.token == nil ? "No token was found" : "The token was refused"
            self = .failed(message, "\(what): \(credential.origin).")
        case .refused: self = .failed(message)
        case .invalidAddress, .invalidResponse: self = .failed(message, error.suggestion)
        }
    }
}

extension DaemonResponse {
    /// The response as it came, on a line of its own; nothing stays nothing.
    var line: String {
        let text = String(decoding: body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? "" : text + "\n"
    }
}
