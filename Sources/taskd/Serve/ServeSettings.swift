import Configuration

/// The settings of the daemon as they were given: by flags, over the environment (`TASKD_…`), over a file.
struct ServeSettings {
    private let reader: ConfigReader
    private let flags: Set<String>
    private let environment: [String: String]
    private let file: SettingsFile?

    /// - Throws: ``ConfigurationError`` for a file that cannot be used.
    init(flags: ServeConfiguration.Flags, environment: [String: String]) throws {
        let given: [(String, String?)] =
            [
                ("db", flags.db), ("listen", flags.listen), ("zone", flags.zone), ("hooksAllow", flags.hooksAllow),
                ("commandsAllow", flags.commandsAllow), ("logLevel", flags.logLevel),
                ("quietHours", flags.quietHours), ("catchUp", flags.catchUp), ("catchUpRate", flags.catchUpRate),
            ] + flags.keep.settings
        let values = given.compactMap { key, value in
            value.map { (AbsoluteConfigKey([key], context: [:]), ConfigValue(.string($0), isSecret: false)) }
        }
        var providers: [any ConfigProvider] = [
            InMemoryProvider(name: "command line", values: Dictionary(values, uniquingKeysWith: { $1 })),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "taskd"),
        ]
        file = try (flags.config ?? environment["TASKD_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }).map { path in
            try SettingsFile(path: path)
        }
        if let file { providers.append(InMemoryProvider(name: file.path, values: file.values)) }
        reader = ConfigReader(providers: providers)
        self.flags = Set(given.compactMap { key, value in value.map { _ in key } })
        self.environment = environment
    }

    /// The value of a setting; nil where it is not given, or empty.
    subscript(key: String) -> String? {
        reader.string(forKey: ConfigKey(key)).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Carries out `body`, whose errors then name a setting as whoever gave it wrote it.
    func naming<Value>(_ body: ((String) -> String?) throws -> Value) throws -> Value {
        do {
            return try body { self[$0] }
        } catch var error as ConfigurationError {
            error.setting = error.setting.map(source)
            throw error
        }
    }

    /// The flag, the variable or the member of the file that gives a setting.
    private func source(of key: String) -> String {
        if flags.contains(key) { return "--" + Self.words(of: key).joined(separator: "-") }
        let variable = "TASKD_" + Self.words(of: key).joined(separator: "_").uppercased()
        if environment[variable] != nil { return variable }
        return file?.values[AbsoluteConfigKey([key], context: [:])] == nil
            ? key : "\"\(key)\" in \(file?.path ?? "")".withoutControls
    }

    /// The words of a name such as `catchUpRate`, in lower case.
    private static func words(of key: String) -> [String] {
        key.reduce(into: [""]) { words, character in
            if character.isUppercase { words.append("") }
            words[words.count - 1] += character.lowercased()
        }
    }
}
