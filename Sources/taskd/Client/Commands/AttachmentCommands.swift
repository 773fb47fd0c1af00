import ArgumentParser
import Basics
import Foundation
import Recurrence
import Storage
import TaskdClient

/// `taskd attach`: adds a file or a link to a task.
struct Attach: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Attach a file or a link to a task.",
        usage: "taskd attach <task> <file or url> [<options>]",
        discussion: """
              taskd attach kf3 lease.pdf
              taskd attach kf3 https://example.org/lease --name Lease
            """
    )

    @Argument(help: TaskChoice.help)
    var id: String

    @Argument(help: ArgumentHelp("The file, or a URL (with ://) for a link.", valueName: "file or url"))
    var source: String

    @Option(help: "What the attachment is called (default: the file's name).")
    var name: String?

    @Option(help: ArgumentHelp("The media type of a file, such as application/pdf.", valueName: "type"))
    var type: String?

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try client.output.form()?.check(fieldsOf: Attachment.schemaName)
        if let type, !type.contains(/^[^\s\/]+\/[^\s\/]/) {
            throw CommandFailure.usage(
                "--type must be a media type, not \"\(type.shown)\"", "Write it like application/pdf.")
        }
        try await client.withDaemon(context) { daemon in
            let task = try await IdentifierLookup(daemon: daemon, context: context, takesClosed: true).task(id)
            let path = "tasks/\(task)/attachments"
            let answer = try await source.contains("://") ? link(daemon, path) : upload(daemon, path)
            try context.print(answer, client.access) {
                try $0.line("attached", answer.decode() as AttachmentView)
            }
        }
    }

    private func link(_ daemon: DaemonClient, _ path: String) async throws -> DaemonResponse {
        var json = JSONWriter()
        json.object { json in
            json.field("url", source)
            json.field("fileName", name)
            json.field("mediaType", type)
        }
        return try await daemon.post(path, json.bytes)
    }

    private func upload(_ daemon: DaemonClient, _ path: String) async throws -> DaemonResponse {
        guard !source.isEmpty else { throw CommandFailure.usage("the file's name is empty", "Name a file, or a URL.") }
        let url = URL(fileURLWithPath: source)
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
        guard attributes?[.type] as? FileAttributeType != .typeDirectory else {
            throw CommandFailure.usage("\"\(source.shown)\" is a folder", "Attach a file, such as an archive of it.")
        }
        guard let handle = FileHandle(forReadingAtPath: source), let size = attributes?[.size] as? Int else {
            throw CommandFailure.usage(
                "\"\(source.shown)\" cannot be opened: \(InputFile.reason(source))", "Name another file.")
        }
        defer { try? handle.close() }
        return try await daemon.upload(
            path, fileName: name ?? url.lastPathComponent, mediaType: type, size: size
        ) {
            Array(try handle.read(upToCount: 65_536) ?? Data())
        }
    }
}

/// `taskd attachments`: lists the attachments of a task.
struct Attachments: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "attachments",
        abstract: "List the attachments of a task, whose contents taskd attachment get prints.",
        usage: "taskd attachments <task> [<options>]")

    @OptionGroup var choice: TaskChoice

    func run(in context: CommandContext) async throws {
        let access = choice.client.access
        try access.output.form()?.check(fieldsOf: Attachment.schemaName)
        try await choice.client.withDaemon(context) { daemon in
            let answer = try await daemon.get(choice.path(daemon, context))
            if case .json(nil)? = try access.output.form() { return try context.print(answer, access) { _ in "" } }
            // The items are the attachments, which are a part of their task.
            var json = JSONWriter()
            try json.object { json in
                try json.field("items") { json in json.value(try answer.value()["attachments"] ?? .array([])) }
            }
            try context.print(DaemonResponse(body: json.bytes), access) { printer in
                try printer.attachments((try answer.decode() as TaskView).attachments ?? [])
            }
        }
    }
}

/// `taskd attachment`: gets and deletes attachments.
struct AttachmentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attachment",
        abstract: "Get or delete an attachment, which taskd attach added.",
        subcommands: [AttachmentGet.self, AttachmentDelete.self]
    )
}

/// `taskd attachment get`: writes the content of an attachment to a file.
struct AttachmentGet: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Get the content of an attachment; of a link, its JSON.",
        usage: "taskd attachment get <id> [<options>]")

    @Argument(help: "The attachment: its whole id, which taskd attachments shows.")
    var id: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write, which must not exist (default: standard output).", valueName: "file"))
    var output: String?

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        let path = try path(ofAttachment: id)
        guard let output, output != OutputFile.standard else {
            return try await client.withDaemon(context) { daemon in
                try await daemon.download(path) { try StandardOutput.write($0) }
            }
        }
        let file = try OutputFile(output, option: "--output", mustBeNew: true)
        try await client.withDaemon(context) { daemon in
            try await daemon.download(path) { try file.write($0) }
        }
        try file.finish()
    }
}

/// `taskd attachment delete`: takes an attachment off a task.
struct AttachmentDelete: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an attachment; taskd undo brings it back.",
        usage: "taskd attachment delete <id> [<options>]")

    @Argument(help: "The attachment: its whole id, which taskd attachments shows.")
    var id: String

    @Option(
        help: """
            Its task (handle, words of the title, or id), needed if several open tasks have the attachment, or several \
            and none of them is open; of occurrences of a series the only open one is meant.
            """)
    var task: String?

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        let path = try path(ofAttachment: id)
        try await client.withDaemon(context) { daemon in
            var query: [QueryItem] = []
            if let task {
                query.append(
                    QueryItem(
                        "taskId",
                        try await IdentifierLookup(daemon: daemon, context: context, takesClosed: true).task(task)))
            }
            let answer = try await daemon.delete(path, query)
            context.touch(answer.parentTask)
            let task = try await daemon.parent(in: answer, client.access.output)
            try context.print(answer, client.access, gone: id) { $0.lineOfDeleted(id, of: task) }
        }
    }
}

/// Where an attachment is found, whatever was typed for its id.
private func path(ofAttachment id: String) throws -> String {
    guard !id.isEmpty else {
        throw CommandFailure.usage(
            "the attachment is empty", "Give its id; taskd attachments TASK shows those of a task.")
    }
    guard let whole = UUIDValue(id) else {
        throw CommandFailure.failed(
            "there is no attachment \"\(id.shown)\"", "Give its whole id; taskd attachments TASK shows those of a task."
        )
    }
    return "attachments/\(whole)"
}

extension DaemonClient {
    /// The task of an attachment that was deleted, for people; nil where the daemon does not tell which it was.
    fileprivate func parent(in answer: DaemonResponse, _ output: OutputOptions) async throws -> TaskView? {
        guard let id = answer.parentTask, try output.form() == nil else { return nil }
        return try await IdentifierLookup(daemon: self).named([id])[id]
    }
}

extension TextFormatter {
    /// One line about an attachment that is no more.
    fileprivate func lineOfDeleted(_ id: String, of task: TaskView?) -> String {
        let name = task.map { style(.plain, "\"\($0.title)\" (\($0.shownHandle))") }
        let place = name.map { language == .korean ? "  \($0)에서" : "  from \($0)" } ?? ""
        return "\(label("deleted")) \(style(.identifier, id))\(place)\n"
    }

    /// A line for each attachment.
    fileprivate func attachments(_ attachments: [AttachmentView]) throws -> String {
        guard !attachments.isEmpty else { throw NothingToShow(words: "no attachments") }
        var table = TextTable([
            .init(title: say("id"), yielding: .dropped(36, rank: 1)), .init(title: say("name"), yielding: .first(12)),
            .init(title: say("content"), yielding: .first(12)),
            .init(title: say("type"), yielding: .dropped(8, rank: 0)),
        ])
        for attachment in attachments {
            table.append([
                .init(attachment.id, .identifier), .init(attachment.fileName ?? ""),
                .init(attachment.size.map { $0.counted("byte") } ?? attachment.url ?? ""),
                .init(attachment.mediaType ?? ""),
            ])
        }
        return text(ofList: table)
    }

    /// One line about one attachment.
    fileprivate func line(_ label: String, _ attachment: AttachmentView) -> String {
        let parts = [
            style(.identifier, attachment.id), style(.plain, attachment.fileName ?? attachment.url ?? ""),
            attachment.size.map { $0.counted("byte") } ?? "",
        ]
        return "\(self.label(label)) \(parts.filter { !$0.isEmpty }.joined(separator: "  "))\n"
    }
}
