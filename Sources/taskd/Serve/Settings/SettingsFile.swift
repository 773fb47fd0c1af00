import Basics
import Yams

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Which settings a configuration file may have.
struct SettingsVocabulary: Sendable {
    let settings: [Setting]
    /// The member that has settings in sections, each with a name; nil where there is none.
    let sections: String?
    /// The command that lists the settings.
    let listing: String

    /// Those of the daemon's file.
    static let daemon = SettingsVocabulary(settings: Setting.all, sections: nil, listing: "taskd config list")

    /// The setting of a name; nil where there is none.
    func setting(named name: String) -> Setting? { settings.first { $0.name == name } }
}

/// A configuration file: a YAML mapping of settings to values, of which JSON is one form.
///
/// A value is taken as it is written, whatever YAML would make of it, so that `09:00` and `no` stay text. It is read
/// strictly, so that nothing that was set is silently left out.
struct SettingsFile: Sendable {
    /// A value, and the line that it is on.
    struct Entry: Hashable, Sendable {
        let text: String
        let line: Int
    }

    let path: String
    let values: [Setting: Entry]
    /// The settings of each section, by its name.
    let sections: [String: [Setting: Entry]]
    /// What is wrong with the other lines: a setting that is unknown, or has a value of another kind.
    let problems: [ConfigurationError]

    /// Reads the file.
    ///
    /// - Throws: ``ConfigurationErrors`` where it cannot be read as a whole.
    init(path: String, _ vocabulary: SettingsVocabulary = .daemon) throws(ConfigurationErrors) {
        let bytes: [UInt8]
        var status = stat()
        // A pipe would be waited for, for ever where the settings are read again.
        guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw ConfigurationErrors(
                ConfigurationError(detail: "the configuration file \(path) is not a regular file; give one that is"))
        }
        do { bytes = try InputFile.bytes(path) } catch {
            throw ConfigurationErrors(ConfigurationError(detail: "the configuration file \(error)"))
        }
        try self.init(path: path, text: String(decoding: bytes, as: UTF8.self), vocabulary)
    }

    /// Reads the text of a file.
    init(
        path: String, text: String, _ vocabulary: SettingsVocabulary = .daemon
    ) throws(ConfigurationErrors) {
        self.path = path
        func wrong(_ detail: String) -> ConfigurationErrors {
            ConfigurationErrors(ConfigurationError(detail: "the configuration file \(path) \(detail)"))
        }
        let root: Node?
        do { root = try Yams.compose(yaml: text) } catch {
            let line = Self.place(error)?.line ?? 0
            throw wrong("is not valid YAML: \(SettingsLine.fault(in: text, through: line) ?? Self.words(error))")
        }
        guard case .mapping(let mapping) = root ?? [:] else {
            throw wrong("must have a setting on each line, such as zone: Europe/Berlin")
        }
        var reader = SettingsFileReader(path: path, vocabulary: vocabulary)
        values = reader.values(mapping)
        (sections, problems) = (reader.sections, reader.problems)
    }

    /// Whether it is about a quotation or a list in brackets, which goes on to where it is closed.
    private static func isOpen(_ context: String) -> Bool {
        context.contains("quoted scalar") || context.contains("flow ")
    }

    /// Where libyaml found something wrong: what is never closed begins there.
    private static func place(_ error: any Error) -> Mark? {
        switch error as? YamlError {
        case .scanner(let context, _, let mark, _), .parser(let context, _, let mark, _),
            .composer(let context, _, let mark, _):
            context.flatMap { isOpen($0.text) ? $0.mark : nil } ?? mark
        default: nil
        }
    }

    /// What libyaml found wrong, without the text around it.
    private static func words(_ error: any Error) -> String {
        switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            // Some problems are the second half of a sentence, of which the context is the first.
            "\(problem.hasPrefix("but ") ? context.map { "\($0.text), " } ?? "" : "")\(problem), "
                + "line \((place(error) ?? mark).line)"
        case .duplicatedKeysInMapping(let names, let context):
            "\(names.joined(separator: " and ")) is set twice, first in line \(context.mark.line)"
        default: "it cannot be read"
        }
    }
}

extension Setting {
    /// Where a value of it stands in a file, as an error says it.
    func place(_ path: String, _ line: Int) -> String {
        "\"\(name)\" in \(path), line \(line)".withoutControls
    }
}
