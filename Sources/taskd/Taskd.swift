import ArgumentParser
import Basics
import Foundation
import Scheduler

/// The root of the command line; it makes the one clock and passes it down.
@main
struct Taskd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "taskd",
        abstract: "Reminders and recurring tasks: a daemon, and the commands that talk to it.",
        discussion: """
            Exit status: 0 done, 1 refused or failed, 3 daemon not reachable, 64 wrong usage.
            """,
        version: version,
        subcommands: [Complete.self, Manual.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Daemon",
                subcommands: [
                    Serve.self, Ready.self, Status.self, Doctor.self, ConfigCommand.self, CompletionsCommand.self,
                ]),
            CommandGroup(
                name: "Task",
                subcommands: [
                    Add.self, List.self, Show.self, Edit.self, Duplicate.self, Done.self, Reopen.self, Skip.self,
                    Delete.self, SeriesCommand.self, ProjectCommand.self, TagCommand.self, ViewCommand.self, Undo.self,
                    Redo.self,
                    History.self, Stats.self, TrashCommand.self, BulkCommand.self, Attach.self,
                    Attachments.self, AttachmentCommand.self,
                ]
            ),
            CommandGroup(
                name: "Reminder",
                subcommands: [
                    Upcoming.self, Why.self, Snooze.self, Acknowledge.self, PauseCommand.self, ResumeCommand.self,
                    PausesCommand.self,
                ]
            ),
            CommandGroup(name: "Event and access", subcommands: [HookCommand.self, Events.self, TokenCommand.self]),
            CommandGroup(
                name: "Store", subcommands: [Backup.self, Restore.self, Check.self, Export.self, Import.self]),
            CommandGroup(name: "Offline", subcommands: [DateCommand.self, RuleCommand.self, OpenAPI.self]),
        ]
    )

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            switch try parsed(arguments) {
            case let command as any ContextCommand: try await command.run(in: .ofProcess(arguments, clock: WallClock()))
            case var command as any AsyncParsableCommand: try await command.run()
            case var command: try command.run()
            }
        } catch let failure as CommandFailure {
            StandardError.write("taskd: \(failure)\n")
            exit(withError: ExitCode(failure.exitStatus))
        } catch is OutputClosed {
            // Whoever read the output has seen enough; there is nobody to tell.
            exit(withError: ExitCode.failure)
        } catch {
            guard let hint = UsageHint.ofDash(message(for: error), arguments) else { exit(withError: error) }
            StandardError.write("\(fullMessage(for: error))\n  \(hint)\n")
            exit(withError: exitCode(for: error))
        }
    }

    /// Reads the command by itself, as reading it as one of a tree builds the whole tree each time.
    ///
    /// What asks for help, or is wrong, is read in the tree, which has the words for it.
    private static func parsed(_ arguments: [String]) throws -> sending any ParsableCommand {
        let (command, rest) = try UsageHint.command(arguments)
        if command.configuration.subcommands.isEmpty, let parsed = try? command.parseAsRoot(rest),
            type(of: parsed) == command
        {
            return parsed
        }
        return try parseAsRoot(arguments)
    }
}

extension Taskd {
    /// The version of the program.
    static let version = "0.1.0"
}

extension CommandContext {
    fileprivate static func ofProcess(_ arguments: [String], clock: WallClock) -> CommandContext {
        let environment = ProcessInfo.processInfo.environment
        return CommandContext(
            clock: clock,
            environment: environment,
            zones: ZoneDatabase(),
            style: TextStyle(environment: environment),
            profile: profile(arguments)
        )
    }

    /// The value of `--profile`, which every command that asks the daemon has; the parser has refused all that makes no
    /// sense.
    private static func profile(_ arguments: [String]) -> String? {
        let options = arguments.prefix { $0 != "--" }
        guard let place = options.lastIndex(where: { $0 == "--profile" || $0.hasPrefix("--profile=") }) else {
            return nil
        }
        let parts = options[place].split(separator: "=", maxSplits: 1)
        return parts.count == 2 ? String(parts[1]) : options.dropFirst(place + 1).first
    }
}
