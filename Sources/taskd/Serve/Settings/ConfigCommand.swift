import ArgumentParser
import Basics
import Foundation
import Scheduler

/// `taskd config`: what the daemon is set to.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Check the daemon's settings, and list those that there are.",
        subcommands: [Check.self, List.self, Example.self]
    )

    /// `taskd config check`: what a daemon with these options would run with.
    struct Check: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Print the settings that a daemon with these options would have, and where each comes from.",
            usage: "taskd config check [<options of taskd serve>] [--json]",
            discussion: """
                Nothing is started or written. All that is wrong is told at once, with status 64. No setting is a \
                secret: keys and tokens are in files, whose paths are printed.
                """
        )

        @OptionGroup(title: "Settings") var flags: SettingFlags

        @Flag(help: "Print a JSON object, on one line.")
        var json = false

        func run(in context: CommandContext) async throws {
            let settings = ServeSettings(flags: flags, environment: context.environment)
            do {
                _ = try ServeConfiguration(settings, zones: context.zones)
            } catch let error as ConfigurationErrors {
                StandardError.write(error)
                throw ExitCode.validationFailure
            }
            try StandardOutput.write(json ? Self.object(settings) : Self.table(settings))
        }

        private static func table(_ settings: ServeSettings) -> String {
            let names = Setting.all.map(\.name)
            let values = Setting.all.map { setting -> String in
                let text = settings[setting]
                return text.isEmpty ? "none" : text.withoutControls
            }
            let (first, second) = (names.longest, min(40, values.longest))
            return zip(Setting.all, values).map { setting, value in
                "\(setting.name.padded(first))  \(value.padded(second))  \(settings.source(of: setting).words(setting))\n"
            }.joined()
        }

        private static func object(_ settings: ServeSettings) -> String {
            var json = JSONWriter()
            json.object { json in
                json.field("settings") { json in
                    json.array(Setting.all) { json, setting in
                        json.object { json in
                            json.field("name", setting.name)
                            json.field("value", settings[setting])
                            json.field("from", settings.source(of: setting).words(setting))
                        }
                    }
                }
            }
            return String(decoding: json.bytes, as: UTF8.self) + "\n"
        }
    }

    /// `taskd config list`: the settings that there are.
    struct List: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List all settings: what each decides, what it may be, and its default."
        )

        @Flag(help: "Print the tables of the reference page, in Markdown.")
        var markdown = false

        func run(in context: CommandContext) async throws {
            try StandardOutput.write(markdown ? Setting.tables : Setting.plainList)
        }
    }

    /// `taskd config example`: a file of settings to begin with.
    struct Example: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "example",
            abstract: "Print a configuration file with every setting, its default and its meaning, all commented out."
        )

        func run(in context: CommandContext) async throws {
            try StandardOutput.write(Setting.exampleFile)
        }
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

extension Setting {
    /// All settings for people, a paragraph each.
    fileprivate static var plainList: String {
        all.map { setting in
            """
            \(setting.name)  (\(setting.flag), \(setting.variable))
              \(setting.meaning).
              Default: \(setting.standardWords).\(setting.isReloaded ? " Read again on SIGHUP." : "")

            """
        }.joined(separator: "\n")
    }

    /// The tables of the reference page.
    static var tables: String {
        Subject.allCases.map { subject in
            let rows = all.filter { $0.subject == subject }.map { setting in
                let meaning = setting.meaning.replacing("|", with: "\\|")
                let reloaded = setting.isReloaded ? "; read again on SIGHUP" : ""
                let standard = setting.standard.map { $0.isEmpty ? setting.standardWords : "`\($0)`" }
                return """
                    | `\(setting.name)` | `\(setting.flag)` | `\(setting.variable)` | \(meaning) \
                    | \(standard ?? setting.standardWords)\(reloaded) |

                    """
            }
            return """
                ### \(subject.rawValue)

                | file | flag | environment | | default |
                | --- | --- | --- | --- | --- |
                \(rows.joined())
                """
        }.joined(separator: "\n")
    }

    /// A file in which every setting is commented out.
    static var exampleFile: String {
        let head = """
            # Settings of taskd serve. Flags and the environment win over this file; "taskd config check --config FILE"
            # tells what holds. A line without # is a setting.

            """
        return head
            + Subject.allCases.map { subject in
                let settings = all.filter { $0.subject == subject }.map { setting in
                    let comment = setting.meaning.wrapped(at: 110).map { "# \($0)\n" }.joined()
                    let value = setting.standard.map { $0.isEmpty ? "" : " \($0)" } ?? ""
                    let note = value.isEmpty ? "  # default: \(setting.standardWords)" : ""
                    return "\(comment)#\(setting.name):\(value)\(note)\n"
                }
                return "\n## \(subject.rawValue)\n\n" + settings.joined(separator: "\n")
            }.joined()
    }
}

extension [String] {
    fileprivate var longest: Int { map(\.count).max() ?? 0 }
}

extension String {
    fileprivate func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    /// The words in lines of a width.
    fileprivate func wrapped(at width: Int) -> [String] {
        split(separator: " ").reduce(into: [""]) { lines, word in
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + word.count < width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }
}
