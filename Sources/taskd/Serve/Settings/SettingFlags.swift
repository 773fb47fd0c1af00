import ArgumentParser

/// The options of `taskd serve` by which settings are given: one for each.
struct SettingFlags: ParsableArguments, Sendable {
    @Option(help: Setting.db.help) var db: String?
    @Option(help: Setting.node.help) var node: String?
    @Option(help: Setting.state.help) var state: String?
    @Option(help: Setting.attachmentSize.help) var attachmentSize: String?

    @Option(help: Setting.listen.help) var listen: String?
    @Option(help: Setting.hosts.help) var hosts: String?
    @Option(help: Setting.proxies.help) var proxies: String?
    @Option(help: Setting.corsOrigins.help) var corsOrigins: String?
    @Option(help: Setting.tlsCertificate.help) var tlsCertificate: String?
    @Option(help: Setting.tlsKey.help) var tlsKey: String?

    @Option(help: Setting.zone.help) var zone: String?
    @Option(help: Setting.dayStart.help) var dayStart: String?
    @Option(help: Setting.quietHours.help) var quietHours: String?
    @Option(help: Setting.catchUp.help) var catchUp: String?
    @Option(help: Setting.catchUpRate.help) var catchUpRate: String?

    @Option(help: Setting.hooksAllow.help) var hooksAllow: String?
    @Option(help: Setting.commandsAllow.help) var commandsAllow: String?
    @Option(help: Setting.commandsPath.help) var commandsPath: String?

    @Option(help: Setting.keepEvents.help) var keepEvents: String?
    @Option(help: Setting.keepDeliveries.help) var keepDeliveries: String?
    @Option(help: Setting.keepFirings.help) var keepFirings: String?
    @Option(help: Setting.keepAnswers.help) var keepAnswers: String?
    @Option(help: Setting.keepChanges.help) var keepChanges: String?

    @Option(help: Setting.backupEvery.help) var backupEvery: String?
    @Option(help: Setting.backupTo.help) var backupTo: String?
    @Option(help: Setting.backupKeep.help) var backupKeep: String?
    @Option(help: Setting.backupKey.help) var backupKey: String?

    @Option(help: Setting.logLevel.help) var logLevel: String?
    @Option(help: Setting.logFormat.help) var logFormat: String?

    @Option(help: ArgumentHelp("A YAML file of settings (TASKD_CONFIG; default: none).", valueName: "file"))
    var config: String?

    /// The settings that were given.
    var given: [Setting: String] {
        let values: [(Setting, String?)] = [
            (.db, db), (.node, node), (.state, state), (.attachmentSize, attachmentSize),
            (.listen, listen), (.hosts, hosts), (.proxies, proxies), (.corsOrigins, corsOrigins),
            (.tlsCertificate, tlsCertificate), (.tlsKey, tlsKey),
            (.zone, zone), (.dayStart, dayStart), (.quietHours, quietHours), (.catchUp, catchUp),
            (.catchUpRate, catchUpRate),
            (.hooksAllow, hooksAllow), (.commandsAllow, commandsAllow), (.commandsPath, commandsPath),
            (.keepEvents, keepEvents), (.keepDeliveries, keepDeliveries), (.keepFirings, keepFirings),
            (.keepAnswers, keepAnswers), (.keepChanges, keepChanges),
            (.backupEvery, backupEvery), (.backupTo, backupTo), (.backupKeep, backupKeep), (.backupKey, backupKey),
            (.logLevel, logLevel), (.logFormat, logFormat),
        ]
        return values.reduce(into: [:]) { given, value in given[value.0] = value.1 }
    }

    func validate() throws {
        if let db { try StorePaths(database: db).checkForServing() }
        // Those that mean nothing by being empty would be left out silently.
        for (name, value) in [("node", node), ("state", state), ("listen", listen)] where value?.isEmpty == true {
            throw ValidationError("--\(name) must not be empty.")
        }
    }
}
