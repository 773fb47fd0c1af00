import Basics

/// All settings of one kind, as the pages and `taskd config list` and `example` have them.
struct SettingsList {
    let settings: [Setting]
    /// Whether each has an option of its own name.
    let hasFlags: Bool
    /// The comment that the example begins with.
    let introduction: String
    /// What stands behind the settings of the example.
    var closing = ""

    /// Those of the daemon.
    static let daemon = SettingsList(
        settings: Setting.all, hasFlags: true,
        introduction: """
            # Settings of taskd serve. Flags and the environment win over this file; "taskd config check --config FILE"
            # tells what holds. A line without # is a setting; a value that begins with * or [ needs quotation marks.

            """)

    /// Those of the commands that people type.
    static let client = SettingsList(
        settings: ClientSetting.all, hasFlags: false,
        introduction: """
            # Settings of the commands of taskd, in ~/.config/taskd/client.yaml. Options and the environment win over this
            # file; "taskd config" tells what holds. A line without # is a setting.

            """,
        closing: """

            ## Profiles: settings that hold with --profile NAME

            #profiles:
            #  work:
            #    url: https://taskd.example.org
            #    tokenFile: work.token

            """)

    /// All settings for people, a paragraph each.
    var plain: String {
        settings.map { setting in
            """
            \(setting.name)  (\(hasFlags ? "\(setting.flag), " : "")\(setting.variable))
              \(setting.meaning).
              Default: \(setting.standardWords).\(setting.isReloaded ? " Read again on SIGHUP." : "")

            """
        }.joined(separator: "\n")
    }

    /// All settings for programs, on one line.
    var line: String {
        var json = JSONWriter()
        json.array(settings) { json, setting in
            json.object { json in
                json.field("name", setting.name)
                if hasFlags { json.field("flag", setting.flag) }
                json.field("variable", setting.variable)
                json.field("meaning", setting.meaning)
                json.field("default", setting.standardWords)
                json.field("isReloaded", setting.isReloaded)
            }
        }
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }

    /// The tables of the reference page.
    var tables: String {
        sections.map { subject, settings in
            """
            ### \(subject.rawValue)

            | file |\(hasFlags ? " flag |" : "") environment | | default |
            | --- |\(hasFlags ? " --- |" : "") --- | --- | --- |
            \(settings.map(row).joined())
            """
        }.joined(separator: "\n")
    }

    private func row(_ setting: Setting) -> String {
        let meaning = setting.meaning.replacing("|", with: "\\|")
        let reloaded = setting.isReloaded ? "; read again on SIGHUP" : ""
        let isWord = setting.standard?.isEmpty ?? true || setting.standard != setting.standardWords
        let standard = isWord ? setting.standardWords : "`\(setting.standardWords)`"
        let flag = hasFlags ? " `\(setting.flag)` |" : ""
        return "| `\(setting.name)` |\(flag) `\(setting.variable)` | \(meaning) | \(standard)\(reloaded) |\n"
    }

    /// A file in which every setting is commented out.
    var exampleFile: String {
        introduction
            + sections.map { subject, settings in
                let settings = settings.map { setting in
                    let comment = setting.meaning.wrapped(at: 110).map { "# \($0)\n" }.joined()
                    let standard = setting.fileForm == .mapping ? setting.standardMapping : setting.standard
                    let value = standard.map { $0.isEmpty ? "" : " \($0)" } ?? ""
                    let note = value.isEmpty ? "  # default: \(setting.standardWords)" : ""
                    return "\(comment)#\(setting.name):\(value)\(note)\n"
                }
                return "\n## \(subject.rawValue)\n\n" + settings.joined(separator: "\n")
            }.joined() + closing
    }

    private var sections: [(Setting.Subject, [Setting])] {
        Setting.Subject.allCases.map { subject in (subject, settings.filter { $0.subject == subject }) }
            .filter { !$0.1.isEmpty }
    }
}

extension Setting {
    /// The default of a setting that is a mapping, as YAML writes one in a line.
    fileprivate var standardMapping: String? {
        standard.map { "{" + $0.replacing("=", with: ": ").replacing(",", with: ", ") + "}" }
    }
}

extension String {
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
