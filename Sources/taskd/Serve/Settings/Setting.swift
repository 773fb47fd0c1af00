import ArgumentParser

/// A setting of the daemon, or of the commands that talk to it, declared once: its flag, its variable, its member of the
/// configuration file, what `taskd config` prints of it and its row of the reference page follow from it.
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
        case connection = "Where the daemon is"
        case dates = "Dates and times"
        case habits = "Lists and new tasks"
    }

    /// What a value of the configuration file is written as.
    enum Form: Sendable {
        /// A value.
        case value
        /// A value, or a sequence of such, which is the same as a value with commas.
        case list
        /// A value, or a mapping of names to such: `{a: 1, b: 2}` is the same as `a=1,b=2`.
        case mapping
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
    let fileForm: Form
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
        isMapping: Bool = false,
        isReloaded: Bool = false
    ) {
        (self.name, self.subject, self.meaning) = (name, subject, meaning)
        (self.form, self.valueName, self.standard) = (form, valueName, standard)
        self.standardWords = standardWords ?? standard ?? ""
        fileForm = isMapping ? .mapping : isList ? .list : .value
        self.isReloaded = isReloaded
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
