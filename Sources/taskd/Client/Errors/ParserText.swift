import ArgumentParser
import Filters

/// What the argument parser refuses, in our words: what is wrong with the value that was typed, and how to mend it.
struct ParserText {
    private let typed: TypedArguments
    private let arguments: [String]
    init(_ arguments: [String]) {
        self.arguments = arguments
        typed = TypedArguments(arguments)
    }

    /// The options and arguments of the command, which take a moment to describe.
    private var described: [CommandDescription.Argument] { CommandDescription.of(command) }

    private var command: any ParsableCommand.Type { (try? UsageHint.command(arguments))?.type ?? Taskd.self }

    /// The failure for a message of the parser, or of one of our checks of what was typed.
    func failure(_ message: String) -> CommandFailure {
        let (what, how) = text(String(message.split(separator: "\n").first ?? ""))
        return .usage(what.withoutControls, (UsageHint.ofDash(message, arguments) ?? how).withoutControls)
    }

    /// Refuses an option of which otherwise all but the last value would be silently ignored.
    ///
    /// Those that only say which daemon is asked and how its answer looks may be given again, as what an alias says is
    /// changed so.
    func refuseRepeated() throws {
        // Describing the command takes a moment, which only what is wrong has to wait for.
        let repeated = typed.repeatedOptions.subtracting(Self.overridable)
        guard !repeated.isEmpty else { return }
        for option in described where option.isOption && !option.isRepeating {
            let names = (option.names ?? []).map(\.text).filter(repeated.contains)
            guard let name = names.first else { continue }
            let values = typed.values(of: name)
            guard let first = values.first, let other = values.dropFirst().first(where: { $0 != first }) else {
                continue
            }
            throw CommandFailure.usage(
                "\(name) is given twice, as \(first.quotedUnlessNumber) and \(other.quotedUnlessNumber)",
                option.takesList ? "Write \(name) \(values.joined(separator: ","))." : "Leave one of them away.")
        }
    }

    /// Refuses a filter that is a term of `taskd list`, whose signs filters do not have.
    static func refuseTerms(_ typed: TypedArguments) throws {
        for value in typed.values(of: "--where") {
            // Between quotation marks a sign is one of a text.
            let plain = value.replacing(/"[^"]*"/, with: "").replacing(TermArguments.minus.description, with: "-")
            try refuseWord(plain, of: typed.command.first)
            guard let term = plain.firstMatch(of: /(?:^|[\s(])([-+@])(\p{L}[^\s()]*)/) else { continue }
            let (sign, typed) = (term.output.1, term.output.2)
            let field = ["tag:", "tags:", "project:"].first(where: typed.lowercased().hasPrefix)
            let name = typed.dropFirst(field?.count ?? 0)
            let filter =
                (sign == "-" ? "not " : "") + "\(sign == "@" || field == "project:" ? "project" : "tag"):\(name)"
            throw CommandFailure.usage(
                "--where \"\(String(sign + typed).shown)\" is a term of taskd list, and no filter",
                "Write '\(filter.shown)'.")
        }
    }

    /// Words that are terms by themselves, and the filters for the same.
    private static let words = [
        "done": "status:completed", "completed": "status:completed", "완료": "status:completed",
        "closed": "status:closed", "open": "status:open", "late": "overdue", "지연": "overdue",
        "repeats": "recurring", "반복": "recurring", "p1": "priority:urgent", "p2": "priority:high",
        "p3": "priority:medium", "p4": "priority:low",
    ]

    /// Refuses a word of `taskd list` that stands by itself where a condition stands, and would be looked for in texts.
    ///
    /// What to write names `--all` where the command leaves closed tasks out without it, or the command that changes them.
    private static func refuseWord(_ plain: String, of command: String?) throws {
        let words = plain.matches(
            of: /(?:^|\(|\b(?:and|or|not)\s)\s*([\p{L}\d]+)(?=\s*(?:$|\)|\s(?:and|or|not)\b|\s\p{L}+\s*[:<>=!]))/
                .ignoresCase())
        for match in words {
            guard let filter = Self.words[match.output.1.lowercased()] else { continue }
            let isClosed = ["status:completed", "status:closed"].contains(filter)
            let more =
                switch command {
                case "list" where isClosed, "ls" where isClosed: " and --all"
                case "edit" where isClosed: " with taskd bulk edit, as taskd edit changes open tasks alone"
                default: ""
                }
            throw CommandFailure.usage(
                "--where \"\(match.output.1)\" is a term of taskd list, and no filter",
                "Write '\(filter)'\(more), or '\"\(match.output.1)\"' to look for the word.")
        }
    }

    private static let overridable: Set<String> = [
        "--url", "--daemon", "--token", "--ca-file", "--profile", "--json", "--csv", "--template", "--color", "--limit",
        "--sort", "--group",
    ]

    private var seeHelp: String { "Run \(typed.help) for what it takes." }

    private func text(_ message: String) -> (what: String, how: String) {
        if let match = message.firstMatch(of: /^Missing value for '(-[^ ']+)/) {
            return ("\(match.output.1) needs a value", about(String(match.output.1)))
        }
        if let match = message.firstMatch(of: /^Missing (?:expected argument|one of:?) '<?([^>']*)/) {
            return missing(String(match.output.1))
        }
        if let match = message.firstMatch(of: /^Unknown option '([^']+)'/) {
            return unknown(String(match.output.1))
        }
        if let match = message.firstMatch(of: /^(?:Unexpected argument|\d+ unexpected arguments:) '(.*)'$/) {
            let first = match.output.1.replacing("', '", with: " ")
            let command = (["taskd"] + typed.command).joined(separator: " ")
            return ("\"\(String(first).shown)\" is more than \(command) takes", seeHelp)
        }
        if let match = message.firstMatch(of: /^The option '([^']+)' does not take any value, but '(.*)' was/) {
            return ("\(match.output.1) takes no value, and \"\(String(match.output.2).shown)\" is one", seeHelp)
        }
        if let match = message.firstMatch(of: /^The value '(.*)' is invalid for '([^' ]+)(?: <[^>]*>)?'(?:: (.*))?/) {
            // Behind an option that there is not, its value is taken for an argument.
            let isArgument = match.output.2.hasPrefix("<")
            if isArgument, let mistyped { return unknown(mistyped) }
            return invalid(String(match.output.1), String(match.output.2), match.output.3.map(String.init))
        }
        if let match = message.firstMatch(
            of: /^Value to be set with flag '([^']+)' had already been set with flag '([^']+)'/)
        {
            return ("\(match.output.2) and \(match.output.1) cannot be used together", "Leave one of them away.")
        }
        // Our checks are made before the parser looks for options that there are none of.
        return mistyped.map { unknown($0) } ?? own(message)
    }

    /// A check of ours: the sentence without its full stop, and the value that it is about.
    private func own(_ message: String) -> (what: String, how: String) {
        var (what, how) = ProblemText.halves(message)
        if what.hasSuffix(".") { what.removeLast() }
        if let stop = what.firstRange(of: ". ") {
            how = String(what[stop.upperBound...]).asSentence
            what = String(what[..<stop.lowerBound])
        }
        if let match = what.firstMatch(of: /^(--[a-z-]+) must be(?= )/), !what.contains(", not \""),
            let value = typed.values(of: String(match.output.1)).last
        {
            what += ", not \(value.quotedUnlessNumber)"
        }
        return (Self.beginning(what), how ?? seeHelp)
    }

    /// Messages begin in small letters, as they stand behind a colon.
    private static func beginning(_ text: String) -> String {
        let word = text.prefix { $0 != " " }
        guard word.dropFirst().allSatisfy(\.isLowercase) else { return text }
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    private func invalid(_ value: String, _ option: String, _ reason: String?) -> (what: String, how: String) {
        let argument = described.first {
            $0.isCalled(option) || $0.isPositional && "<\($0.valueName ?? "")>" == option
        }
        if let reason {
            let (what, how) = own(reason)
            return (
                what.contains("not \"") || what.hasSuffix(", not \(value)") ? what : "\(what), not \"\(value.shown)\"",
                how
            )
        }
        guard let values = argument?.allValues, let names = argument?.choices else {
            let range = argument?.abstract?.firstMatch(of: /\b\d+ to \d+\b/).map { " from \($0.output)" } ?? ""
            return ("\(option) must be a number\(range), not \"\(value.shown)\"", about(option))
        }
        let parts = value.split(separator: ",").map { String($0).trimmingSpaces }
        if parts.count > 1, parts.allSatisfy(values.contains) {
            let each = parts.map { "\(option) \($0)" }.joined(separator: " ")
            let how = argument?.isRepeating == true ? "Repeat it: \(each)." : "Give one of them."
            return ("\(option) takes one of \(names) at a time", how)
        }
        let nearest = Nearness.of(value, among: values).map { "Did you mean \($0)?" }
        return ("\(option) must be \(names), not \"\(value.shown)\"", nearest ?? seeHelp)
    }

    /// The first option that was typed and that the command does not have.
    private var mistyped: String? {
        let known = CommandDescription.all(of: command)
        var isValue = false
        for argument in typed.beforeTerminator {
            let name = String(argument.prefix { $0 != "=" })
            let option = known.first { $0.isCalled(name) }
            if option?.takesRest == true { return nil }
            let isShort = name.hasPrefix("-") && name.dropFirst().first?.isLetter == true
            if option == nil, name.hasPrefix("--") || isShort && !isValue { return name }
            isValue = option?.isOption == true && name == argument
        }
        return nil
    }

    /// An option that there is none of, with the one that was meant, else with a look at the help.
    private func unknown(_ option: String) -> (what: String, how: String) {
        let names = described.flatMap { $0.names ?? [] }.map(\.text)
        let command = (["taskd"] + typed.command).joined(separator: " ")
        if option.hasPrefix("--color"), let value = typed.values(of: "--color").last {
            return ("--color must be auto, always or never, not \"\(value.shown)\"", "Leave it away for auto.")
        }
        let word = String(option.drop { $0 == "-" })
        if TermArguments.commands.contains(typed.command.first ?? ""), typed.command.first != "edit",
            ListTerms.isWord(word)
        {
            return ("there is no option \(option.shown) of \(command)", "Write \(command) \(word).")
        }
        let nearest = Nearness.of(option, among: names).map { "Did you mean \($0)?" }
        return ("there is no option \(option.shown) of \(command)", nearest ?? seeHelp)
    }

    private func missing(_ name: String) -> (what: String, how: String) {
        // Who typed an option that there is none of meant it to say what is missing.
        if name.hasPrefix("--") {
            let option = String(name.prefix { $0 != " " })
            return mistyped.map { unknown($0) } ?? ("\(option) is missing", about(option))
        }
        return mistyped.map { unknown($0) } ?? missing(name, of: typed.command)
    }

    private func missing(_ name: String, of command: [String]) -> (what: String, how: String) {
        switch (command.first, name) {
        case ("hook", "id"), (_, "hook"): return ("which hook?", "Give its handle; taskd hook list shows it.")
        case ("rule", _), ("restore", _), ("attachment", _), ("attach", "file"), ("import", _): break
        case ("token", _) where typed.command.last == "add":
            return ("the new token needs a name", "Give one, such as taskd token add phone.")
        case ("token", _): return ("which token?", "Give its name; taskd token list shows it.")
        case ("project", "id"), (_, "project"):
            return ("which project?", "Give its name or handle; taskd project list shows them.")
        case (_, "task"), ("why", _), ("series", _):
            let path = typed.command.joined(separator: " ")
            let more = ["attach": " photo.jpg", "series edit": " --remind 1h"][path] ?? ""
            return ("which task?", "Give a handle or words of the title: taskd \(path) kf3\(more).")
        default: break
        }
        let argument = described.first { $0.isPositional && $0.valueName == name }
        if let choices = argument?.choices { return ("<\(name)> is missing", "Give \(choices).") }
        let words = argument.map(sentence) ?? ""
        return ("<\(name)> is missing", words.isEmpty ? seeHelp : "<\(name)>: \(words)")
    }

    /// What an option is, in the first sentence of its help.
    private func about(_ option: String) -> String {
        let argument = described.first { $0.isCalled(option) }
        if let choices = argument?.choices { return "Give \(choices)." }
        let words = argument.map(sentence) ?? ""
        return words.isEmpty ? seeHelp : "\(option): \(words)"
    }

    private func sentence(_ argument: CommandDescription.Argument) -> String {
        let words = argument.words
        let end = [words.firstRange(of: ". "), words.firstRange(of: " (default")].compactMap { $0?.lowerBound }.min()
        let first = String(words[..<(end ?? words.endIndex)])
        return first.isEmpty || first.count > 150 ? "" : first.hasSuffix(".") ? first : first + "."
    }
}

/// Names that somebody may have meant who typed one that there is not.
enum Nearness {
    /// The name within two letters, of a short one within one; nil where none is so near.
    static func of(_ typed: String, among names: [String]) -> String? {
        func letters(_ name: String) -> [Character] { Array(name.drop { $0 == "-" }.prefix(64).lowercased()) }
        let wanted = letters(typed)
        guard wanted.count > 1 else { return nil }
        let ranked = names.map { (name: $0, distance: NearestWord.distance(wanted, letters($0))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= min(2, max(1, wanted.count / 3)) ? best.name : nil
    }
}
