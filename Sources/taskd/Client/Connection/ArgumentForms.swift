/// What is said on the command line in forms that the parser does not have.
struct ArgumentForms: Hashable, Sendable {
    /// The arguments for the parser.
    var arguments: [String]
    /// What `--color auto|always|never` says, wherever it stands: tags and projects have a colour of that name too.
    let colour: ColourChoice

    init(_ typed: [String]) {
        var (arguments, colour, index) = ([String](), ColourChoice.auto, 0)
        let end = typed.firstIndex(of: "--") ?? typed.count
        while index < end {
            let argument = typed[index]
            index += 1
            if argument.hasPrefix("--color=") || argument == "--color" && index < end {
                let value = argument == "--color" ? typed[index] : String(argument.dropFirst("--color=".count))
                if let choice = ColourChoice(rawValue: value) {
                    colour = choice
                    if argument == "--color" { index += 1 }
                    continue
                }
            }
            if let option = ["--json=", "--csv="].first(where: argument.hasPrefix) {
                // See ``FieldArgument``.
                arguments.append("\(option)=\(argument.dropFirst(option.count))")
            } else {
                arguments.append(argument)
            }
        }
        self.arguments = arguments + typed[end...]
        self.colour = colour
    }

    /// Whether a program reads what went wrong, too.
    var wantsProblems: Bool {
        arguments.prefix { $0 != "--" }.contains { $0 == "--json" || $0.hasPrefix("--json=") || $0 == "--jsonl" }
    }
}
