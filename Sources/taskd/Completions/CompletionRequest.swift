import ArgumentParser

/// What is asked for at the cursor: names that the program knows, or values of a kind.
struct CompletionRequest {
    /// What can be offered, and the text that each of it is to begin with, such as `--due=`.
    enum Wanted {
        case candidates([CompletionCandidate])
        case values(ValueKind, before: String)
    }

    let wanted: Wanted
    /// What was typed for options that decide which daemon is asked.
    let connection: [String: String]

    private static let deciding = ["--url", "--daemon", "--token", "--profile", "--ca-file"]

    init(_ line: ShellLine) {
        let words = Array(line.words.dropFirst())
        var command: any ParsableCommand.Type = Taskd.self
        var path: [String] = []
        var rest = words.first == "help" ? words.dropFirst() : words[...]
        while let name = rest.first, let next = Self.subcommand(name, of: command) {
            command = next
            path.append(next._commandName)
            rest = rest.dropFirst()
        }
        var connection: [String: String] = [:]
        for (option, value) in zip(words, words.dropFirst()) where Self.deciding.contains(option) {
            connection[option] = value
        }
        self.connection = connection
        let children = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        if !children.isEmpty, rest.isEmpty, !line.partial.hasPrefix("-") {
            let candidates = children.map {
                CompletionCandidate(value: $0._commandName, description: $0.configuration.abstract)
            }
            wanted = .candidates(candidates)
        } else {
            wanted = Self.wanted(CommandDescription.of(command), path, Array(rest), line.partial)
        }
    }

    private static func subcommand(
        _ name: String, of command: any ParsableCommand.Type
    ) -> (any ParsableCommand.Type)? {
        command.configuration.subcommands.first { $0._commandName == name || $0.configuration.aliases.contains(name) }
    }

    private static func wanted(
        _ arguments: [CommandDescription.Argument], _ path: [String], _ words: [String], _ partial: String
    ) -> Wanted {
        let isBehindDashes = words.contains("--")
        if !isBehindDashes,
            let option = words.last.flatMap({ last in arguments.first { $0.isOption && $0.isCalled(last) } })
        {
            return ValueKind(option: option).map { .values($0, before: "") } ?? .candidates([])
        }
        if !isBehindDashes, partial.hasPrefix("--"), let equals = partial.firstIndex(of: "=") {
            let option = arguments.first { $0.isOption && $0.isCalled(String(partial[..<equals])) }
            let kind = option.flatMap { ValueKind(option: $0) }
            return kind.map { .values($0, before: String(partial[...equals])) } ?? .candidates([])
        }
        if !isBehindDashes, partial.hasPrefix("-") {
            let used = Set(words)
            let untold = LackingForms.of(path.joined(separator: " "))?.options ?? []
            let offered = arguments.filter { argument in
                !argument.isPositional && !untold.contains("--\(argument.name)")
                    && (argument.isRepeating || !used.contains { argument.isCalled($0) })
            }
            return .candidates(
                offered.map { CompletionCandidate(value: "--\($0.name)", description: $0.words) }
                    + [CompletionCandidate(value: "--help", description: "Show help information.")])
        }
        let positionals = arguments.filter(\.isPositional)
        let count = positional(words, arguments)
        guard let argument = count < positionals.count ? positionals[count] : positionals.last(where: \.isRepeating)
        else { return .candidates([]) }
        return ValueKind(positional: argument, of: path).map { .values($0, before: "") } ?? .candidates([])
    }

    /// How many of the words are positional arguments.
    private static func positional(_ words: [String], _ arguments: [CommandDescription.Argument]) -> Int {
        var (count, isValue, isBehindDashes) = (0, false, false)
        for word in words {
            if isValue {
                isValue = false
            } else if word == "--" {
                isBehindDashes = true
            } else if !isBehindDashes, word.hasPrefix("-"), word.count > 1 {
                isValue = arguments.contains { $0.isOption && $0.isCalled(word) }
            } else {
                count += 1
            }
        }
        return count
    }
}
