package import Storage

extension TaskItem {
    /// A task as clients see it.
    package static var schema: Schema {
        .object(schemaMembers).named("Task", "Something to do.")
    }

    /// No more of a task than the members that were asked for, and its id.
    package static var partSchema: Schema {
        .object(schemaMembers.optional { $0 != "id" }).named("PartOfTask", "The members of a task that were asked for.")
    }

    private static var schemaMembers: SchemaMembers {
        ["id": .uuid, "version": .version] + TaskDraft.members(.answer) + readOnlySchema
    }

    /// A new task, as a client writes it.
    package static var newSchema: Schema {
        .object(["id": .uuid.nullable.optional] + TaskDraft.members(.creation)).closed
            .named("NewTask", "A task that is to be made; only its title is required.")
    }

    /// In what a copy of a task is to differ from it, as a client writes it.
    package static var copySchema: Schema {
        .object(["id": .uuid.nullable.optional] + TaskDraft.members(.patch)).closed
            .named("TaskCopy", "In what a copy is to differ from its task.")
    }

    /// A merge patch of a task.
    package static var patchSchema: Schema {
        .object(TaskDraft.members(.patch)).closed
            .named("TaskPatch", "A merge patch (RFC 7396) of a task: null clears a field.")
    }
}
