import ArgumentParser
import Foundation
import Storage

/// `taskd completions`: what shells complete commands and their values by.
struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Install or print the completions of commands, tasks, tags and dates for bash, zsh or fish.",
        subcommands: [Install.self, Print.self]
    )

    /// `taskd completions install`.
    struct Install: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "install",
            abstract: "Write the completions to where your shell looks for them.",
            discussion: """
                Nothing but that one file is written; where zsh has to be told of its folder, the lines for ~/.zshrc are \
                printed. A new shell has the completions.
                """
        )

        @Option(help: "The shell (default: the one that SHELL names)") var shell: Shell?

        func run(in context: CommandContext) async throws {
            let shell = try shell ?? CompletionFile.shell(context.environment)
            let file = try CompletionFile(shell, environment: context.environment)
            let change = try file.install()
            try StandardOutput.write("\(change): \(file.path.withoutControls)\n" + (file.note.map { "\($0)\n" } ?? ""))
        }
    }

    /// `taskd completions print`.
    struct Print: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "print", abstract: "Print the completions of a shell.")

        @Argument(help: "The shell") var shell: Shell

        func run(in context: CommandContext) async throws {
            try StandardOutput.write(shell.script)
        }
    }
}

/// The file in which a shell finds a user's completions of taskd.
struct CompletionFile: Hashable, Sendable {
    let shell: Shell
    let path: String
    /// What has to be done besides; nil for nothing.
    let note: String?

    /// The shell that the environment names.
    ///
    /// - Throws: ``CommandFailure`` for one that there are no completions for.
    static func shell(_ environment: [String: String]) throws -> Shell {
        let path = environment["SHELL"].flatMap { $0.isEmpty ? nil : $0 } ?? "/"
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard let shell = Shell(rawValue: name) else {
            throw CommandFailure.usage(
                name == "/"
                    ? "SHELL does not say which shell you use" : "there are no completions for \(name)".withoutControls,
                "Give --shell bash, zsh or fish.")
        }
        return shell
    }

    /// - Throws: ``CommandFailure`` where there is no home.
    init(_ shell: Shell, environment: [String: String]) throws {
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw CommandFailure.usage(
                "HOME does not say where your files are", "Set HOME, or use taskd completions print.")
        }
        func folder(_ variable: String, _ standard: String) -> String {
            environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(standard)"
        }
        self.shell = shell
        switch shell {
        case .bash:
            path = folder("XDG_DATA_HOME", ".local/share") + "/bash-completion/completions/taskd"
            note = nil
        case .fish:
            path = folder("XDG_CONFIG_HOME", ".config") + "/fish/completions/taskd.fish"
            note = nil
        case .zsh:
            let place = folder("XDG_DATA_HOME", ".local/share") + "/zsh/site-functions"
            path = place + "/_taskd"
            note = "In ~/.zshrc, before compinit: fpath=('\(place)' $fpath)"
        }
    }

    /// Whether the file is there as this program would write it.
    var isCurrent: Bool {
        FileManager.default.contents(atPath: path) == Data(shell.script.utf8)
    }

    /// Writes the file.
    ///
    /// - Returns: What was done, in a word.
    /// - Throws: ``CommandFailure`` where it cannot be written.
    func install() throws -> String {
        if isCurrent { return "already there" }
        let isThere = FileManager.default.fileExists(atPath: path)
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        let first = isFolder.boolValue ? "Move that folder away" : "Make its folder yours"
        let remedy = "\(first), or use taskd completions print \(shell.rawValue)."
        do {
            try PrivateFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path).create()
            let file = try OutputFile(path)
            try file.write(Array(shell.script.utf8))
            try file.finish()
        } catch let failure as CommandFailure {
            throw CommandFailure.failed(failure.message, remedy)
        } catch {
            throw CommandFailure.failed("\(error)".withoutControls, remedy)
        }
        return isThere ? "replaced" : "installed"
    }
}
