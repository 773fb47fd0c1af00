import ArgumentParser
import Basics
import Recurrence
import TaskdClient

/// `taskd delete`: deletes tasks.
struct Delete: ContextCommand {
    /// From how many tasks on one is asked.
    static let maxUnasked = 20

    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete tasks; taskd undo or taskd trash restore brings them back.",
        usage: "taskd delete <task> ... [<options>]",
        discussion: """
            Of a task that repeats, deleting an open occurrence without --scope ends the series: no more occurrences \
            appear, and other open ones stay. Deleting a closed one does not end it. On a terminal it asks before it ends \
            a series or deletes more than \(maxUnasked) tasks.
            """,
        aliases: ["rm"])

    @Option(
        help: """
            What to delete of a task that repeats: this occurrence alone, so that the next one appears, this and the \
            following open ones, or all open ones
            """
    )
    var scope: ScopeArgument?

    @OptionGroup var choice: TasksChoice

    func run(in context: CommandContext) async throws {
        try await choice.client.withDaemon(context) { daemon in
            let tasks = try await choice.lookUp(in: daemon, context, for: "delete")
            let scope = try scope ?? askedScope(tasks, context)
            let answer: DaemonResponse
            if tasks.count == 1, let task = tasks.first {
                answer = try await daemon.delete("tasks/\(task.id)", QueryItem.optional("scope", scope?.rawValue))
            } else {
                let body = TaskBatch.body(tasks) { task, json in
                    json.field("op", "delete")
                    if task.seriesId != nil, let scope { json.field("scope", scope.rawValue) }
                }
                answer = try await TaskBatch.post(body, of: tasks, daemon)
            }
            let access = choice.client.access
            // The daemon has nothing to say of a task that is gone.
            if access.output.quiet { return try StandardOutput.write(tasks.map { "\($0.shownHandle)\n" }.joined()) }
            var text = ""
            if try access.output.form() == nil {
                let printer = TextFormatter(context: context, access.output.display)
                for task in tasks {
                    text += printer.line("deleted", task)
                    text += try await SeriesNotice(daemon: daemon).lines(task.recurringSeriesID, printer)
                }
            }
            try context.print(answer, access) { _ in text }
        }
    }

    /// How much of a series goes, where that is asked; nil for what happens without a scope.
    private func askedScope(_ tasks: [TaskView], _ context: CommandContext) throws -> ScopeArgument? {
        let prompts = context.prompts.asking(unless: choice.prompting.isSilent || choice.prompting.yes)
        guard prompts.isInteractive else { return nil }
        if tasks.count > Self.maxUnasked {
            guard prompts.confirm(.deletingTasks(tasks.count), standard: false) == true else { throw Self.nothing }
        }
        guard tasks.count == 1, let task = tasks.first, task.repeats, task.isOpen else { return nil }
        guard let scope = try ScopeQuestion(task, "delete").ask(prompts, context) else { throw Self.nothing }
        return scope
    }

    private static let nothing = CommandFailure.failed("nothing was deleted")
}

extension TaskView {
    /// Whether its series goes on, so that there is more than one that a change could be about.
    var repeats: Bool { seriesId != nil && recurrence != nil }
}

/// How far a change of one occurrence reaches, as a question.
struct ScopeQuestion {
    private let task: TaskView
    private let verb: String

    init(_ task: TaskView, _ verb: String) {
        (self.task, self.verb) = (task, verb)
    }

    /// The answer; nil for none of them.
    func ask(_ prompts: Prompts, _ context: CommandContext) throws -> ScopeArgument? {
        let due = TextFormatter(context: context).due(task) ?? "without a due time"
        let choices =
            prompts.language == .korean
            ? ["이번 것만, \(due)", "이번 것과 그 다음 것들", "반복 전체의 열린 것 모두"]
            : ["this one alone, \(due)", "this one and those after it", "all open ones of the series"]
        return prompts.choose(
            .scope(title: task.title.withoutControls, isDeletion: verb == "delete"), among: choices
        )
        .map { [ScopeArgument.this, .following, .all][$0] }
    }
}

extension TaskView {
    /// Whether it is still to be done.
    var isOpen: Bool { status == "needsAction" || status == "inProcess" }
}
