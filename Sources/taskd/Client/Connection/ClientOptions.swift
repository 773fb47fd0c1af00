import ArgumentParser
import Basics
import Foundation
import TaskdClient

/// Where the daemon is, how to be let in, and how to print what it answers.
struct ClientOptions: ParsableArguments {
    @OptionGroup(title: "Daemon") var address: AddressOptions

    @OptionGroup(title: "Daemon") var credential: CredentialOptions

    @OptionGroup(title: "Output") var output: OutputOptions

    var url: String? { address.url }
    var access: AccessOptions { AccessOptions(credential: credential, output: output) }

    /// Carries out `body` with a connection to the daemon.
    func withDaemon(_ context: CommandContext, _ body: (DaemonClient) async throws -> Void) async throws {
        try await access.withDaemon(at: url, context, body)
    }

    /// Carries out `body` with a connection to the daemon and the id of the hook that is meant.
    func withHook(
        _ id: String, _ context: CommandContext, _ body: (DaemonClient, String) async throws -> Void
    ) async throws {
        try await withDaemon(context) { daemon in
            try await body(daemon, IdentifierLookup(daemon: daemon).hook(id))
        }
    }
}

/// Where the daemon is.
struct AddressOptions: ParsableArguments {
    @Option(
        name: [.customLong("url"), .customLong("daemon")],
        help: ArgumentHelp(
            "The daemon's address, or unix:/PATH of its socket (TASKD_URL; default: \(DaemonAddress.standard)).",
            valueName: "address"))
    var url: String?
}

/// How to be let in.
struct CredentialOptions: ParsableArguments {
    @Option(help: "The access token (TASKD_TOKEN; default: the one in the file that taskd token path prints).")
    var token: String?

    @Option(
        help: ArgumentHelp(
            "A PEM file with the authorities to trust over https (TASKD_CA_FILE; default: the system's).",
            valueName: "file"))
    var caFile: String?

    @Flag(
        help: """
            Send the token to another machine over plain HTTP, where others can read it (TASKD_INSECURE=1 does the same).
            """)
    var insecure = false

    @Option(
        help: ArgumentHelp(
            "A profile: a named group of your settings, see taskd config (TASKD_PROFILE; default: none).",
            valueName: "name"))
    var profile: String?
}

/// What every command is told of the daemon but where it is: how to be let in, and how to print what it answers.
struct AccessOptions {
    let credential: CredentialOptions
    let output: OutputOptions

    var token: String? { credential.token }

    /// Whether a program reads what is printed, in whatever form.
    var json: Bool {
        output.jsonFields != nil || output.jsonl || output.csvFields != nil || output.templateText != nil
            || output.quiet
    }

    func withDaemon(
        at url: String?,
        option: String = "--url",
        _ context: CommandContext,
        _ body: (DaemonClient) async throws -> Void
    ) async throws {
        let settings = try context.settings
        let address: DaemonAddress
        do { address = try DaemonAddress(url ?? settings.url ?? DaemonAddress.standard) } catch {
            let origin = url == nil ? settings.originOfURL : option
            throw CommandFailure.usage(
                "\(origin) must be http://HOST:PORT, https://HOST or unix:/PATH, not \"\((url ?? settings.url ?? "").shown)\"",
                error.suggestion)
        }
        let credential = try Credential(
            option: token,
            environment: context.environment,
            file: settings.tokenFile(forGivenURL: url != nil),
            unused: settings.originOfUnusedTokenFile(forGivenURL: url != nil),
            for: address,
            mayGoInTheClear: try self.credential.insecure || Self.isInsecure(context.environment)
        )
        // A template that cannot be read, or a field that nothing has, is told before anything is done.
        try output.form()?.check()
        let isTold = Locked(false)
        let isWatched = context.terminal.hasErrors
        do {
            try await DaemonClient.withClient(
                of: address, token: credential.token, authorities: try authorities(settings),
                blocksThread: true,
                whenSlow: {
                    guard isWatched,
                        isTold.withLock({ told in
                            defer { told = true }; return !told
                        })
                    else { return }
                    StandardError.write("waiting for the daemon at \("\(address)".withoutControls) …\n")
                }
            ) { daemon in
                do { try await body(daemon) } catch DaemonError.refused(let problem) {
                    var failure = CommandFailure(.refused(problem), credential)
                    failure.names = await RefusedNames(daemon: daemon).words(in: problem)
                    throw failure
                }
            }
        } catch let error as DaemonError {
            throw CommandFailure(error, credential)
        }
    }

    /// The file of the authorities to trust; nil for those of the system.
    private func authorities(_ settings: ClientSettings) throws -> String? {
        guard let path = credential.caFile ?? settings.caFile else { return nil }
        let origin = credential.caFile == nil ? settings.caFileOrigin : "--ca-file"
        do {
            guard try InputFile.text(path).contains("-----BEGIN CERTIFICATE-----") else {
                throw CommandFailure.usage("\"\(path.shown)\" has no certificates in PEM", "Name another file.")
            }
        } catch let failure as CommandFailure {
            throw CommandFailure.usage("\(origin): \(failure.message)", failure.suggestion)
        }
        return path
    }

    private static func isInsecure(_ environment: [String: String]) throws -> Bool {
        switch environment["TASKD_INSECURE"] ?? "" {
        case "1": true
        case "", "0": false
        case let other:
            throw CommandFailure.usage(
                "TASKD_INSECURE must be 1 or 0, not \"\(other.prefix(64))\"".withoutControls,
                "Unset it, or set it to 0.")
        }
    }
}

extension CommandFailure {
    /// Reports what a call of the daemon met.
    init(_ error: DaemonError, _ credential: Credential) {
        let message = error.description.split(separator: "\n").map { String($0).withoutControls }
            .joined(separator: "\n")
        switch error {
        case .unreachable(let address, let reason):
            // What the system says of it, in words that everybody knows.
            let words = [
                "Connection refused": "nothing listens there", "No such file or directory": "there is no such socket",
            ]
            self = .unreachable(
                "cannot reach the daemon at \(address): \(words[reason] ?? reason)".withoutControls,
                Self.reachingHint(reason))
            mayListenElsewhere = true
        case .timedOut:
            self = .unreachable(
                message, "It may still carry out what was asked. Look at its log; if it hangs, restart it.")
        case .brokenOff:
            self = .unreachable(
                message, "It may still carry out what was asked; taskd status and taskd doctor tell how it is doing.")
        case .untrusted: self = .unreachable(message, error.suggestion)
        case .refused(let problem) where problem.status == 401:
            let isMissing = credential.token == nil
            guard !isMissing else {
                self = .failed("no access token: \(credential.origin)", credential.suggestion)
                break
            }
            let (what, how) = credential.refusal(problem.detail)
            self = .failed(what, how)
        case .refused(let problem): self = .refused(problem, ([message] + problem.candidates).joined(separator: "\n"))
        case .invalidAddress, .invalidResponse: self = .failed(message, error.suggestion)
        }
        if case .refused(let problem) = error { refusal = problem }
    }

    /// What to do where a connection cannot be made.
    private static func reachingHint(_ reason: String) -> String {
        if reason.contains("https") || reason.contains("TLS") {
            return "Write the address with http://, or set up a certificate: taskd serve --tls-certificate."
        }
        if reason.contains("resolved") { return "Check --url or TASKD_URL." }
        // It takes connections: where it is no daemon that has just died, none can be started there.
        if ["the connection was closed", "Connection reset by peer", "the response is not HTTP/1.1"].contains(reason) {
            return "Another program may listen there, or taskd with a certificate (https://): check --url or TASKD_URL."
        }
        return "Start it with \"taskd serve\", or give its address with --url or TASKD_URL."
    }
}

extension DaemonResponse {
    /// The response as it came, but that it steers no terminal, on a line of its own; nothing stays nothing.
    var line: String {
        let text = String(decoding: body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? "" : text.withControlsEscaped + "\n"
    }
}
