import HTTPTypes
import Recurrence
import Scheduler
import Storage

extension Operation {
    static let ofTasks = [
        createTask, listTasks, countTasks, readTask, updateTask, deleteTask, completeTask, reopenTask, skipTask,
        duplicateTask, runBatch, changeManyTasks,
    ]

    static let createTask = Operation(
        "createTask", .post, "tasks", .tasks, .write, reach: .tasks, summary: "Create a task",
        """
        Only `title` is required. The client may choose the `id`, so that it can create tasks while it is offline; \
        otherwise the server makes one. A task with a recurrence begins a series.
        """
    )
    .taking(TaskItem.newSchema)
    .answering(.created(TaskItem.schema, "The task.").changing)
    .refusing(.conflict, "There is, or was, a task with the id; or the `Idempotency-Key` was used otherwise.")
    .idempotent.shortening

    static let listTasks = Operation(
        "listTasks", .get, "tasks", .tasks, .read, reach: .tasks, summary: "List tasks",
        """
        A page of the tasks that all the parameters select. `…From` is inclusive, `…Until` exclusive. With `explain` the \
        answer is how the list would be served (403 for a token that reaches only a part), with `groupBy` how many tasks \
        there are in each group.
        """
    )
    .asking(TaskListInput.choices + TaskListInput.ofLists + [TaskListInput.groupBy])
    .answering(.ok(.anyOf([.taskPage, .listPlan, .taskGroups]), "A page of the list; or its plan; or its groups."))
    .refusing(.conflict, "The view can no longer be read.")
    .refusing(.unprocessableContent, "The list would take too long.").waiting.shortening

    static let countTasks = Operation(
        "countTasks", .get, "tasks/count", .tasks, .read, reach: .tasks, summary: "Count tasks",
        "How many tasks the parameters select, up to 10,000; with `groupBy` those of each group."
    )
    .asking(TaskListInput.choices + [TaskListInput.groupBy])
    .answering(.ok(.anyOf([.taskCount, .taskGroups]), "How many there are."))
    .refusing(.conflict, "The view can no longer be read.")
    .refusing(.unprocessableContent, "Counting would take too long.").waiting

    static let readTask = Operation(
        "readTask", .get, "tasks/{id}", .tasks, .read, reach: .task, summary: "Read a task",
        "The task; with `fields` no more of it than these members and `id`."
    )
    .at(.id("task")).asking(TaskListInput.fields)
    .answering(.ok(.anyOf([TaskItem.schema, TaskItem.partSchema]), "The task.")).cached.shortening

    static let updateTask = Operation(
        "updateTask", .patch, "tasks/{id}", .tasks, .write, reach: .task, summary: "Change a task",
        """
        A merge patch (RFC 7396): a member that is missing keeps the field, null clears it. Of an occurrence of a series, \
        `scope` says how far the change reaches.
        """
    )
    .at(.id("task")).asking(.scope).patching(TaskItem.patchSchema)
    .answering(.ok(TaskItem.schema, "The task as it is now.").tagged.changing)
    .refusing(.conflict, "What the task is now does not permit the change.").conditional.shortening

    static let deleteTask = Operation(
        "deleteTask", .delete, "tasks/{id}", .tasks, .write, reach: .task, summary: "Delete a task",
        """
        The task goes to the trash. Without `scope`, an open occurrence takes its series with it; with `this` the series \
        goes on, with `following` and `all` later or all open occurrences go too.
        """
    )
    .at(.id("task")).asking(.scope).answering(.noContent.changing)
    .refusing(.conflict, "What the task is now does not permit it.").conditional

    static let completeTask = Operation(
        "completeTask", .post, "tasks/{id}/complete", .tasks, .write, reach: .task, summary: "Complete a task",
        "Completes the task; of a series the next occurrence appears. Repeating it changes nothing."
    )
    .at(.id("task")).takingNothing
    .answering(.ok(.completion, "The task, and the next one.").tagged.changing)
    .refusing(.conflict, "The task is cancelled.").conditional.idempotent.shortening

    static let reopenTask = Operation(
        "reopenTask", .post, "tasks/{id}/reopen", .tasks, .write, reach: .task, summary: "Reopen a task",
        "Opens a closed task again. The occurrence that followed it is withdrawn if nobody touched it."
    )
    .at(.id("task")).takingNothing
    .answering(
        Answer.ok(.reopening, "The task.").tagged.changing
    )
    .refusing(.conflict, "The task cannot be reopened.").conditional.idempotent.shortening

    static let skipTask = Operation(
        "skipTask", .post, "tasks/{id}/skip", .tasks, .write, reach: .task, summary: "Skip an occurrence",
        "Cancels this occurrence of a series; the next one appears."
    )
    .at(.id("task")).takingNothing
    .answering(
        Answer.ok(.skip, "The task, and the next one.").tagged.changing
    )
    .refusing(.conflict, "The task is closed, or is no occurrence of a series.").conditional.idempotent.shortening

    static let duplicateTask = Operation(
        "duplicateTask", .post, "tasks/{id}/duplicate", .tasks, .write, reach: .task, summary: "Copy a task",
        """
        The copy is open, and so are its subtasks; a recurring task is copied with its rules, which count from the copy's \
        own times. The body names what is to differ.
        """
    )
    .at(.id("task")).taking(TaskItem.copySchema, isRequired: false)
    .answering(.created(TaskItem.schema, "The copy.").changing)
    .refusing(.conflict, "There is, or was, a task with the id.").conditional.idempotent.shortening

    static let runBatch = Operation(
        "runBatch", .post, "batch", .tasks, .write, reach: .tasks, summary: "Change many things at once",
        """
        Up to 1,000 operations in one transaction: all of them, or none. An operation can name the task that an earlier \
        one creates by its `ref`.
        """
    )
    .taking(.batch)
    .answering(
        Answer.ok(
            .object(["results": .array(of: .anyOf([TaskItem.schema, .completion, .skip, .reopening, .deletion]))])
                .named("BatchResults"),
            "What each operation did, in their order."
        ).changing
    )
    .refusing(.notFound, "An operation names a task that there is not.")
    .refusing(.conflict, "An operation is not possible.").idempotent.shortening

    static let changeManyTasks = Operation(
        "changeManyTasks", .post, "tasks/bulk", .tasks, .write, reach: .tasks,
        summary: "Change the tasks that a filter selects",
        """
        Changes, completes, moves or deletes every task that the filter selects, at most 10,000. With `preview` they are \
        only counted. A task that cannot be changed is named in `failed` and does not keep the others.
        """
    )
    .taking(.bulkChange)
    .answering(Answer.ok(.anyOf([.bulkResult, .bulkPreview]), "What became of them.").changing)
    .idempotent.waiting
}

extension Schema {
    static let taskPage = page(of: .anyOf([TaskItem.schema, TaskItem.partSchema])).named("TaskPage")

    static let taskCount = object([
        "count": .count, "isExact": .boolean.described("False where there are more."),
    ]).named("TaskCount")

    static let taskGroups = object([
        "groups": .array(
            of: .object(["key": .string.nullable, "count": .count, "isExact": .boolean]).named("TaskGroup")),
        "isExact": .boolean,
    ]).named("TaskGroups", "How many tasks there are in each group.")

    static let listPlan = object([
        "access": .words(["search", "walk", "scan"]), "indexes": .array(of: .choice(of: TaskQueryPlan.Index.self)),
        "isSorted": .boolean.described("Whether the tasks have to be sorted."), "served": .array(of: condition),
        "checked": .array(of: condition).described("The conditions that each task is checked for."),
    ]).named("ListPlan", "How a list is served.")

    private static let condition = object(["parameter": .string, "text": .string.nullable]).named("ListCondition")

    static let completion = object(["completed": TaskItem.schema, "next": TaskItem.schema.nullable])
        .named("Completion", "A completed task, and the occurrence that follows it.")

    fileprivate static let skip = object(["skipped": TaskItem.schema, "next": TaskItem.schema.nullable])
        .named("Skip", "A skipped occurrence, and the one that follows it.")

    fileprivate static let reopening = object([
        "reopened": TaskItem.schema, "withdrawn": .uuid.nullable.described("The task that went away again."),
    ]).named("Reopening", "A task that is open again.")

    static let deletion = object(["deleted": .uuid]).named("Deletion")

    fileprivate static let batch = object(["operations": .array(of: batchOperation, atMost: 1_000)]).closed
        .named("Batch")

    private static let batchOperation = anyOf([
        operation("create", ["ref": reference.optional, "task": TaskItem.newSchema], "CreateOperation"),
        operation(
            "update",
            selection + ["changes": TaskItem.patchSchema, "scope": .choice(of: EditScope.self).nullable.optional],
            "UpdateOperation"),
        operation("complete", selection, "CompleteOperation"),
        operation("skip", selection, "SkipOperation"),
        operation("reopen", selection, "ReopenOperation"),
        operation(
            "move", selection + place + ["scope": .choice(of: EditScope.self).nullable.optional], "MoveOperation"),
        operation(
            "delete", selection + ["scope": .choice(of: EditScope.self).nullable.optional], "DeleteOperation"),
    ])

    private static func operation(_ kind: String, _ members: SchemaMembers, _ name: String) -> Schema {
        object(["op": .words([kind])] + members).closed.named(name)
    }

    private static let reference = string(1...100).nullable.described("Names the task for later operations.")

    /// The task that an operation is about: by its id, or by the name that an earlier operation gave it.
    private static let selection: SchemaMembers = ["id": .resourceName.nullable.optional, "ref": reference.optional]

    private static let place = TaskDraft.members(.patch).only(["projectId", "sortOrder"])

    fileprivate static let bulkChange = object(
        [
            "filter": .string.described("Which tasks, as docs/filters.md says."),
            "op": .words(["update", "complete", "move", "delete"]),
            "timeZone": .zone.nullable.optional, "preview": .boolean.nullable.optional,
            "changes": TaskItem.patchSchema.optional.described("Of update: what is changed."),
        ] + place
    ).closed.named("BulkChange")

    fileprivate static let bulkResult = object([
        "matched": .count, "changed": .count, "failedCount": .count,
        "failed": .array(of: .object(["id": .uuid, "detail": .string])), "changes": .array(of: .uuid),
    ]).named("BulkResult")

    fileprivate static let bulkPreview = object(["matched": .count, "isExact": .boolean]).named("BulkPreview")
}
