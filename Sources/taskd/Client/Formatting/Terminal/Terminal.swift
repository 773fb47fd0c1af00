import Recurrence

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Whether colours are written.
enum ColourChoice: String, CaseIterable, Sendable {
    case auto, always, never
}

/// What the program's input and output lead to, and how whoever sits there wants to read.
struct Terminal: Hashable, Sendable {
    /// Whether standard input, standard output and standard error are terminals.
    var hasInput = false
    var hasOutput = false
    var hasErrors = false
    /// The columns and rows of the terminal that standard output leads to.
    var columns = 80
    var rows = 24
    /// Whether colours are to be written.
    var hasColour = false
    /// Whether the terminal opens links (OSC 8).
    var hasLinks = false
    /// Whether words stand in place of signs, nothing is drawn twice, and choices are numbered: `ACCESSIBLE=1`.
    var isAccessible = false
    /// The language of what is written for people.
    var language = ExplanationLanguage.english
    /// The command of the pager, for the shell; nil for none.
    var pager: String?

    /// Whether somebody who sees questions can answer them.
    var canAsk: Bool { hasInput && hasErrors }

    /// No terminal: what tests and programs read.
    static let none = Terminal()

    init() {}

    /// - Parameters:
    ///   - environment: `COLUMNS`, `LINES`, `NO_COLOR`, `CLICOLOR_FORCE`, `TERM`, `ACCESSIBLE`, the languages, the pagers.
    ///   - descriptors: Which of standard input, output and error are terminals, and the size of the one behind output.
    ///   - colour: What `--color` says.
    ///   - language: What settings say of the language, `en` or `ko`; nil leaves it to the environment.
    init(
        environment: [String: String],
        descriptors: Descriptors,
        colour: ColourChoice = .auto,
        language: String? = nil
    ) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        hasInput = descriptors.input
        hasOutput = descriptors.output
        hasErrors = descriptors.errors
        columns = value("COLUMNS").flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } ?? descriptors.size?.columns ?? 80
        rows = value("LINES").flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } ?? descriptors.size?.rows ?? 24
        let isDumb = environment["TERM"] == "dumb"
        switch colour {
        case .always: hasColour = true
        case .never: hasColour = false
        case .auto:
            let isForced = value("CLICOLOR_FORCE").map { $0 != "0" } ?? false
            hasColour = value("NO_COLOR") == nil && (isForced || hasOutput && !isDumb)
        }
        hasLinks = hasOutput && !isDumb && Self.opensLinks(environment)
        isAccessible = value("ACCESSIBLE").map { $0 != "0" } ?? false
        let locale = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? ""
        self.language = (language ?? locale).lowercased().hasPrefix("ko") ? .korean : .english
        // What pages a text draws the same lines again.
        let standardPager = isAccessible ? nil : "less -FRX"
        pager = isDumb ? nil : environment["TASKD_PAGER"] ?? value("PAGER") ?? standardPager
        if pager?.allSatisfy(\.isWhitespace) ?? false || pager == "cat" { pager = nil }
    }

    /// What the descriptors of a process lead to.
    struct Descriptors: Hashable, Sendable {
        var input = false
        var output = false
        var errors = false
        var size: Size?

        struct Size: Hashable, Sendable {
            var columns: Int
            var rows: Int
        }

        /// Those of this process.
        static func ofProcess() -> Descriptors {
            var window = winsize()
            let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0
            let size = isKnown ? Size(columns: Int(window.ws_col), rows: Int(window.ws_row)) : nil
            return Descriptors(
                input: isatty(STDIN_FILENO) == 1, output: isatty(STDOUT_FILENO) == 1,
                errors: isatty(STDERR_FILENO) == 1, size: size)
        }
    }

    /// Terminals that say of themselves who they are, and are known to open links.
    private static func opensLinks(_ environment: [String: String]) -> Bool {
        if let version = environment["VTE_VERSION"].flatMap(Int.init) { return version >= 5_000 }
        let marks = ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "FORCE_HYPERLINK"]
        if marks.contains(where: { environment[$0] != nil }) { return true }
        if ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"].contains(environment["TERM_PROGRAM"]) { return true }
        return ["xterm-kitty", "alacritty", "foot", "xterm-ghostty", "wezterm"].contains(environment["TERM"])
    }
}
