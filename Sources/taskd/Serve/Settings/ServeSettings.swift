import Configuration
import Filters
import Foundation

/// The settings of the daemon in layers: flags over the environment (`TASKD_…`) over a file over defaults.
struct ServeSettings: Sendable {
    /// Where a value comes from, as it was given.
    enum Source: Hashable, Sendable {
        case flag
        case variable
        case file(String, line: Int)
        case standard
    }

    private let reader: ConfigReader
    private let flags: Set<Setting>
    private let variables: Set<Setting>
    private let environment: [String: String]
    private let file: SettingsFile?
    /// What is wrong with the file, and with the names of variables.
    let problems: [ConfigurationError]

    init(flags: SettingFlags, environment: [String: String]) {
        let given = flags.given
        // A setting that is empty is not set.
        let environment = environment.filter { !$0.value.isEmpty }
        var problems = Self.misspelt(environment)
        var file: SettingsFile?
        do throws(ConfigurationErrors) {
            file = try (flags.config ?? environment["TASKD_CONFIG"]).map { path throws(ConfigurationErrors) in
                try SettingsFile(path: path)
            }
            problems += file?.problems ?? []
        } catch {
            problems += error.errors
        }
        (self.file, self.problems) = (file, problems)
        var layers: [any ConfigProvider] = [
            Self.layer("command line", given),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "taskd"),
        ]
        if let file { layers.append(Self.layer(file.path, file.values.mapValues(\.text))) }
        self.environment = environment
        reader = ConfigReader(providers: layers)
        self.flags = Set(given.filter { !$0.value.isEmpty }.keys)
        variables = Set(Setting.all.filter { environment[$0.variable] != nil })
    }

    /// Variables that were meant for settings, as it seems; others may have theirs beside them.
    private static func misspelt(_ environment: [String: String]) -> [ConfigurationError] {
        let known = Setting.all.map { String($0.variable.dropFirst(prefix.count)) }
        let variables = ["TASKD_CONFIG"] + ClientSetting.otherVariables + ClientSetting.all.map(\.variable)
        let others = Set(variables.map { String($0.dropFirst(prefix.count)) })
        return environment.keys.filter { $0.hasPrefix(prefix) }.sorted().compactMap { variable in
            let name = String(variable.dropFirst(prefix.count))
            guard !known.contains(name), !others.contains(name), let likely = NearestName.of(name, among: known) else {
                return nil
            }
            return ConfigurationError(
                setting: variable.withoutControls,
                detail: "is no setting; did you mean \(prefix)\(likely)? Else unset it")
        }
    }

    private static let prefix = "TASKD_"

    private static func layer(_ name: String, _ values: [Setting: String]) -> InMemoryProvider {
        let values = values.filter { !$0.value.isEmpty }.map { setting, text in
            (AbsoluteConfigKey([setting.name], context: [:]), ConfigValue(.string(text), isSecret: false))
        }
        return InMemoryProvider(name: name, values: Dictionary(values) { $1 })
    }

    /// The value that holds: the one that was given, or the default.
    subscript(setting: Setting) -> String {
        reader.string(forKey: ConfigKey(setting.name)) ?? setting.standard ?? computedStandard(of: setting)
    }

    /// Where the value of a setting comes from.
    func source(of setting: Setting) -> Source {
        if flags.contains(setting) { return .flag }
        if variables.contains(setting) { return .variable }
        guard let file, let entry = file.values[setting], !entry.text.isEmpty else { return .standard }
        return .file(file.path, line: entry.line)
    }

    /// How whoever gave a setting called it.
    func name(of setting: Setting) -> String {
        switch source(of: setting) {
        case .flag: setting.flag
        case .variable: setting.variable
        case .file(let path, let line): "\"\(setting.name)\" in \(path), line \(line)".withoutControls
        case .standard: setting.name
        }
    }

    /// A default that the machine or another setting decides.
    private func computedStandard(of setting: Setting) -> String {
        switch setting {
        case .db: StorePaths(environment: environment).database
        case .node: ProcessInfo.processInfo.hostName
        case .state: StatePaths.folder(environment: environment) ?? ""
        case .zone: MachineZone(environment: environment).identifier
        case .backupTo: BackupConfiguration.folder(ofDatabase: StorePaths(database: self[.db]).database)
        default: preconditionFailure("\(setting.name) has no default")
        }
    }
}

/// Reads settings one after the other, and keeps what is wrong with each, so that all of it is told at once.
struct SettingsReader {
    let settings: ServeSettings
    private(set) var problems: [ConfigurationError]

    init(_ settings: ServeSettings) {
        (self.settings, problems) = (settings, settings.problems)
    }

    /// The value of a setting, read by `parse`, which gives nil or throws for one that makes no sense; nil then.
    mutating func value<Value>(_ setting: Setting, _ parse: (String) throws -> Value?) -> Value? {
        let text = settings[setting]
        do {
            if let value = try parse(text) { return value }
            refuse(setting, "must be \(setting.form), not \"\(text.prefix(256))\"")
        } catch {
            refuse(setting, "\(error)")
        }
        return nil
    }

    /// Says that the machine is set to a zone that there is not.
    mutating func refuseMachineZone(_ name: String) {
        let detail =
            "the machine's time zone \"\(name.prefix(64))\" is not an IANA name such as Europe/Berlin; give --zone, or set TZ"
        problems.append(ConfigurationError(detail: detail.withoutControls))
    }

    /// Refuses what is no folder, or lies in what is none.
    mutating func refuseNoFolder(_ setting: Setting) {
        var path = settings[setting]
        var isFolder: ObjCBool = false
        while !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            guard !path.isEmpty, path != "/" else { return }
            path = (path as NSString).deletingLastPathComponent
        }
        if !isFolder.boolValue { refuse(setting, "\(path) is not a folder; name another one") }
    }

    /// Says what is wrong with a setting.
    mutating func refuse(_ setting: Setting, _ detail: String) {
        problems.append(ConfigurationError(setting: settings.name(of: setting), detail: detail.withoutControls))
    }
}

/// A setting, or the file of settings, that cannot be used.
struct ConfigurationError: Error, Hashable, CustomStringConvertible {
    /// The setting as it was given; nil for the file as a whole.
    var setting: String?
    var detail: String

    var description: String { setting.map { "\($0): \(detail)" } ?? detail }
}

/// All that is wrong with the settings.
struct ConfigurationErrors: Error, Hashable, CustomStringConvertible {
    let errors: [ConfigurationError]

    init(_ errors: [ConfigurationError]) { self.errors = errors }

    init(_ error: ConfigurationError) { errors = [error] }

    var description: String { errors.map(\.description).joined(separator: "\n") }
}
