import ArgumentParser

/// What to tell who typed a command that does not exist, or a value that begins as an option does.
enum UsageHint {
    /// The command that the first arguments name, and the arguments behind its name; help is one of the root.
    ///
    /// - Throws: ``CommandFailure`` with the nearest command for a name that does not exist, also one that help is asked
    ///   for.
    static func command(_ arguments: [String]) throws -> (type: any ParsableCommand.Type, rest: [String]) {
        let isHelp = arguments.first == "help"
        var (command, path): (any ParsableCommand.Type, [String]) = (Taskd.self, [])
        for name in arguments.dropFirst(isHelp ? 1 : 0) where !isHelp || !name.hasPrefix("-") {
            let choices = command.configuration.subcommands
            guard !name.hasPrefix("-"), isHelp || !choices.isEmpty else { break }
            if let next = choices.first(where: { $0.answers(to: name) }) {
                command = next
                path.append(name)
            } else {
                guard name != "help" || command != Taskd.self else { break }
                if isHelp, path.isEmpty { throw unknownTopic(name, arguments, choices.map { $0._commandName }) }
                throw unknown(name, in: path, choices.map { $0._commandName })
            }
        }
        return isHelp ? (Taskd.self, arguments) : (command, Array(arguments.dropFirst(path.count)))
    }

    /// The arguments with the first one as the command that was meant, where it was typed on a Korean layout.
    static func hangulCommand(_ arguments: [String]) -> (typed: String, meant: [String])? {
        guard let first = arguments.first, let latin = HangulKeys.latin(first),
            Taskd.configuration.subcommands.contains(where: { $0.answers(to: latin) })
        else { return nil }
        return (first, [latin] + arguments.dropFirst())
    }

    private static func unknown(_ name: String, in names: [String], _ choices: [String]) -> CommandFailure {
        let help = (["taskd", "help"] + names).joined(separator: " ")
        let path = (["taskd"] + names).joined(separator: " ")
        if let latin = HangulKeys.latin(name), choices.contains(latin) {
            return .usage("\(name.shown) is \(latin) on a Korean layout", "Run \(path) \(latin).")
        }
        if choices.contains("print"), Shell(rawValue: name) != nil {
            return .usage("what of the completions of \(name)?", "Run \(path) install, or \(path) print \(name).")
        }
        let meant = elsewhere(name, in: names) ?? nearest(to: name, in: choices).map { "\(path) \($0)" }
        let suggestion = meant.map { "Did you mean \"\($0)\"?" }
        return .usage(
            "there is no command \"\(name.shown)\"\(names.isEmpty ? "" : " of \(path)")",
            suggestion ?? (choices.isEmpty ? "It has no subcommands: run \(help)." : "Run \(help) for a list."))
    }

    /// What to tell who asked for help about what is no command.
    private static func unknownTopic(
        _ name: String, _ arguments: [String], _ choices: [String]
    ) -> CommandFailure {
        let topics = HelpTopic.all.map(\.name) + ["topics"]
        if HelpTopic.named(name) != nil || name == "topics",
            let more = arguments.dropFirst().first(where: { $0 != name })
        {
            return .usage("\"\(more.shown)\" is more than taskd help \(name) takes", "Run taskd help \(name).")
        }
        guard let topic = Nearness.of(name, among: topics + choices), topics.contains(topic) else {
            return unknown(name, in: [], choices)
        }
        return .usage("there is no command \"\(name.shown)\"", "Did you mean \"taskd help \(topic)\"?")
    }

    /// The command that does what is looked for in another one; nil where there is none.
    private static func elsewhere(_ name: String, in names: [String]) -> String? {
        let name = name.lowercased()
        let verbs = [name] + (synonyms.first { $0.contains(name) } ?? []).sorted()
        return verbs.lazy.compactMap { elsewhere[(names + [$0]).joined(separator: " ")] }.first.map { "taskd \($0)" }
    }

    private static let elsewhere = [
        "occurrences": "series occurrences", "deliveries": "hook deliveries", "reminders": "upcoming",
        "profile": "config", "profiles": "config", "settings": "config", "attachment list": "attachments",
        "attachment add": "attach", "series list": "list repeats", "series delete": "series end",
        "view show": "list --view", "trash show": "trash list", "hook show": "hook list", "token show": "token list",
    ]

    /// Verbs that people have for the same.
    private static let synonyms: [Set<String>] = [
        ["done", "complete", "finish", "close", "check"], ["delete", "remove", "rm", "del", "revoke"],
        ["add", "new", "create", "make"], ["list", "ls", "find", "search"], ["show", "view", "get", "info"],
        ["edit", "change", "update", "rename", "modify", "set"], ["serve", "start", "restart", "run", "daemon"],
    ]

    private static func nearest(to typed: String, in names: [String]) -> String? {
        let beginning = typed.lowercased()
        // What begins so is for shells.
        let names = names.filter { !$0.hasPrefix("__") }
        let verbs = synonyms.first { $0.contains(beginning) } ?? []
        if let verb = names.first(where: verbs.contains) { return verb }
        let longer = beginning.count > 1 ? names.first { $0.hasPrefix(beginning) } : nil
        return longer ?? Nearness.of(typed, among: names)
    }

    /// Options whose values have no sign.
    private static let unsigned: Set<String> = [
        "--for", "--estimate", "--estimated-duration", "--expires", "--retry", "--overlap", "--limit", "--rate",
        "--burst", "--concurrency", "--max-body-bytes",
    ]

    /// A value without its sign, with minutes where a length of time has no unit.
    private static func unsignedValue(_ value: String, of option: String) -> String {
        let number = String(value.dropFirst())
        let isLength = ["--for", "--estimate", "--estimated-duration"].contains(option)
        return isLength && number.allSatisfy(\.isNumber) ? number + "m" : number
    }

    /// How to write a value that begins with a dash, where the parser's message shows that one was taken for an option.
    static func ofDash(_ message: String, _ arguments: [String]) -> String? {
        func looksLikeOption(_ text: String) -> Bool { text.hasPrefix("-") && !text.hasPrefix("--") && text.count > 1 }
        if let option = message.firstMatch(of: /^Missing value for '(--[a-z-]+)/)?.1,
            let place = arguments.firstIndex(of: String(option)),
            let value = arguments[(place + 1)...].first, looksLikeOption(value)
        {
            return
                (unsigned.contains(String(option)) && value.contains(where: \.isNumber)
                ? "Write it without the minus: \(option) \(unsignedValue(value, of: String(option)))"
                : "If \(value) is the value, write \(option)=\(value)").withoutControls
        }
        guard message.hasPrefix("Missing expected argument") || message.hasPrefix("Unknown option '-"),
            // One letter was meant as an option.
            let value = arguments.first(where: { looksLikeOption($0) && ($0.count > 2 || $0.last?.isNumber == true) })
        else { return nil }
        if ["snooze", "s"].contains(arguments.first), value.dropFirst().first?.isNumber == true {
            return "It puts a reminder off, for a time to come: write \(value.dropFirst())".withoutControls
        }
        if ["undo", "redo"].contains(arguments.first), value.dropFirst().allSatisfy(\.isNumber) {
            return "Write it without the minus: taskd \(arguments[0]) \(value.dropFirst())".withoutControls
        }
        return "If \(value) is not an option, write it last, after --".withoutControls
    }
}

extension ParsableCommand {
    /// Whether a name is that of the command, or a short one for it.
    fileprivate static func answers(to name: String) -> Bool {
        _commandName == name || configuration.aliases.contains(name)
    }
}
