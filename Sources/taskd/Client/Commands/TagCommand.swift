import ArgumentParser
import Basics
import TaskdClient

/// `taskd tag`: the words that tasks are found by.
struct TagCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "Manage tags.",
        discussion: """
            taskd add and taskd edit give tasks their tags, with +TAG or --tag; a new tag is made by itself. Upper and \
            lower case make no difference.
            """,
        subcommands: [TagList.self, TagAdd.self, TagShow.self, TagEdit.self, TagDelete.self]
    )
}

/// What every command about one tag is given.
struct TagChoice: ResourceChoice {
    @Argument(help: "The tag.")
    var tag: String

    @OptionGroup var client: ClientOptions

    func path(_ daemon: DaemonClient, _ context: CommandContext) async throws -> String {
        daemon.path(ofTag: try await name(daemon))
    }

    /// The tag's name: what was typed, where there is such a tag, though it begins with the sign of tags.
    func name(_ daemon: DaemonClient) async throws -> String {
        guard !tag.isEmpty else {
            throw CommandFailure.usage("the tag is empty", "Give its name; taskd tag list shows them.")
        }
        let plain = tag.withoutTagSign
        guard plain != tag else { return tag }
        do { _ = try await daemon.get(daemon.path(ofTag: tag)) } catch DaemonError.refused(let problem)
            where problem.status == 404
        {
            return plain
        }
        return tag
    }
}

extension String {
    /// The name of a tag that was typed as a term, such as `+home`.
    fileprivate var withoutTagSign: String {
        count > 1 && (hasPrefix("+") || hasPrefix("#")) ? String(dropFirst()) : self
    }
}

/// What a tag or a project looks like, as typed.
struct LookOptions: ParsableArguments {
    @Option(help: "The color, such as '#2f80ed'.")
    var color: String?

    @Option(help: "The icon, such as an emoji.")
    var icon: String?

    /// Whether nothing was typed.
    var isEmpty: Bool { color == nil && icon == nil }

    /// Writes what was typed; the word none takes away, and leaves what is new without.
    func write(fieldsTo json: inout JSONWriter) {
        for case (let name, let text?) in [("color", color), ("icon", icon)] {
            json.field(named: name, text == TaskFields.nothing ? nil : text)
        }
    }
}

/// `taskd tag list`: shows the tags.
struct TagList: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tags, with how many tasks each has.",
        usage: "taskd tag list [<options>]")

    @OptionGroup var page: LongPageOptions

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            try await context.printPages(daemon, "tags", [], client.access, page, none: "no tags") {
                (printer, items: [TagView]) in
                printer.tags(items)
            }
        }
    }
}

/// `taskd tag add`: makes a tag.
struct TagAdd: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a tag that stays where no task has it; taskd tag edit changes how a tag looks.",
        usage: "taskd tag add <name> [<options>]")

    @Argument(help: "The name.")
    var name: String

    @OptionGroup(title: "Tag") var look: LookOptions

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try TaskFields.check(name: name.withoutTagSign, ofA: "tag")
        var json = JSONWriter()
        json.object { json in
            json.field("name", name.withoutTagSign)
            look.write(fieldsTo: &json)
        }
        try await client.withDaemon(context) { daemon in
            let answer = try await daemon.post("tags", json.bytes)
            try context.print(answer, client.access) { try $0.line("added", answer.decode() as TagView) }
        }
    }
}

/// `taskd tag show`: shows everything about a tag.
struct TagShow: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a tag.", usage: "taskd tag show <tag> [<options>]")

    @OptionGroup var choice: TagChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context) {
            try await $0.get($1)
        } lines: { printer, answer in
            try printer.details(answer.decode() as TagView)
        }
    }
}

/// `taskd tag edit`: changes a tag.
struct TagEdit: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Rename a tag everywhere, or change how it looks.",
        usage: "taskd tag edit <tag> [<options>]",
        discussion: "Only the options that you give change anything. The word none takes away the color or the icon."
    )

    @Option(help: "The new name.")
    var name: String?

    @OptionGroup(title: "Tag") var look: LookOptions

    @OptionGroup var choice: TagChoice

    func run(in context: CommandContext) async throws {
        guard name != nil || !look.isEmpty else {
            throw CommandFailure.usage("no changes given", "See taskd tag edit --help for what can be changed.")
        }
        try TaskFields.check(name: name?.withoutTagSign, ofA: "tag")
        var json = JSONWriter()
        json.object { json in
            if let name { json.field("name", name.withoutTagSign) }
            look.write(fieldsTo: &json)
        }
        try await choice.change(context) { _ in
            json.bytes
        } line: { (printer, label, tag: TagView) in
            printer.line(label, tag)
        }
    }
}

/// `taskd tag delete`: deletes a tag.
struct TagDelete: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a tag: take it off all tasks and series.",
        usage: "taskd tag delete <tag> [<options>]")

    @OptionGroup var choice: TagChoice

    func run(in context: CommandContext) async throws {
        try await choice.client.withDaemon(context) { daemon in
            let name = try await choice.name(daemon)
            let answer = try await daemon.delete(daemon.path(ofTag: name), [])
            try context.print(answer, choice.client.access, gone: name) {
                "\($0.label("deleted")) \(name.withoutControls)\n"
            }
        }
    }
}
