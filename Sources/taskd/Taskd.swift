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
        usage: "taskd [<subcommand>]",
        discussion: """
              taskd add 'Dentist tomorrow 3pm +health remind 1h'
              taskd
              taskd done dentist
              taskd undo

            By itself, on a terminal, it shows what is due. Exit status: 0 done, 1 refused or failed, 3 daemon not \
            reachable, 64 typed wrong, 130 interrupted.
            """,
        version: version,
        subcommands: [Complete.self, Manual.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Daemon",
                subcommands: [
                    Serve.self, Ready.self, Status.self, Nodes.self, Doctor.self, ConfigCommand.self,
                    CompletionsCommand.self,
                ]),
            CommandGroup(
                name: "Task",
                subcommands: [
                    Add.self, List.self, Today.self, Week.self, Overview.self, Show.self, Edit.self, Duplicate.self,
                    Done.self, Reopen.self, Skip.self,
                    Delete.self, SeriesCommand.self, ProjectCommand.self, TagCommand.self, ViewCommand.self, Undo.self,
                    Redo.self,
                    History.self, Log.self, Stats.self, TrashCommand.self, BulkCommand.self, Attach.self,
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
                name: "Store",
                subcommands: [Backup.self, Restore.self, Check.self, Copy.self, Export.self, Import.self]),
            CommandGroup(name: "Offline", subcommands: [DateCommand.self, RuleCommand.self, OpenAPI.self]),
        ]
    )

    static func main() async {
        StandardStreams.hold()
        var forms = ArgumentForms(Array(CommandLine.arguments.dropFirst()))
        var context = CommandContext.ofProcess(forms.arguments, clock: WallClock(), colour: forms.colour)
        do {
            try ProcessArguments.check()
            if let topic = Self.topic(forms.arguments) { return show(topic, context) }
            forms.arguments = TermArguments.protecting(try meant(forms.arguments, context))
            context.typed = TypedArguments(forms.arguments)
            try ParserText(forms.arguments).refuseRepeated()
            try ParserText.refuseTerms(context.typed)
            try LackingForms.of(context.typed.command.joined(separator: " "))?.check(context.typed)
            switch try parsed(forms.arguments) {
            case let command as any ContextCommand:
                // Whoever reads the output may leave: a write tells so.
                signal(SIGPIPE, SIG_IGN)
                try await command.run(in: context)
            case var command as any AsyncParsableCommand: try await command.run()
            case var command: try command.run()
            }
        } catch let failure as CommandFailure {
            end(with: failure, forms)
        } catch is OutputClosed {
            // Whoever read the output has seen enough.
            exit(withError: ExitCode.success)
        } catch let asked where exitCode(for: asked) == .success {
            show(fullMessage(for: asked, columns: HelpPage.unbroken), context)
        } catch {
            let (code, message) = (exitCode(for: error), message(for: error))
            // Help that was asked for, and an exit of which all has been said.
            guard !code.isSuccess, !message.isEmpty else { exit(withError: error) }
            guard code != .validationFailure else { end(with: ParserText(forms.arguments).failure(message), forms) }
            end(with: .failed(message.withoutControls), forms)
        }
    }

    /// Tells what went wrong, in the form that was asked for, and ends the process.
    private static func end(with failure: CommandFailure, _ forms: ArgumentForms) -> Never {
        let failure = failure.worded(for: TypedArguments(forms.arguments))
        StandardError.write(forms.wantsProblems ? failure.problem : "taskd: \(failure)\n")
        exit(withError: ExitCode(failure.exitStatus))
    }

    /// The topic that help is asked about, or the list of them.
    private static func topic(_ arguments: [String]) -> String? {
        guard arguments.count == 2, arguments[0] == "help" else { return nil }
        return arguments[1] == "topics" ? HelpTopic.list : HelpTopic.named(arguments[1])?.text
    }

    /// Shows what the parser says where it is asked: a page of help, the version, a script.
    private static func show(_ text: String, _ context: CommandContext) {
        guard !text.isEmpty else { return }
        signal(SIGPIPE, SIG_IGN)
        let page = HelpPage(text)?.text(columns: context.terminal.columns)
        // Whoever reads it may have seen enough.
        do { try context.show(page ?? (text.hasSuffix("\n") ? text : text + "\n")) } catch {
            exit(withError: ExitCode.success)
        }
    }

    /// The arguments that were meant: nothing at all on a terminal asks for what is due, and Hangul is not a command.
    private static func meant(_ arguments: [String], _ context: CommandContext) throws -> [String] {
        if arguments.isEmpty, context.terminal.hasOutput { return [Overview._commandName] }
        guard let (typed, meant) = UsageHint.hangulCommand(arguments),
            context.prompts.confirm(.hangulKeys(typed: typed, meant: meant[0])) == true
        else { return arguments }
        return meant
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
    fileprivate static func ofProcess(
        _ arguments: [String], clock: WallClock, colour: ColourChoice
    ) -> CommandContext {
        let environment = ProcessInfo.processInfo.environment
        let terminal = Terminal(environment: environment, descriptors: .ofProcess(), colour: colour)
        return CommandContext(
            clock: clock,
            environment: environment,
            zones: ZoneDatabase(),
            terminal: terminal,
            profile: profile(arguments),
            prompts: Prompts(isInteractive: terminal.canAsk, readLine: { readLine() }, show: StandardError.write),
            lastTouched: LastTouched(
                environment: environment, terminal: ttyname(STDERR_FILENO).map { String(cString: $0) })
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
