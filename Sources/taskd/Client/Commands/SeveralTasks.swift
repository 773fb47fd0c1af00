import ArgumentParser
import Basics
import TaskdClient

/// What every command about some tasks is given.
struct TasksChoice: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            The tasks, each by its handle or the beginning of it (at least 3 characters), words of its title, its id, or \
            . for the one touched last in this terminal.
            """, valueName: "task"))
    var tasks: [String]

    @OptionGroup var prompting: PromptOptions

    @OptionGroup var client: ClientOptions

    /// Finds the tasks that are meant.
    func lookUp(in daemon: DaemonClient, _ context: CommandContext, for verb: String? = nil) async throws -> [TaskView]
    {
        let count = Set(tasks).count
        guard verb == nil || count <= TaskBatch.maxTasks else {
            let bulk: String? = ["done", "delete"].first { $0 == verb }
            throw CommandFailure.usage(
                "\(count) tasks are too many: at most \(TaskBatch.maxTasks) are changed together",
                bulk.map { "Use taskd bulk \($0) --where." } ?? "Name them in several commands.")
        }
        return try await IdentifierLookup(
            daemon: daemon, context: context, verb: verb, prompting: prompting, takesClosed: verb == nil
        ).views(tasks)
    }

    /// Carries a verb out for each task, all or none of them, as one change.
    ///
    /// - Parameters:
    ///   - operation: The operation of a batch, which is also the end of the path for a task by itself.
    ///   - verb: What was done, for questions and answers.
    ///   - context: Where the command runs.
    ///   - lines: The lines about a result; with the task of it, whose series may have ended, and what is open by it.
    /// - Throws: ``CommandFailure`` where something typed means no task, or several; `DaemonError`.
    func run<Result: Decodable & Sendable>(
        _ operation: String, _ verb: String, _ context: CommandContext,
        _ lines: (TextFormatter, Result, DaemonClient) async throws -> (text: String, task: TaskView, open: TaskView?)
    ) async throws {
        try await client.withDaemon(context) { daemon in
            // What is opened again is looked for among what is closed.
            let tasks = try await lookUp(in: daemon, context, for: operation == "reopen" ? operation : verb)
            let (answer, results): (DaemonResponse, [Result])
            if tasks.count == 1, let task = tasks.first {
                answer = try await daemon.post("tasks/\(task.id)/\(operation)", query: [.shortHandles])
                results = [try answer.decode()]
            } else {
                answer = try await TaskBatch.post(
                    TaskBatch.body(tasks) { $0.field("op", operation) }, of: tasks, daemon)
                results = (try answer.decode() as BatchView<Result>).results
            }
            context.touch(tasks.last?.id)
            var text = ""
            if try client.access.output.form() == nil {
                var printer = TextFormatter(context: context, client.access.output.display)
                printer.projectNames = try await context.projectNames(for: answer, daemon)
                var opened: [TaskView] = []
                for (result, before) in zip(results, tasks) {
                    var (words, task, open) = try await lines(printer, result, daemon)
                    if let open { opened.append(open) }
                    // Completing what is completed, and reopening what is open, changes nothing.
                    if before.status == task.status, operation != "skip" {
                        words = printer.line("already \(verb)", task)
                    }
                    text += try await words + SeriesNotice(daemon: daemon).lines(before.recurringSeriesID, printer)
                }
                try await context.tellHolds(of: opened, daemon, client.access)
            }
            try context.print(answer, client.access) { _ in text }
        }
    }
}

/// The body of a batch that does the same with several tasks.
enum TaskBatch {
    /// How many tasks one has at most.
    static let maxTasks = 1_000

    /// Sends one.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - tasks: The tasks of its operations, by whose titles a refusal calls them.
    ///   - daemon: The daemon.
    /// - Returns: The answer.
    /// - Throws: ``CommandFailure`` for a refusal of some of the tasks; `DaemonError`.
    static func post(_ body: [UInt8], of tasks: [TaskView], _ daemon: DaemonClient) async throws -> DaemonResponse {
        do {
            return try await daemon.post(
                "batch", body, query: [.shortHandles], timeout: daemon.limits.longTimeout)
        } catch DaemonError.refused(let problem)
            where problem.faults.contains(where: { $0.pointer.hasPrefix("/operations/") })
        {
            var failure = CommandFailure(problem, of: tasks)
            failure.names = await RefusedNames(daemon: daemon).words(in: problem)
            throw failure
        }
    }

    static func body(_ tasks: [TaskView], _ fields: (inout JSONWriter) -> Void) -> [UInt8] {
        body(tasks) { _, json in fields(&json) }
    }

    static func body(_ tasks: [TaskView], _ fields: (TaskView, inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("operations") { json in
                json.array(tasks) { json, task in
                    json.object { json in
                        fields(task, &json)
                        json.field("id", task.id)
                    }
                }
            }
        }
        return json.bytes
    }
}

extension DaemonClient {
    /// The occurrence that is to be done next: the one that follows, or where that was closed before, the first of its series
    /// that is open; nil where none is.
    fileprivate func openOne(of next: TaskView?) async throws -> TaskView? {
        guard let next, !next.isOpen else { return next }
        return if let series = next.seriesId { try await openOccurrence(of: series) } else { nil }
    }

    /// The first open occurrence of a series; nil where none is open.
    func openOccurrence(of series: String) async throws -> TaskView? {
        let query = [
            QueryItem("seriesId", series), QueryItem("status", "needsAction,inProcess"), QueryItem("sort", "due"),
            QueryItem("limit", "1"), .shortHandles,
        ]
        return (try await get("tasks", query).decode() as ListPage<TaskView>).items.first
    }
}

/// `taskd done`: completes tasks.
struct Done: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Complete tasks; one that repeats goes on with its next occurrence.",
        usage: "taskd done <task> ... [<options>]",
        discussion: """
              taskd done kf3
              taskd done kf3 m7q x2n
              taskd done rent

            Several tasks are completed together, all or none; taskd undo takes all of them back.
            """,
        aliases: ["d"])

    @OptionGroup var choice: TasksChoice

    func run(in context: CommandContext) async throws {
        try await choice.run("complete", "done", context) { (printer, view: CompletionView, daemon) in
            let next = try await daemon.openOne(of: view.next)
            return (printer.closing("done", view.completed, next: next), view.completed, next)
        }
    }
}

/// `taskd skip`: passes occurrences over.
struct Skip: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "Skip this occurrence of tasks that repeat.", usage: "taskd skip <task> ... [<options>]")

    @OptionGroup var choice: TasksChoice

    func run(in context: CommandContext) async throws {
        try await choice.run("skip", "skip", context) { (printer, view: SkipView, daemon) in
            let next = try await daemon.openOne(of: view.next)
            return (printer.closing("skipped", view.skipped, next: next), view.skipped, next)
        }
    }
}

/// `taskd reopen`: takes completions back.
struct Reopen: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen",
        abstract: "Reopen closed tasks; the occurrence that followed one goes away if it is untouched.",
        usage: "taskd reopen <task> ... [<options>]",
        discussion: """
            The occurrences of a task that repeats have one handle, which means the open one: to reopen an earlier one, \
            take the completion back with taskd undo, or give its id, which taskd series occurrences shows.
            """
    )

    @OptionGroup var choice: TasksChoice

    func run(in context: CommandContext) async throws {
        try await choice.run("reopen", "open", context) { (printer, view: ReopeningView, _) in
            let withdrawn = view.withdrawn == nil ? "" : "the untouched next occurrence is gone\n"
            return (printer.line("reopened", view.reopened) + withdrawn, view.reopened, view.reopened)
        }
    }
}
