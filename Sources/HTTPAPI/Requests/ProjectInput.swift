import Basics
import Recurrence
import Scheduler
import Storage

/// A new project as a client wants it.
struct NewProject: Sendable {
    /// The project; its id is the one that the client chose, or else a new one.
    var project: Project
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
