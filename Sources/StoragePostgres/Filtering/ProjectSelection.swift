/// Projects that tasks are to be in, as a condition on the rows of `task` with one parameter.
enum ProjectSelection {
    /// Whether a task is in one that is there; without a parameter.
    static let isInAny = """
        task.project_id IS NOT NULL AND EXISTS (
            SELECT 1 FROM project WHERE project.id = task.project_id AND deleted_at IS NULL)
        """

    /// Whether a task is in the one with an id, the parameter.
    static let isInOne = """
        task.project_id IS NOT NULL
        AND task.project_id IN (SELECT id FROM project WHERE deleted_at IS NULL AND id = ?)
        """

    /// Whether a task is in one that a column has the value of, the parameter, or also in one that stands in such a one.
    static func isIn(_ column: String, includingSubprojects: Bool) -> String {
        let wanted = "SELECT id FROM project WHERE deleted_at IS NULL AND \(column) = ?"
        guard includingSubprojects else { return "task.project_id IS NOT NULL AND task.project_id IN (\(wanted))" }
        return """
            task.project_id IS NOT NULL AND task.project_id IN (
                WITH RECURSIVE wanted (id) AS (
                    \(wanted) UNION
                    SELECT project.id FROM wanted JOIN project ON parent_id = wanted.id WHERE deleted_at IS NULL
                ) SELECT id FROM wanted)
            """
    }

    /// Whether a task is in the one with an id, the parameter, or also in one that stands in it.
    static func isInOne(includingSubprojects: Bool) -> String {
        includingSubprojects ? isIn("id", includingSubprojects: true) : isInOne
    }
}
