import Basics
import Configuration

/// A file of settings: a JSON object whose values are texts, numbers or booleans, read strictly, so that nothing that was
/// set is silently left out.
struct SettingsFile {
    let values: [AbsoluteConfigKey: ConfigValue]

    /// Reads the file.
    ///
    /// - Throws: ``ConfigurationError`` where it cannot be read, or names the setting that has a value of another kind.
    init(path: String) throws {
        func wrong(_ detail: String) -> ConfigurationError {
            ConfigurationError(setting: "config", detail: "\(path) \(detail)")
        }
        let bytes: [UInt8]
        do { bytes = try InputFile.bytes(path) } catch {
            throw ConfigurationError(setting: "config", detail: "\(error)")
        }
        let json: JSONValue
        do { json = try JSONValue(json: bytes) } catch { throw wrong("is not JSON: \(error)") }
        guard case .object(let object) = json else {
            throw wrong("must hold a JSON object, such as {\"zone\": \"UTC\"}")
        }
        values = try Dictionary(
            object.fields.map { field throws in
                guard let text = Self.text(field.value) else {
                    throw ConfigurationError(
                        setting: field.name,
                        detail: "must be a text, a number or a boolean in \(path), is \(field.value.kind)")
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
