import ArgumentParser
import Basics
import Recurrence
import TaskdClient

/// What a token may do and for how long; the same for a new one and for changes.
struct TokenOptions: ParsableArguments {
    /// What a token may do, on the command line.
    enum Scope: String, ChoiceArgument {
        case read, write, hooks, admin
    }

    @Option(
        name: .customLong("scope"),
        help: """
            What it may do, an option for each: read sees tasks and the rest, write changes them, hooks manages hooks, \
            admin does everything (default of a new token: read)
            """)
    var scopes: [Scope] = []

    @Option(
        help: ArgumentHelp(
            "When it ends, such as 'in 90d', 2027-06-30 (as that day begins) or none (a new one: never).",
            valueName: "when"))
    var expires: String?

    /// Whether nothing was typed.
    var isEmpty: Bool { scopes.isEmpty && expires == nil }

    /// Reads what was typed.
    ///
    /// - Returns: Writes it into an object.
    /// - Throws: ``CommandFailure`` for what is no time.
    func fields(_ context: CommandContext) throws -> (inout JSONWriter) -> Void {
        let end = try expires.map { text in
            let isEndless = text == TaskFields.nothing || text == "never"
            return isEndless ? nil : try context.timeReader(zone: nil).instant(text, "--expires").description
        }
        let names = Scope.allCases.filter(scopes.contains).map(\.rawValue)
        return { json in
            if !names.isEmpty { json.field("scopes", names) }
            if let end { json.field("expiresAt", end) }
        }
    }
}

/// `taskd token add`: makes a token.
struct TokenAdd: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a token; its secret is shown once.",
        usage: "taskd token add <name> [<options>]",
        discussion: """
              taskd token add phone --scope read --scope write
              taskd token add list --scope read --scope write --project Food
              taskd token add dashboard --expires 'in 90d'

            Without --scope it may only read. With --project, --tag or --hook it reaches that alone, and cannot see \
            anything else. With --quiet the secret alone is printed, for a script to keep.
            """
    )

    @Argument(help: "The name; changes made with the token carry it.")
    var name: String

    @OptionGroup(title: "Token") var options: TokenOptions

    @Option(help: "Reach only the tasks of this project and of those in it: its name, handle or id.")
    var project: String?

    @Option(help: "Reach only the tasks with this tag.")
    var tag: String?

    @Option(help: "Reach only this hook and its deliveries: its handle, a part of its URL or command, or its id.")
    var hook: String?

    @OptionGroup var client: ClientOptions

    func validate() throws {
        guard [project, tag, hook].compactMap(\.self).count <= 1 else {
            throw ValidationError("Give at most one of --project, --tag and --hook; make a token for each.")
        }
    }

    func run(in context: CommandContext) async throws {
        let fields = try options.fields(context)
        try await client.withDaemon(context) { daemon in
            let lookup = IdentifierLookup(daemon: daemon)
            var json = JSONWriter()
            let (project, hook) = (
                try await project.asyncMap { try await lookup.project($0) }, try await hook.asyncMap(lookup.hook)
            )
            json.object { json in
                json.field("name", name)
                fields(&json)
                if let project { json.field("projectId", project) }
                if let tag { json.field("tag", tag) }
                if let hook { json.field("hookId", hook) }
            }
            // Asked before there is a secret, which is shown once and must not wait for anything.
            let names = project == nil ? [:] : try await context.projectNames(daemon)
            let answer = try await daemon.post("tokens", json.bytes)
            try context.print(answer, client.access) { try $0.naming(names).token("added", answer.decode()) }
            client.access.output.tellSecretLeftOut(context, quietIsSecret: true, anotherBy: "taskd token rotate")
            try await context.tellUnknown(tags: [tag].compactMap(\.self), daemon)
        }
    }
}

/// `taskd token list`: shows the tokens.
struct TokenList: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the tokens, with what they may do, which tasks they reach and their last use.",
        usage: "taskd token list [<options>]")

    @OptionGroup var page: LongPageOptions

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            try await context.printPages(daemon, "tokens", [], client.access, page, none: "no tokens") {
                (printer, items: [TokenView]) in
                printer.tokens(items)
            }
        }
    }
}

/// What every command about one token is given.
struct TokenChoice: ResourceChoice {
    @Argument(help: "The token: its name or its id.")
    var token: String

    @OptionGroup var client: ClientOptions

    func path(_ daemon: DaemonClient, _ context: CommandContext) async throws -> String {
        try await "tokens/\(TokenLookup(daemon: daemon).token(token).id)"
    }
}

/// `taskd token edit`: changes a token.
struct TokenEdit: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a token's name, scopes or end; its secret stays.",
        usage: "taskd token edit <token> [<options>]",
        discussion: """
            Only the options that you give change anything; the scopes given replace those before, and --expires none \
            lets the token last. What a token reaches stays: make another one instead. Its changes keep \
            the name that it had: taskd undo then takes back those of the new name, and older ones by their ids.
            """
    )

    @Option(help: "The new name.")
    var name: String?

    @OptionGroup(title: "Token") var options: TokenOptions

    @OptionGroup var choice: TokenChoice

    func run(in context: CommandContext) async throws {
        guard name != nil || !options.isEmpty else {
            throw CommandFailure.usage("no changes given", "See taskd token edit --help for what can be changed.")
        }
        let fields = try options.fields(context)
        var json = JSONWriter()
        json.object { json in
            if let name { json.field("name", name) }
            fields(&json)
        }
        try await choice.change(context) { _ in
            json.bytes
        } line: { (printer, label, token: TokenView) in
            printer.token(label, token)
        }
    }
}

/// `taskd token revoke`: deletes a token.
struct TokenRevoke: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a token: nobody is let in by it any more.",
        usage: "taskd token revoke <token> [<options>]")

    @OptionGroup var choice: TokenChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context) {
            try await $0.delete($1)
        } lines: { printer, _ in
            "\(printer.label("revoked")) \(printer.style(.plain, choice.token))\n"
        }
    }
}

/// Finds a token by its name or its id.
struct TokenLookup {
    let daemon: DaemonClient

    func token(_ typed: String) async throws -> TokenView {
        var (names, cursor): ([String], String?) = ([], nil)
        repeat {
            let page = try await daemon.tokens([QueryItem("limit", "1000")] + QueryItem.optional("cursor", cursor))
            // Letters that look the same are the same to Swift, however they are composed.
            if let token = page.items.first(where: { $0.name == typed || $0.id == typed.lowercased() }) { return token }
            names += page.items.map(\.name)
            cursor = page.nextCursor
        } while cursor != nil
        throw CommandFailure.failed(
            "there is no token \"\(typed.shown)\"",
            "The tokens are \(names.joined(separator: ", ").withoutControls).")
    }
}

extension Optional where Wrapped == String {
    /// What is found of a text; nil where there is none.
    func asyncMap<Found>(_ find: (String) async throws -> Found) async throws -> Found? {
        guard let self else { return nil }
        return try await find(self)
    }
}
