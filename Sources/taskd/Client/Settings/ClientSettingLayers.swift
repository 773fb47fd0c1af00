import Filters
import Foundation

/// What was set, before it is known whether it makes sense: the environment over a profile over the file.
struct ClientSettingLayers: Sendable {
    /// Where a value comes from, the one that wins first.
    enum Source: Hashable, Sendable {
        case variable
        case profile(String, line: Int)
        case file(line: Int)
        case standard
    }

    /// The file, whether or not there is one; nil where none is wanted, or there is no home to have it in.
    let path: String?
    /// Whether there is a file, and it could be read.
    let hasFile: Bool
    /// The name of the profile that is used.
    let profile: String?
    /// The names of all profiles.
    let profiles: [String]
    /// What is wrong with the file as a whole, with its lines, and with the choice of the profile.
    let problems: [ConfigurationError]

    private let environment: [String: String]
    private let section: [Setting: SettingsFile.Entry]
    private let values: [Setting: SettingsFile.Entry]

    /// Reads the file, where there is one.
    ///
    /// - Parameters:
    ///   - environment: The environment, which may name another file and a profile.
    ///   - profile: The profile that an option names; nil for the one of the environment.
    init(environment: [String: String], profile: String?) {
        // A variable that is empty is not set.
        let environment = environment.filter { !$0.value.isEmpty }
        self.environment = environment
        let named = environment["TASKD_CLIENT_CONFIG"]
        // Whoever wants none names the file without content.
        path = named == "/dev/null" ? nil : named ?? Self.standardPath(environment)
        self.profile = profile ?? environment["TASKD_PROFILE"]
        var file: SettingsFile?
        var problems: [ConfigurationError] = []
        do throws(ConfigurationErrors) {
            file = try Self.file(path, isNamed: named != nil)
            problems = file?.problems ?? []
        } catch {
            // A file that nobody named by hand is named by its path alone.
            problems = error.errors.map { error in
                ConfigurationError(setting: named == nil ? error.setting : "TASKD_CLIENT_CONFIG", detail: error.detail)
            }
        }
        hasFile = file != nil
        values = file?.values ?? [:]
        profiles = (file?.sections ?? [:]).keys.sorted()
        section = self.profile.flatMap { file?.sections[$0] } ?? [:]
        if let name = self.profile, problems.isEmpty, file?.sections[name] == nil {
            let option = profile == nil ? "TASKD_PROFILE" : "--profile"
            problems = [Self.missing(name, option, file: file, path: path, profiles)]
        }
        self.problems = problems
    }

    /// The file that is read where no other is named.
    private static func standardPath(_ environment: [String: String]) -> String? {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder + "/taskd/client.yaml" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.config/taskd/client.yaml"
    }

    private static func file(_ path: String?, isNamed: Bool) throws(ConfigurationErrors) -> SettingsFile? {
        guard let path, isNamed || access(path, F_OK) == 0 else { return nil }
        return try SettingsFile(path: path, ClientSetting.vocabulary)
    }

    private static func missing(
        _ name: String, _ option: String, file: SettingsFile?, path: String?, _ profiles: [String]
    ) -> ConfigurationError {
        guard let file else {
            let file = path.map { "file \($0)" } ?? "file of settings"
            return ConfigurationError(
                setting: option, detail: "there are no profiles, as there is no \(file)".withoutControls)
        }
        let mend =
            NearestName.of(name, among: profiles).map { "did you mean \($0)?" }
            ?? (profiles.isEmpty ? "it has none" : "it has \(profiles.joined(separator: ", "))")
        return ConfigurationError(
            setting: option,
            detail: "there is no profile \"\(name.prefix(64))\" in \(file.path); \(mend)".withoutControls)
    }

    /// The value that was set; nil where none was.
    subscript(setting: Setting) -> String? {
        environment[setting.variable] ?? section[setting]?.text ?? values[setting]?.text
    }

    /// Where the value of a setting comes from.
    func source(of setting: Setting) -> Source {
        if environment[setting.variable] != nil { return .variable }
        if let entry = section[setting] { return .profile(profile ?? "", line: entry.line) }
        if let entry = values[setting] { return .file(line: entry.line) }
        return .standard
    }

    /// Whether a value comes from the file, from a profile or outside of them.
    func isOfFile(_ setting: Setting) -> Bool {
        switch source(of: setting) {
        case .profile, .file: true
        case .variable, .standard: false
        }
    }

    /// How whoever gave a setting called it.
    func name(of setting: Setting) -> String {
        switch source(of: setting) {
        case .variable: setting.variable
        case .profile(let name, let line):
            "\"\(setting.name)\" of profile \(name) in \(path ?? ""), line \(line)".withoutControls
        case .file(let line): setting.place(path ?? "", line)
        case .standard: setting.name
        }
    }

    /// The source of a setting as people read it.
    func words(for setting: Setting) -> String {
        switch source(of: setting) {
        case .variable: setting.variable
        case .profile(let name, let line): "\(path ?? ""):\(line) (profile \(name))".withoutControls
        case .file(let line): "\(path ?? ""):\(line)".withoutControls
        case .standard: "default"
        }
    }
}
