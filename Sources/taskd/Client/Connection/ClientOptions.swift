import ArgumentParser

/// Where the daemon is, how to be let in, and how to print what it answers.
struct ClientOptions: ParsableArguments {
    @Option(
        name: [.customLong("url"), .customLong("daemon")],
        help: "The daemon's address (TASKD_URL; default: \(DaemonAddress.standard))."
    )
    var url: String?

    @OptionGroup var access: AccessOptions

    /// Carries out `body` with a connection to the daemon.
    func withDaemon(_ context: CommandContext, _ body: (Daemon) async throws -> Void) async throws {
        try await access.withDaemon(at: url, context, body)
    }
}

/// The part of the options that every command has.
struct AccessOptions: ParsableArguments {
    @Option(help: "The access token (TASKD_TOKEN; default: the file of the first start, see taskd token path).")
    var token: String?

    @Flag(help: "Show the token to another machine over plain HTTP (TASKD_INSECURE=1), where anybody may read it.")
    var insecure = false

    @Flag(help: "Print JSON for machines: the daemon's answer, on one line.")
    var json = false

    func withDaemon(
        at url: String?,
        _ context: CommandContext,
        _ body: (Daemon) async throws -> Void
    ) async throws {
        let address = try DaemonAddress(url ?? context.environment["TASKD_URL"].flatMap { $0.isEmpty ? nil : $0 })
        let credential = try Credential(
            option: token,
            environment: context.environment,
            for: address,
            mayGoInTheClear: insecure || context.environment["TASKD_INSECURE"] == "1"
        )
        try await Daemon.with(address, credential, body)
    }
}
