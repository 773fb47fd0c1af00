import HTTPTypes
import Scheduler
import Storage

extension Operation {
    static let ofChanges = [undoChange, redoChange, listChanges, readHistory]
    static let ofTrash = [listTrash, emptyTrash, readTrash, restoreTask, purgeTask]

    static let undoChange = Operation(
        "undoChange", .post, "undo", .changes, .write, reach: .tasks, summary: "Undo a change",
        "The token's latest change, or the one that the body names by its `Change-Id`."
    )
    .taking(.changeName, isRequired: false)
    .answering(Answer.ok(.undoing, "What was undone.").changing)
    .refusing(.notFound, "There is no such change.")
    .refusing(.conflict, "There is nothing to undo, or a later change stands in the way.").idempotent.shortening

    static let redoChange = Operation(
        "redoChange", .post, "redo", .changes, .write, reach: .tasks, summary: "Redo a change",
        "What the token undid last, or the undo that the body names."
    )
    .taking(.changeName, isRequired: false)
    .answering(Answer.ok(.undoing, "What was redone.").changing)
    .refusing(.notFound, "There is no such change.")
    .refusing(.conflict, "There is nothing to redo, or a later change stands in the way.").idempotent.shortening

    static let listChanges = Operation(
        "listChanges", .get, "changes", .changes, .read, reach: .tasks, summary: "List changes",
        "Those that can be undone, latest first."
    )
    .asking(.query("taskId", .resourceName, "Those of a task.").naming(.task), .limit, .cursor)
    .answering(.ok(.page(of: .change).named("ChangePage"), "A page of the list."))

    static let readHistory = Operation(
        "readHistory", .get, "tasks/{id}/history", .changes, .read, reach: .taskOrTrashed,
        summary: "Read the history of a task",
        "What each change did to it, latest first, in members and in words; of a deleted task too."
    )
    .at(.id("task")).asking(.limit(default: 20), .cursor)
    .answering(.ok(.page(of: .historyEntry).named("HistoryPage"), "A page of the history."))

    // MARK: Trash

    static let listTrash = Operation(
        "listTrash", .get, "trash", .trash, .read, reach: .tasks, summary: "List deleted tasks", "Latest first."
    )
    .asking(.limit, .cursor).answering(.ok(.page(of: .trashedTask).named("TrashPage"), "A page of the list."))
    .shortening

    static let emptyTrash = Operation(
        "emptyTrash", .delete, "trash", .trash, .write, summary: "Empty the trash",
        "Deletes everything in it for good. This cannot be undone."
    )
    .answering(.noContent)

    static let readTrash = Operation(
        "readTrash", .get, "trash/{id}", .trash, .read, reach: .trashedTask, summary: "Read a deleted task",
        "The task as it was when it was deleted, and who deleted it."
    )
    .at(.id("task")).answering(.ok(.trashedTask, "The deleted task.")).cached.shortening

    static let restoreTask = Operation(
        "restoreTask", .post, "trash/{id}/restore", .trash, .write, reach: .trashedTask,
        summary: "Restore a deleted task",
        "Brings it back as it was."
    )
    .at(.id("task")).takingNothing.answering(.ok(TaskItem.schema, "The task.").tagged.changing)
    .refusing(.conflict, "A later change stands in the way.").idempotent.shortening

    static let purgeTask = Operation(
        "purgeTask", .delete, "trash/{id}", .trash, .write, reach: .trashedTask, summary: "Delete a task for good",
        "This cannot be undone."
    )
    .at(.id("task")).answering(.noContent)
}

extension Schema {
    fileprivate static let changeName = object([
        "change": .uuid.nullable.optional.described("The change, as `Change-Id` named it.")
    ]).closed.named("ChangeName")

    fileprivate static let change = object([
        "id": .uuid, "kind": .choice(of: Change.Kind.self), "at": .instant,
        "author": .string.nullable.described("The name of the token."),
        "undoes": .uuid.nullable.described("The change that it took back."),
        "subject": .string.nullable.optional.described(
            """
            What it was about, for people: the title of the first task, the name of the project, tag or series, or what \
            was paused. In lists of changes and of what was undone, for tokens that reach everything.
            """),
        "taskCount": .count.optional.described("How many tasks it was about, at most 1,000; there with `subject`."),
    ]).named("Change", "What one request changed.")

    fileprivate static let undoing = object([
        "undone": change, "redone": change.nullable, "taskCount": .count, "removedCount": .count,
        "tasks": .array(of: TaskItem.schema).described("The tasks as they are now, as many as fit."),
        "removed": .array(of: .uuid).described("The tasks that are there no more, as many as fit."),
        "removedTasks": .array(of: .object(["id": .uuid, "handle": .handle, "title": .string]))
            .described("The same, with what people call them."),
        "passedOver": .array(of: change).described(
            """
            The later changes that were passed over in the search for the latest one, as all that they wrote was deleted for \
            good: the latest 100.
            """),
        "passedOverCount": .count,
    ]).named("Undoing")

    fileprivate static let historyEntry = object([
        "change": change, "words": .array(of: .string),
        "fields": .array(of: .object(["name": .string, "from": .any, "to": .any]).named("ChangedField")),
    ]).named("HistoryEntry")

    fileprivate static let trashedTask = object([
        "deletedAt": .instant, "changeId": .uuid, "author": .string.nullable, "task": TaskItem.schema,
    ]).named("TrashedTask", "A task that was deleted.")
}
