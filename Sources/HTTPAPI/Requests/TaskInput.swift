package import Basics
package import Scheduler
package import Storage

extension TaskDraft {
    /// Reads a new task.
    ///
    /// - Throws: A ``Problem`` that names each field at fault.
    init(_ value: JSONValue) throws {
        let collector = ProblemCollector()
        let input = NewTaskInput(value, collector)
        self.init(title: "")
        var problems: [InputProblem] = []
        input.fields.apply(to: &self, isNew: true, noting: &problems)
        collector.add(problems)
        try collector.throwIfAny()
        id = input.id
    }
}

extension TaskCommands {
    /// What is wrong by itself with a task that is to be made, as a request to make it is told.
    ///
    /// - Parameter task: The task, as a request has it.
    /// - Returns: The problems; nothing where only the store could refuse it.
    package func problems(ofNew task: JSONValue) -> [InputProblem] {
        do {
            _ = try checked(TaskDraft(task))
            return []
        } catch let problem as Problem where !problem.problems.isEmpty {
            return problem.problems
        } catch let error as SchedulerError where !error.problems.isEmpty {
            return error.problems
        } catch {
            return [InputProblem(pointer: "", detail: "\(error)")]
        }
    }
}

extension TaskMergePatch {
    /// Reads a merge patch of a task.
    ///
    /// - Parameters:
    ///   - value: The patch.
    ///   - pointer: Its JSON Pointer in the input.
    ///   - task: The task as it is, where that is known.
    /// - Throws: A ``Problem`` that names each field at fault.
    init(_ value: JSONValue, at pointer: String = "", of task: TaskItem? = nil) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: pointer, collector)
        let fields = Patch<TaskDraft>(&reader)
        reader.finish(readOnly: TaskItem.readOnlyMembers)
        if let task {
            var (draft, problems) = (TaskDraft(task), [InputProblem]())
            fields.apply(to: &draft, at: pointer, noting: &problems)
            collector.add(problems)
        }
        try collector.throwIfAny()
        self.init(fields)
    }
}

/// What a client says of a task that is to be made, or of the copy of one.
struct NewTaskInput: Sendable {
    /// The id that the client chose; nil for one that the server makes.
    let id: TaskID?
    /// The fields that it names.
    let fields: Patch<TaskDraft>

    /// Reads the input, and notes what is wrong with each field.
    init(_ value: JSONValue, _ collector: ProblemCollector) {
        var reader = ObjectReader(value, at: "", collector)
        id = reader.text("id", "a UUID") { TaskID($0) }
        fields = Patch<TaskDraft>(&reader)
        reader.finish(readOnly: TaskItem.readOnlyMembers)
    }

    /// Reads in what a copy is to differ from its task.
    ///
    /// - Throws: A ``Problem`` that names each field at fault.
    init(ofDuplicate value: JSONValue) throws {
        let collector = ProblemCollector()
        self.init(value, collector)
        try collector.throwIfAny()
    }
}

extension SeriesMergePatch {
    private static let readOnlyMembers: Set<String> = [
        "id", "handle", "shortHandle", "version", "explanation", "hasStart", "hasDue", "span", "endReason", "endedBy",
        "splitFrom", "before",
        "next", "counts", "createdAt", "updatedAt",
    ]

    private enum State: String, CaseIterable {
        case active
    }

    /// Reads a merge patch of a series.
    ///
    /// - Throws: A ``Problem`` that names each field at fault.
    init(_ value: JSONValue) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        for name in ["dtstart", "state"] where reader.isNull(name) {
            collector.add(reader.pointer(to: name), "must not be null; omit it to keep it")
        }
        let start = reader.text("dtstart", TaskDraft.Time.form) { TaskDraft.Time($0) }
        let isRevived = reader.choice("state", State.self) != nil
        if isRevived, reader.isNull("recurrence") {
            collector.add("/recurrence", "must not be null when state is active")
        }
        for name in Self.membersOfOccurrences where reader.holds(name) {
            collector.add(
                reader.pointer(to: name), "belongs to a single occurrence; change it there (PATCH /tasks/{id})")
        }
        let fields = Patch<TaskDraft>(&reader)
        reader.finish(readOnly: Self.readOnlyMembers)
        try collector.throwIfAny()
        self.init(fields, start: start, isRevived: isRevived)
    }
}
