import Basics
import TaskdClient

/// What the daemon says of a token for a part, with the names of what it calls by ids.
struct NamedReach {
    let daemon: DaemonClient

    /// The words for each id in a refusal that people do not know by it.
    func words(in problem: DaemonProblem) async -> [String: String] {
        guard
            let match = problem.detail.firstMatch(
                of: /\b(project|hook) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/)
        else { return [:] }
        let (kind, id) = (String(match.output.1), String(match.output.2))
        guard kind == "project" else { return [id: Handle(ofID: id)?.description ?? id] }
        // Who may not read it, or asks a daemon that is busy, is told the id all the same.
        guard let project: ProjectView = try? await daemon.get("projects/\(id)").decode() else { return [:] }
        return [id: "\"\(project.name)\""]
    }
}
