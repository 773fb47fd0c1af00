import ArgumentParser
import HTTPAPI
import Storage
import StorageSQLite

/// `taskd config`: what the commands and the daemon are set to.
struct ConfigCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Print your own settings, or check the daemon's.",
        usage: """
            taskd config [<options>]
            taskd config <subcommand>
            """,
        discussion: """
            Alone it prints each setting of the commands that you type, and where it comes from. An option wins over \
            the environment, that over the profile, that over the rest of the file, that over the default. The file is \
            ~/.config/taskd/client.yaml ($XDG_CONFIG_HOME/taskd/client.yaml where that is set), unless TASKD_CLIENT_CONFIG \
            names another; a profile is a named group of \
            settings in it, below profiles:.
            """,
        subcommands: [Check.self, List.self, Example.self]
    )

    @Option(help: ArgumentHelp("The profile to show (TASKD_PROFILE; default: none).", valueName: "name"))
    var profile: String?

    @Flag(help: "Print a JSON object, on one line.")
    var json = false

    func run(in context: CommandContext) async throws {
        let layers = ClientSettingLayers(environment: context.environment, profile: profile)
        let report = SettingsReport.of(layers)
        try StandardOutput.write(json ? report.line : report.table)
        do throws(ConfigurationErrors) { _ = try ClientSettings(layers, zones: context.zones) } catch {
            StandardError.write(error)
            throw ExitCode.validationFailure
        }
    }

    /// `taskd config check`: what a daemon with these options would run with.
    struct Check: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Print the settings that a daemon with these options would have, and where each comes from.",
            usage: "taskd config check [<options>]",
            discussion: """
                It takes the options of taskd serve, except --adopt-store and --new-key, which are no settings. Nothing is \
                started or written. Every mistake is listed (of a file that is not valid YAML, the \
                first), and the exit status is 64 if there is one. No setting is a secret: keys and tokens are in files, whose paths are printed.
                """
        )

        @OptionGroup(title: "Settings") var flags: SettingFlags

        @Flag(help: "Print a JSON object, on one line.")
        var json = false

        func run(in context: CommandContext) async throws {
            let settings = ServeSettings(flags: flags, environment: context.environment)
            do {
                let configuration = try ServeConfiguration(settings, zones: context.zones)
                _ = try configuration.tls.map { try ServerCertificate(chainPath: $0.certificate, keyPath: $0.key) }
                try check(configuration, context)
            } catch let error as StoreError {
                let (what, how) = ProblemText.halves("\(settings.name(of: .db)): \(error)")
                throw CommandFailure.usage(what, how ?? "Name another file.")
            } catch let error as ConfigurationErrors {
                StandardError.write(error)
                throw ExitCode.validationFailure
            } catch let error as CertificateError {
                let setting = error.path == settings[.tlsCertificate] ? Setting.tlsCertificate : .tlsKey
                throw CommandFailure.usage(
                    "\(settings.name(of: setting)): \(error)".withoutControls, "Name another file.")
            }
            try StandardOutput.write(json ? SettingsReport.of(settings).line : SettingsReport.of(settings).table)
        }

        /// Tells what a daemon would tell at its start of where the store and its state are.
        private func check(_ configuration: ServeConfiguration, _ context: CommandContext) throws {
            let paths = configuration.paths
            guard paths.server == nil else { return }
            try SQLiteStore.checkFile(at: paths.database)
            guard !SQLiteStore.isWitnessed(at: paths.database, stateFolder: configuration.stateFolder) else { return }
            context.tell([StatePaths.unwitnessed])
        }
    }

    /// `taskd config list`: the settings that there are.
    struct List: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the daemon's settings: what each decides, what it may be, and its default."
        )

        @Flag(help: "Print the tables of the reference page, in Markdown.")
        var markdown = false

        @Flag(help: "List the settings of the commands that you type instead.")
        var client = false

        @Flag(help: "Print a JSON array, on one line.")
        var json = false

        func validate() throws {
            if json, markdown { throw ValidationError("--json and --markdown cannot be used together.") }
        }

        func run(in context: CommandContext) async throws {
            let list = client ? SettingsList.client : .daemon
            try StandardOutput.write(json ? list.line : markdown ? list.tables : list.plain)
        }
    }

    /// `taskd config example`: a file of settings to begin with.
    struct Example: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "example",
            abstract: "Print a configuration file with every setting, its default and its meaning, all commented out."
        )

        @Flag(help: "Print one for the commands that you type instead.")
        var client = false

        func run(in context: CommandContext) async throws {
            try StandardOutput.write((client ? SettingsList.client : .daemon).exampleFile)
        }
    }
}
