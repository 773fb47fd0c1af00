/// Terms that begin with a hyphen, as `-work` for "not this tag" does, among the arguments of a command.
enum TermArguments {
    /// The sign that stands for the hyphen of a term, since the parser takes what begins with one for options.
    ///
    /// It can be typed, too.
    static let minus: Character = "\u{2212}"

    /// The commands that take terms.
    static let commands: Set<String> = ["list", "ls", "edit", "today", "week"]
    /// Options whose value may begin with a hyphen.
    private static let withHyphens: Set<String> = ["--sort", "--sort-order", "--remind"]

    /// The arguments, with the hyphen of each term replaced.
    static func protecting(_ arguments: [String]) -> [String] {
        guard let command = arguments.first, commands.contains(command) else { return arguments }
        var (protected, previous) = ([String](), "")
        for argument in arguments {
            let isTerm =
                !isOption(argument, of: command) && argument.count > 1 && argument.first == "-"
                && (argument.dropFirst().first?.isLetter == true || ["-@", "-\""].contains(argument.prefix(2)))
            if previous == "--" || !isTerm || withHyphens.contains(previous) {
                protected.append(argument)
            } else {
                protected.append("\(minus)\(argument.dropFirst())")
            }
            previous = argument
        }
        return protected
    }

    /// Whether an argument is an option of one letter: help, and the yes to what `taskd edit` asks.
    private static func isOption(_ argument: String, of command: String) -> Bool {
        argument == "-h" || argument == "-y" && command == "edit"
    }

    /// The name of a tag that a term adds or takes away, with its sign; nil where a term is about none.
    static func tag(_ term: String) -> (name: String, isAdded: Bool)? {
        guard let sign = term.first, term.count > 1 else { return nil }
        switch sign {
        case "+", "#": return (unquoted(term.dropFirst()), true)
        case "-", minus: return (unquoted(term.dropFirst()), false)
        default: return nil
        }
    }

    /// A name without the quotation marks that it has in a line of `taskd add`.
    static func unquoted(_ name: Substring) -> String {
        name.count > 2 && name.first == "\"" && name.last == "\"" ? String(name.dropFirst().dropLast()) : String(name)
    }

    /// The name before a colon and the value behind it; nil where there are not both.
    static func field(_ term: String) -> (name: String, value: String)? {
        guard let colon = term.firstIndex(of: ":") else { return nil }
        let (name, value) = (term[..<colon].lowercased(), String(term[term.index(after: colon)...]).trimmingSpaces)
        guard !name.isEmpty, !value.isEmpty else { return nil }
        // In texts quotation marks mean what they say.
        return (name, texts.contains(name) ? value : unquoted(value[...]))
    }

    private static let texts: Set = ["title", "note", "text", "description"]

    /// The name before a relation such as `<`, and the value behind it; nil where there are not all three.
    static func comparison(_ term: String) -> (name: String, relation: String, value: String)? {
        guard let match = term.wholeMatch(of: /(\p{L}+)\s*(<=|>=|!=|<|>|=)\s*(\S.*)/) else { return nil }
        return (match.output.1.lowercased(), String(match.output.2), String(match.output.3).trimmingSpaces)
    }

    /// The priority that a term by itself names: `p1` to `p4`, `p:high`.
    static func priority(_ term: String) -> PriorityArgument? {
        switch term.lowercased() {
        case "p1": .urgent
        case "p2": .high
        case "p3": .medium
        case "p4": .low
        default: nil
        }
    }
}
