import Basics
import Filters
import Yams

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The configuration file: a YAML mapping of settings to values, of which JSON is one form.
///
/// A value is taken as it is written, whatever YAML would make of it, so that `09:00` and `no` stay text. It is read
/// strictly, so that nothing that was set is silently left out.
struct SettingsFile {
    /// A value, and the line that it is on.
    struct Entry: Hashable, Sendable {
        let text: String
        let line: Int
    }

    /// After how many errors no more are looked for.
    private static let maxProblems = 20

    let path: String
    let values: [Setting: Entry]
    /// What is wrong with the other lines: a setting that is unknown, or has a value of another kind.
    let problems: [ConfigurationError]

    /// Reads the file.
    ///
    /// - Throws: ``ConfigurationErrors`` where it cannot be read as a whole.
    init(path: String) throws(ConfigurationErrors) {
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
        try self.init(path: path, text: String(decoding: bytes, as: UTF8.self))
    }

    /// Reads the text of a file.
    init(path: String, text: String) throws(ConfigurationErrors) {
        self.path = path
        func wrong(_ detail: String) -> ConfigurationErrors {
            ConfigurationErrors(ConfigurationError(detail: "the configuration file \(path) \(detail)"))
        }
        let root: Node?
        do { root = try Yams.compose(yaml: text) } catch { throw wrong("is not valid YAML: \(Self.words(error))") }
        guard case .mapping(let mapping) = root ?? [:] else {
            throw wrong("must have a setting on each line, such as zone: Europe/Berlin")
        }
        var values: [Setting: Entry] = [:]
        var problems: [ConfigurationError] = []
        for (key, value) in mapping {
            do throws(ConfigurationError) {
                let setting = try Self.setting(key, path)
                let line = value.mark?.line ?? 0
                guard values[setting] == nil else {
                    throw ConfigurationError(setting: setting.place(path, line), detail: "is set twice")
                }
                values[setting] = Entry(text: try Self.text(value, of: setting, path), line: line)
            } catch {
                problems.append(error)
            }
            if problems.count >= Self.maxProblems {
                problems.append(ConfigurationError(detail: "there are more errors in \(path); correct these first"))
                break
            }
        }
        (self.values, self.problems) = (values, problems)
    }

    private static func setting(_ key: Node, _ path: String) throws(ConfigurationError) -> Setting {
        let name = key.scalar?.string ?? ""
        if let setting = Setting.named(name) { return setting }
        let likely = NearestName.of(name, among: Setting.all.map(\.name))
        let mend = likely.map { "did you mean \($0)?" } ?? "\"taskd config list\" lists all settings"
        throw ConfigurationError(
            detail: """
                setting "\(name.prefix(64))" in \(path), line \(key.mark?.line ?? 0), is unknown; \(mend)
                """.withoutControls)
    }

    private static func text(
        _ value: Node, of setting: Setting, _ path: String
    ) throws(ConfigurationError) -> String {
        let place = setting.place(path, value.mark?.line ?? 0)
        switch value {
        case .scalar(let scalar):
            guard value.null == nil, setting.isList || !scalar.string.isEmpty else {
                throw ConfigurationError(setting: place, detail: "has no value; give one, or remove the line")
            }
            return scalar.string
        case .sequence(let items) where setting.isList:
            return try items.map { item throws(ConfigurationError) in
                guard let text = item.scalar?.string, item.null == nil else {
                    throw ConfigurationError(setting: place, detail: "must be a list of plain values")
                }
                return text
            }.joined(separator: ",")
        default:
            let kinds = setting.isList ? "a value or a list of values" : "one value"
            throw ConfigurationError(setting: place, detail: "must be \(kinds)")
        }
    }

    /// What libyaml found wrong, without the text around it.
    private static func words(_ error: any Error) -> String {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            "\(problem), line \(mark.line)"
        case .duplicatedKeysInMapping(let names, let context):
            "\(names.joined(separator: " and ")) is set twice, first in line \(context.mark.line)"
        default: "it cannot be read"
        }
    }
}

extension Setting {
    /// Where a value of it stands in a file, as an error says it.
    fileprivate func place(_ path: String, _ line: Int) -> String {
        "\"\(name)\" in \(path), line \(line)".withoutControls
    }
}
