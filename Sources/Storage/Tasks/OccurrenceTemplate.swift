/// What the following occurrences of a series have where one was changed alone.
public struct OccurrenceTemplate: Hashable, Sendable {
    /// What there is to do.
    public var title: String
    /// More about it.
    public var details: String?
    /// How much it matters.
    public var priority: TaskPriority
    /// When it may begin, on the occurrence that was changed.
    public var start: MeantTime?
    /// When it is to be done, on the occurrence that was changed.
    public var due: MeantTime?
    /// When it reminds.
    public var reminders: [Reminder]
    /// When it is not to remind.
    public var quietHours: QuietHoursChoice?
    /// Words it is found by.
    public var tags: [String]
    /// Its parts.
    public var subtasks: [Subtask]
    /// Where it is to be done.
    public var location: TaskLocation?

    /// What an occurrence hands on while it was not changed alone: all that it has itself.
    public init(_ task: TaskItem) {
        (title, details, priority, tags) = (task.title, task.details, task.priority, task.tags)
        (start, due, reminders, quietHours) = (task.start, task.due, task.reminders, task.quietHours)
        (subtasks, location) = (task.subtasks, task.location)
    }
}

extension TaskItem {
    /// The task as the following occurrences are made from it.
    package var model: TaskItem {
        guard let template else { return self }
        var model = self
        (model.title, model.details, model.priority) = (template.title, template.details, template.priority)
        (model.start, model.due) = (template.start, template.due)
        (model.reminders, model.quietHours) = (template.reminders, template.quietHours)
        (model.tags, model.subtasks, model.location) = (template.tags, template.subtasks, template.location)
        model.template = nil
        return model
    }
}
