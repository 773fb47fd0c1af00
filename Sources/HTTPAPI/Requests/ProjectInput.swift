import Basics
import Recurrence
import Scheduler
import Storage

/// A new project as a client wants it.
struct NewProject: Sendable {
    /// The project; its id was chosen by the client or made anew.
    let project: Project
    /// Whether the client chose its place.
    let isPlaced: Bool

    /// Reads a new project.
    ///
    /// - Parameters:
    ///   - value: The input.
    ///   - id: The id that it gets where the client chose none.
    /// - Throws: A ``Problem`` that names each field at fault.
    init(_ value: JSONValue, id: ProjectID) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        let chosen = reader.text("id", "a UUID") { ProjectID($0) }
        let fields = Patch<Project>(&reader)
        reader.finish(readOnly: Project.readOnlyMembers)
        var problems: [InputProblem] = []
        // Its times are those of its making.
        var project = Project(id: chosen ?? id, name: "", now: UTCInstant(millisecondsSinceEpoch: 0))
        if reader.isObject { fields.apply(to: &project, isNew: true, noting: &problems) }
        collector.add(problems)
        try collector.throwIfAny()
        (self.project, isPlaced) = (project, fields.holds("sortOrder") && !reader.isNull("sortOrder"))
    }
}

/// A merge patch (RFC 7396) of a project.
struct ProjectMergePatch: Sendable {
    private let fields: Patch<Project>

    /// Reads a merge patch of a project.
    ///
    /// - Throws: A ``Problem`` that names each field at fault.
    init(_ value: JSONValue) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        fields = Patch<Project>(&reader)
        reader.finish(readOnly: Project.readOnlyMembers)
        try collector.throwIfAny()
    }

    /// Changes a project.
    ///
    /// - Throws: A 422 problem that names each field that it lacks.
    func apply(to project: inout Project) throws {
        var problems: [InputProblem] = []
        fields.apply(to: &project, noting: &problems)
        guard problems.isEmpty else { throw Problem(problems) }
    }
}
