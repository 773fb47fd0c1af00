import ArgumentParser

/// A setting of the daemon, declared once: its flag, its variable, its member of the configuration file, what
/// `taskd config` prints of it and its row of the reference page follow from it.
struct Setting: Sendable {
    /// What settings are about, in the order in which they are listed.
    enum Subject: String, CaseIterable, Sendable {
        case store = "Store"
        case listening = "Listening"
        case time = "Time and reminders"
        case hooks = "Hooks"
        case retention = "Retention"
        case backups = "Backups"
        case log = "Log"
    }

    /// The member of the configuration file, such as `catchUpRate`.
    let name: String
    let subject: Subject
    /// What it decides: a sentence without its full stop.
    let meaning: String
    /// What a value must be, in the words of the error for one that is not.
    let form: String
    /// What a value is called where options are listed.
    let valueName: String
    /// The value where none is given; nil where it depends on the machine or on other settings.
    let standard: String?
    /// What people are told of the default.
    let standardWords: String
    /// Whether it may be a list, which is written with commas, or as a sequence of the file.
    let isList: Bool
    /// Whether it is read again on SIGHUP.
    let isReloaded: Bool

    init(
        _ name: String,
        _ subject: Subject,
        _ meaning: String,
        form: String,
        valueName: String,
        standard: String?,
        standardWords: String? = nil,
        isList: Bool = false,
        isReloaded: Bool = false
    ) {
        (self.name, self.subject, self.meaning) = (name, subject, meaning)
        (self.form, self.valueName, self.standard) = (form, valueName, standard)
        self.standardWords = standardWords ?? standard ?? ""
        (self.isList, self.isReloaded) = (isList, isReloaded)
    }

    /// The option of `taskd serve`, such as `--catch-up-rate`.
    var flag: String { "--" + words.joined(separator: "-") }

    /// The environment variable, such as `TASKD_CATCH_UP_RATE`.
    var variable: String { "TASKD_" + words.joined(separator: "_").uppercased() }

    /// What the option's help says.
    var help: ArgumentHelp {
        ArgumentHelp("\(meaning) (\(variable); default: \(standardWords)).", valueName: valueName)
    }

    /// The words of the name, in lower case.
    private var words: [String] {
        name.reduce(into: [""]) { words, character in
            if character.isUppercase { words.append("") }
            words[words.count - 1] += character.lowercased()
        }
    }
}

extension Setting: Hashable {
    static func == (one: Setting, other: Setting) -> Bool { one.name == other.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
