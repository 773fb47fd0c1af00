/// What the following occurrences of a series have where one was changed alone.
public struct OccurrenceTemplate: TaskContentHolder, Hashable, Sendable {
    /// What they say of themselves.
    public var content: TaskContent
    /// When it may begin, on the occurrence that was changed.
    public var start: LocalTime?
    /// When it is to be done, on the occurrence that was changed.
    public var due: LocalTime?
    /// When it reminds.
    public var reminders: [Reminder]
    /// Its parts.
    public var subtasks: [Subtask]

    /// What an occurrence hands on while it was not changed alone: all that it has itself.
    public init(_ task: TaskItem) {
        content = task.content
        (start, due, reminders, subtasks) = (task.start, task.due, task.reminders, task.subtasks)
    }
}

extension TaskItem {
    /// The task as the following occurrences are made from it.
    package var model: TaskItem {
        guard let template else { return self }
        var model = self
        model.content = template.content
        (model.start, model.due) = (template.start, template.due)
        (model.reminders, model.subtasks) = (template.reminders, template.subtasks)
        model.template = nil
        return model
    }
}
