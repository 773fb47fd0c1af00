import Basics
import HTTPTypes
import Scheduler
import Storage

extension Operation {
    static let ofProjects = [createProject, listProjects, readProject, updateProject, deleteProject]
    static let ofTags = [createTag, listTags, readTag, updateTag, deleteTag]
    static let ofViews = [createView, listViews, readView, updateView, deleteView]

    // MARK: Projects

    static let createProject = Operation(
        "createProject", .post, "projects", .projects, .write, reach: .projects, summary: "Create a project",
        "Only `name` is required; the client may choose the `id`."
    )
    .taking(Schema.new(Project.self, "Project")).answering(.created(Project.schema, "The project.").changing)
    .refusing(.conflict, "There is, or was, a project with the id; or the change is not possible.").idempotent
    .shortening

    static let listProjects = Operation(
        "listProjects", .get, "projects", .projects, .read, reach: .projects, summary: "List projects",
        "In the order of `sortOrder`, with how many tasks each has."
    )
    .asking(
        .query("parentId", .string.example("none"), "Those in a project; `none` for those at the top.")
            .naming(.project),
        .query("name", .string(0...Project.Bounds.nameLength), "Those of the name."),
        .query("isArchived", .boolean, "Those that are put away, or not."), .limit, .cursor
    )
    .answering(.ok(.page(of: Project.schema).named("ProjectPage"), "A page of the list.")).shortening

    static let readProject = Operation(
        "readProject", .get, "projects/{id}", .projects, .read, reach: .project, summary: "Read a project",
        "The project, with how many tasks it has."
    )
    .at(.id("project")).answering(.ok(Project.schema, "The project.")).cached.shortening

    static let updateProject = Operation(
        "updateProject", .patch, "projects/{id}", .projects, .write, reach: .project, summary: "Change a project",
        "A merge patch (RFC 7396)."
    )
    .at(.id("project")).patching(.patch(Project.self, "Project"))
    .answering(.ok(Project.schema, "The project as it is now.").tagged.changing)
    .refusing(.conflict, "A project cannot be within itself.").conditional.shortening

    static let deleteProject = Operation(
        "deleteProject", .delete, "projects/{id}", .projects, .write, summary: "Delete a project",
        "Its tasks stay, in no project, unless they are to be deleted too."
    )
    .at(.id("project"))
    .asking(
        .query(
            "tasks", .choice(of: ProjectTasks.self).defaulting(to: .string(ProjectTasks.keep.rawValue)),
            "Whether its tasks stay.")
    )
    .answering(.noContent.changing).refusing(.conflict, "The change is not possible.").conditional

    // MARK: Tags

    static let createTag = Operation(
        "createTag", .post, "tags", .tags, .write, summary: "Create a tag",
        "Only `name` is required. A tag that a task names first is made by itself."
    )
    .taking(Schema.object(Tag.members(.creation)).closed.named("NewTag"))
    .answering(.created(Tag.schema, "The tag.").changing)
    .refusing(.conflict, "There is such a tag.").idempotent

    static let listTags = Operation(
        "listTags", .get, "tags", .tags, .read, reach: .tags, summary: "List tags",
        "By their names, with how many tasks have each."
    )
    .asking(.limit, .cursor).answering(.ok(.page(of: Tag.schema).named("TagPage"), "A page of the list."))

    static let readTag = Operation(
        "readTag", .get, "tags/{name}", .tags, .read, reach: .tag, summary: "Read a tag",
        "The tag, with how many tasks have it."
    )
    .at(tagName).answering(.ok(Tag.schema, "The tag.")).cached

    static let updateTag = Operation(
        "updateTag", .patch, "tags/{name}", .tags, .write, summary: "Change a tag",
        "A merge patch (RFC 7396). Another name applies to every task and series that has the tag."
    )
    .at(tagName).patching(.patch(Tag.self, "Tag"))
    .answering(.ok(Tag.schema, "The tag as it is now.").tagged.changing)
    .refusing(.conflict, "Another tag has the name.").conditional

    static let deleteTag = Operation(
        "deleteTag", .delete, "tags/{name}", .tags, .write, summary: "Delete a tag",
        "Takes it off every task and series."
    )
    .at(tagName).answering(.noContent.changing).refusing(.conflict, "The change is not possible.").conditional

    private static let tagName = Parameter.path(
        "name", .string(1...TaskContent.Bounds.tagLength), "The name of the tag, percent-encoded.")

    // MARK: Views

    static let createView = Operation(
        "createView", .post, "views", .views, .write, summary: "Save a view",
        "A list of tasks with a name: its filter, its order and its zone. `GET /v1/tasks?view=` lists it."
    )
    .taking(Schema.new(SavedView.self, "View")).answering(.created(SavedView.schema, "The view."))
    .refusing(.conflict, "Another view has the id or the name, or there are 1,000 views.").idempotent

    static let listViews = Operation(
        "listViews", .get, "views", .views, .read, summary: "List views", "All views, on one page."
    )
    .answering(.ok(.page(of: SavedView.schema).named("ViewPage"), "All views."))

    static let readView = Operation(
        "readView", .get, "views/{id}", .views, .read, summary: "Read a view", "The view."
    )
    .at(.id("view")).answering(.ok(SavedView.schema, "The view.")).cached

    static let updateView = Operation(
        "updateView", .patch, "views/{id}", .views, .write, summary: "Change a view", "A merge patch (RFC 7396)."
    )
    .at(.id("view")).patching(.patch(SavedView.self, "View"))
    .answering(.ok(SavedView.schema, "The view as it is now.").tagged)
    .refusing(.conflict, "Another view has the name.").conditional

    static let deleteView = Operation(
        "deleteView", .delete, "views/{id}", .views, .write, summary: "Delete a view", "The tasks stay."
    )
    .at(.id("view")).answering(.noContent).conditional
}

extension Schema {
    /// A new resource, whose id a client may choose.
    fileprivate static func new<Root: FieldHolder>(_ type: Root.Type, _ name: String) -> Schema {
        object(["id": .uuid.nullable.optional] + Root.members(.creation)).closed.named("New\(name)")
    }

    fileprivate static func patch<Root: FieldHolder>(_ type: Root.Type, _ name: String) -> Schema {
        object(Root.members(.patch)).closed.named("\(name)Patch", "A merge patch (RFC 7396): null clears a field.")
    }
}
