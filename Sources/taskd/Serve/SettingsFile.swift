import Basics
import Configuration

/// The configuration file: a JSON object whose members are settings and whose values are strings, numbers or booleans, read
/// strictly, so that nothing that was set is silently left out.
struct SettingsFile {
    let path: String
    let values: [AbsoluteConfigKey: ConfigValue]

    /// Reads the file.
    ///
    /// - Throws: ``ConfigurationError`` where it cannot be read, or names the setting that is unknown or has a value of
    ///   another kind.
    init(path: String) throws {
        self.path = path
        func wrong(_ detail: String) -> ConfigurationError {
            ConfigurationError(detail: "the configuration file \(path) \(detail)")
        }
        let bytes: [UInt8]
        do { bytes = try InputFile.bytes(path) } catch {
            throw ConfigurationError(detail: "the configuration file \(error)")
        }
        let json: JSONValue
        do { json = try JSONValue(json: bytes) } catch { throw wrong("is not valid JSON: \(error)") }
        guard case .object(let object) = json else {
            throw wrong("must contain a JSON object, such as {\"zone\": \"UTC\"}")
        }
        values = try Dictionary(
            object.fields.map { field throws in
                guard ServeConfiguration.settingNames.contains(field.name) else {
                    throw ConfigurationError(
                        detail: """
                            setting "\(String(field.name.prefix(64)).withoutControls)" in \(path) is unknown; see \
                            docs/configuration.md for the settings
                            """)
                }
                guard let text = Self.text(field.value) else {
                    throw ConfigurationError(
                        setting: "\"\(field.name)\" in \(path)",
                        detail: "must be a string, number or boolean, not \(field.value.kind)")
                }
                return (AbsoluteConfigKey([field.name], context: [:]), ConfigValue(.string(text), isSecret: false))
            }, uniquingKeysWith: { $1 })
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .bool(let isTrue): "\(isTrue)"
        case .number(let number): value.integer.map { "\($0)" } ?? "\(number)"
        case .null, .array, .object: nil
        }
    }
}
