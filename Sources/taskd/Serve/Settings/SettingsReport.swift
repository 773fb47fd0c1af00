import Basics
import Foundation

/// Settings with what holds of each and where it comes from, for `taskd config` and `taskd config check`.
struct SettingsReport {
    /// A setting of the report.
    private struct Row {
        let name: String
        let value: String
        let source: String
        /// What people read where there is no value.
        var absence = "none"
    }

    private let rows: [Row]
    /// The file and the profiles of the commands; nil for the daemon.
    private var layers: ClientSettingLayers?

    /// What a daemon would run with.
    static func of(_ settings: ServeSettings) -> SettingsReport {
        SettingsReport(
            rows: Setting.all.map {
                Row(
                    name: $0.name, value: $0 == .db ? StorePaths(database: settings[.db]).shown : settings[$0],
                    source: settings.source(of: $0).words($0))
            })
    }

    /// What the commands that people type go by.
    static func of(_ layers: ClientSettingLayers) -> SettingsReport {
        SettingsReport(
            rows: ClientSetting.all.map { setting in
                let value = layers[setting] ?? setting.standard ?? ""
                return Row(
                    name: setting.name, value: value, source: layers.words(for: setting),
                    absence: setting.standardWords)
            },
            layers: layers)
    }

    /// Lines for people.
    var table: String {
        let values = rows.map { ($0.value.isEmpty ? $0.absence : $0.value).withoutControls }
        let (first, second) = (rows.map(\.name).longest, min(40, values.longest))
        let lines = zip(rows, values).map { row, value in
            "\(row.name.padded(first))  \(value.padded(second))  \(row.source)\n"
        }
        return head.map { $0.withoutControls + "\n" }.joined() + lines.joined()
    }

    /// Whether there is a file, be it one that can be read or not.
    private func isThere(_ path: String, _ layers: ClientSettingLayers) -> Bool {
        layers.hasFile || FileManager.default.fileExists(atPath: path)
    }

    private var head: [String] {
        guard let layers else { return [] }
        let file = "file: " + (layers.path.map { $0 + (isThere($0, layers) ? "" : " (not there)") } ?? "none")
        let profile = layers.profile ?? "none"
        let others = layers.profiles.filter { $0 != profile }
        let more = layers.profiles.contains(profile) ? "others" : "in the file"
        return [
            file, "profile: \(profile)" + (others.isEmpty ? "" : "; \(more): \(others.joined(separator: ", "))"), "",
        ]
    }

    /// A JSON object on one line.
    var line: String {
        var json = JSONWriter()
        json.object { json in
            if let layers {
                json.field("file", layers.hasFile ? layers.path : nil)
                json.field("profile", layers.profile)
                json.field("profiles") { json in json.array(layers.profiles) { json, name in json.string(name) } }
            }
            json.field("settings") { json in
                json.array(rows) { json, row in
                    json.object { json in
                        json.field("name", row.name)
                        json.field("value", row.value)
                        json.field("from", row.source)
                    }
                }
            }
        }
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }
}

extension ServeSettings.Source {
    /// The source as people read it.
    fileprivate func words(_ setting: Setting) -> String {
        switch self {
        case .flag: setting.flag
        case .variable: setting.variable
        case .file(let path, let line): "\(path):\(line)".withoutControls
        case .standard: "default"
        }
    }
}

extension [String] {
    fileprivate var longest: Int { map(\.count).max() ?? 0 }
}

extension String {
    fileprivate func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
