import ArgumentParser

/// The arguments as they were typed, which errors repeat.
struct TypedArguments: Hashable, Sendable {
    /// The names of the command, such as `hook` and `add`.
    let command: [String]
    /// What stands behind them.
    private let rest: [String]

    init(_ arguments: [String]) {
        let rest = (try? UsageHint.command(arguments))?.rest ?? arguments
        command = Array(arguments.dropLast(rest.count))
        self.rest = rest
    }

    /// The command with its help, such as `taskd hook add --help`.
    var help: String { (["taskd"] + command + ["--help"]).joined(separator: " ") }

    /// What was typed behind the command, up to the `--` that ends options.
    var beforeTerminator: ArraySlice<String> { rest.prefix { $0 != "--" } }

    /// The options that were typed, without their values.
    private var options: [String] {
        beforeTerminator.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
    }

    /// Whether an option was typed.
    func has(_ option: String) -> Bool { !values(of: option).isEmpty }

    /// The options that were typed more than once.
    var repeatedOptions: Set<String> {
        Set(Dictionary(grouping: options) { $0 }.filter { $0.value.count > 1 }.keys)
    }

    /// What was typed for an option, each time it was.
    func values(of option: String) -> [String] {
        var values: [String] = []
        for (place, argument) in beforeTerminator.enumerated() {
            if argument == option {
                values.append(place + 1 < rest.count ? rest[place + 1] : "")
            } else if argument.hasPrefix(option + "=") {
                values.append(String(argument.dropFirst(option.count + 1)))
            }
        }
        return values
    }

    /// A text in which options that were not typed are called by the terms that were: `due:foo` for `--due "foo"`.
    func naming(_ text: String) -> String {
        var text = text
        let both = "--start and --due "
        if text.contains(both), !has("--due"), !has("--start"), term(["due", "마감", "start"]) != nil {
            text = text.replacing(both, with: "start: and due: ")
        }
        for (option, terms) in Self.terms where text.contains(option + " ") && !has(option) {
            guard let term = term(terms), let key = term.split(separator: ":").first else { continue }
            for quote in ["\"", "'"] {
                let parts = text.split(separator: "\(option) \(quote)", omittingEmptySubsequences: false)
                text = parts.dropFirst().reduce(parts.first.map(String.init) ?? "") { text, part in
                    let isTry = quote == "'"
                    let value = part.prefix { String($0) != quote }
                    let rest = part.dropFirst(value.count + 1)
                    return text + (isTry ? "'\(key):\(value)'" : "\(key):\(value)") + rest
                }
            }
            text = text.replacing("\(option) away", with: "\(key): away")
            text = text.replacing("\(option) ", with: "\(key):")
        }
        return text
    }

    private static let terms: [(option: String, terms: [String])] = [
        ("--due", ["due", "마감"]), ("--start", ["start"]), ("--repeat", ["repeat", "repeats", "반복"]),
        ("--remind", ["remind", "r", "알림"]), ("--estimate", ["for", "estimate"]), ("--zone", ["zone"]),
        ("--project", ["project"]), ("--title", ["title"]),
    ]

    /// The first term such as `zone:Mars`, of one of some names, where the command takes terms.
    func term(_ names: [String]) -> String? {
        guard let command = command.first else { return nil }
        let isLine = ["add", "a"].contains(command)
        guard isLine || TermArguments.commands.contains(command) else { return nil }
        // A line of words may be one argument.
        let terms = isLine ? rest.flatMap { $0.split(separator: " ").map(String.init) } : rest
        return terms.first { argument in
            names.contains { argument.lowercased().hasPrefix($0 + ":") && argument.count > $0.count + 1 }
        }
    }
}
