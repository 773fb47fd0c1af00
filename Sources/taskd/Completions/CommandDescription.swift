import ArgumentParser
import Foundation

/// A command's options and arguments, as the parser itself describes them.
struct CommandDescription: Decodable {
    /// An option, a flag or a positional argument.
    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            var text: String { kind == "long" ? "--\(name)" : "-\(name)" }
        }

        let kind: String
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let allValues: [String]?
        let isRepeating: Bool
        let shouldDisplay: Bool
        let parsingStrategy: String?

        /// The values that it may have, as `a, b or c`; nil where it may have others.
        var choices: String? { allValues.flatMap { CommandDescription.oneOf($0) } }

        /// Whether all that stands behind it is its value, whatever it looks like.
        var takesRest: Bool { parsingStrategy == "allRemainingInput" }

        var isOption: Bool { kind == "option" }
        var isPositional: Bool { kind == "positional" }

        /// Whether it is called so on the command line.
        func isCalled(_ text: String) -> Bool { names?.contains { $0.text == text } ?? false }
    }

    private struct Dump: Decodable {
        let command: CommandDescription
    }

    let arguments: [Argument]?

    /// Describes a command by itself, without its subcommands where it is one of the leaves.
    static func of(_ command: any ParsableCommand.Type) -> [Argument] { all(of: command).filter(\.shouldDisplay) }

    /// The same with those that no help shows.
    static func all(of command: any ParsableCommand.Type) -> [Argument] {
        let dump = try? JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8))
        return dump?.command.arguments ?? []
    }

    /// Values as `a, b or c`; nil where there are none.
    static func oneOf(_ values: [String]) -> String? {
        guard let last = values.last else { return nil }
        return values.count == 1 ? last : "\(values.dropLast().joined(separator: ", ")) or \(last)"
    }

    /// The option of a command that somebody who typed it with one hyphen means: by its name, by its only first letter, or by
    /// the `n` that other programs have for how many; nil where there is none.
    static func option(called word: String, of command: any ParsableCommand.Type) -> String? {
        let names = of(command).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name)
        let name = word == "n" ? "limit" : word
        if names.contains(name) { return "--\(name)" }
        let beginning = names.filter { name.count == 1 && $0.hasPrefix(name) }
        return beginning.count == 1 ? "--\(beginning[0])" : nil
    }
}

extension CommandDescription.Argument {
    /// The option's first long name without its dashes; of an argument the name of its value.
    var name: String { names?.first { $0.kind == "long" }?.name ?? valueName ?? "" }

    /// Whether its value is several with commas between them.
    var takesList: Bool { abstract?.contains("separated by commas") ?? false }

    /// What it is, on one line.
    var words: String {
        let text = (abstract ?? "").split(separator: "\n").first.map(String.init) ?? ""
        return text.firstRange(of: " (TASKD").map { String(text[..<$0.lowerBound]) } ?? text
    }
}
