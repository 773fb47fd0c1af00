import ArgumentParser
import Basics
import TaskdClient

/// `taskd project`: what tasks belong together for.
struct ProjectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Manage projects, which hold tasks and other projects.",
        subcommands: [
            ProjectAdd.self, ProjectList.self, ProjectShow.self, ProjectEdit.self, ProjectDelete.self,
        ]
    )
}

/// What every command about one project is given.
struct ProjectChoice: ResourceChoice {
    @Argument(help: "The project: its name, its handle or the beginning of it (at least 3 characters), or its id.")
    var project: String

    @OptionGroup var client: ClientOptions

    func path(_ daemon: DaemonClient, _ context: CommandContext) async throws -> String {
        try await "projects/\(IdentifierLookup(daemon: daemon).project(project))"
    }
}

/// What a project is, as typed; the same for a new one and for changes.
struct ProjectOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A longer description.", valueName: "text"))
    var description: String?

    @OptionGroup var look: LookOptions

    @Option(help: ArgumentHelp("The project that it is in: its name, handle or id.", valueName: "project"))
    var parent: String?

    @Option(
        name: .customLong("sort-order"), help: ArgumentHelp("Its place in lists, lowest first.", valueName: "number"))
    var sortOrder: Double?

    /// Whether nothing was typed.
    var isEmpty: Bool { description == nil && look.isEmpty && parent == nil && sortOrder == nil }

    /// Writes what was typed; the word none takes away, and leaves what is new without.
    func write(fieldsTo json: inout JSONWriter, parent: TypedProject?) {
        if let description {
            json.field("description", description == TaskFields.nothing ? nil : description)
        }
        look.write(fieldsTo: &json)
        if let parent { json.field("parentId", parent.id) }
        if let sortOrder { json.field("sortOrder", sortOrder) }
    }
}

extension DaemonClient {
    /// A note for each project that has a name already, by which two are told apart no more.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - own: The id of the project that is to have it; nil for one that is not there yet.
    /// - Returns: The notes.
    /// - Throws: `DaemonError`.
    fileprivate func namesakes(of name: String, besides own: String? = nil) async throws -> [String] {
        guard !name.isEmpty else { return [] }
        let found = try await projects([QueryItem("name", name), .shortHandles]).items
        let handles = HandleColumn(found)
        return found.filter { $0.id != own }.map { "there is another project of this name, \(handles.short($0))" }
    }
}

/// `taskd project add`: makes a project.
struct ProjectAdd: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a project.", usage: "taskd project add <name> [<options>]")

    @Argument(help: "The name.")
    var name: String

    @OptionGroup(title: "Project") var options: ProjectOptions

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try TaskFields.check(name: name, ofA: "project")
        try await client.withDaemon(context) { daemon in
            let parent = try await TypedProject(options.parent, IdentifierLookup(daemon: daemon))
            var json = JSONWriter()
            json.object { json in
                json.field("name", name)
                options.write(fieldsTo: &json, parent: parent)
            }
            let namesakes = try await daemon.namesakes(of: name)
            let answer = try await daemon.post("projects", json.bytes)
            context.tell(namesakes)
            try context.print(answer, client.access) {
                try $0.line("added", answer.decode() as ProjectView)
            }
        }
    }
}

/// `taskd project list`: shows the projects.
struct ProjectList: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the projects, with how many tasks each has.",
        usage: "taskd project list [<options>]")

    @Flag(help: "Archived projects too.")
    var all = false

    @OptionGroup var page: LongPageOptions

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        let query = QueryItem.optional("isArchived", all ? nil : false) + [.shortHandles]
        try await client.withDaemon(context) { daemon in
            try await context.printPages(daemon, "projects", query, client.access, page, none: "no projects") {
                (printer, items: [ProjectView]) in
                printer.projects(items)
            }
        }
    }
}

/// `taskd project show`: shows everything about a project.
struct ProjectShow: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a project.", usage: "taskd project show <project> [<options>]")

    @OptionGroup var choice: ProjectChoice

    func run(in context: CommandContext) async throws {
        try await choice.client.withDaemon(context) { daemon in
            let answer = try await daemon.get(choice.path(daemon, context))
            let project: ProjectView = try answer.decode()
            let names = project.parentId == nil ? [:] : try await context.projectNames(daemon)
            try context.print(answer, choice.client.access) { $0.naming(names).details(project) }
        }
    }
}

/// `taskd project edit`: changes a project.
struct ProjectEdit: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a project.",
        usage: "taskd project edit <project> [<options>]",
        discussion: """
            Only the options that you give change anything. The word none takes away the description, the color, the \
            icon or the parent.
            """
    )

    @Option(help: "The new name.")
    var name: String?

    @OptionGroup(title: "Project") var options: ProjectOptions

    @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: "Archive the project, or take it out of the archive.")
    var archived: Bool?

    @OptionGroup var choice: ProjectChoice

    func run(in context: CommandContext) async throws {
        guard name != nil || archived != nil || !options.isEmpty else {
            throw CommandFailure.usage("no changes given", "See taskd project edit --help for what can be changed.")
        }
        try TaskFields.check(name: name, ofA: "project")
        try await choice.change(context) { daemon in
            let parent = try await TypedProject(options.parent, IdentifierLookup(daemon: daemon))
            var json = JSONWriter()
            json.object { json in
                if let name { json.field("name", name) }
                options.write(fieldsTo: &json, parent: parent)
                if let archived { json.field("isArchived", archived) }
            }
            if let name {
                let own = try await IdentifierLookup(daemon: daemon).project(choice.project)
                context.tell(try await daemon.namesakes(of: name, besides: own))
            }
            return json.bytes
        } line: { (printer, label, project: ProjectView) in
            printer.line(label, project)
        }
    }
}

/// `taskd project delete`: deletes a project.
struct ProjectDelete: ContextCommand {
    /// What becomes of the tasks, on the command line.
    enum TasksChoice: String, ChoiceArgument {
        case keep, delete
    }

    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a project. Projects in it move to where it was.",
        usage: "taskd project delete <project> [<options>]")

    @Option(help: "What becomes of its tasks: they stay, in no project, or are deleted too")
    var tasks: TasksChoice = .keep

    @OptionGroup var choice: ProjectChoice

    func run(in context: CommandContext) async throws {
        try await choice.client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon).project(choice.project)
            let project: ProjectView = try await daemon.get("projects/\(id)", [.shortHandles]).decode()
            let answer = try await daemon.delete("projects/\(id)", [QueryItem("tasks", tasks.rawValue)])
            try context.print(answer, choice.client.access, gone: project.shortHandle ?? id) {
                $0.line("deleted", project)
            }
        }
    }
}

/// A project as typed with a task, or the word that means none.
struct TypedProject: Hashable, Sendable {
    /// The id; nil for none.
    let id: String?

    /// Looks up what was typed; nil where nothing was.
    ///
    /// - Parameters:
    ///   - typed: The name, handle or id.
    ///   - lookup: Finds it.
    ///   - creating: Whether one of that name is made where there is none.
    ///   - name: What one is called that is made; nil for what was typed.
    /// - Throws: ``CommandFailure`` where there is none, or several; `DaemonError`.
    init?(
        _ typed: String?, _ lookup: IdentifierLookup, creating: Bool = false, named name: String? = nil
    ) async throws {
        guard let typed else { return nil }
        id = typed == TaskFields.nothing ? nil : try await lookup.project(typed, creating: creating, named: name)
    }
}
