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

    /// Whether an option was typed.
    func has(_ option: String) -> Bool { !values(of: option).isEmpty }

    /// What was typed for an option, each time it was.
    func values(of option: String) -> [String] {
        var values: [String] = []
        for (place, argument) in rest.prefix(while: { $0 != "--" }).enumerated() {
            if argument == option {
                values.append(place + 1 < rest.count ? rest[place + 1] : "")
            } else if argument.hasPrefix(option + "=") {
                values.append(String(argument.dropFirst(option.count + 1)))
            }
        }
        return values
    }

    /// The words that are neither options nor their values, as far as that can be told without reading them all.
    var words: [String] {
        var (words, previous) = ([String](), "")
        for argument in rest {
            if !argument.hasPrefix("-"), !previous.hasPrefix("--") || previous.contains("=") { words.append(argument) }
            previous = argument
        }
        return words
    }

    /// The first term such as `zone:Mars`, of one of some names, where the command takes terms.
    func term(_ names: [String]) -> String? {
        guard let command = command.first, TermArguments.commands.contains(command) else { return nil }
        return rest.first { argument in
            names.contains { argument.lowercased().hasPrefix($0 + ":") && argument.count > $0.count + 1 }
        }
    }
}
