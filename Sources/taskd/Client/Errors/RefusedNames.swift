import Basics
import Recurrence
import TaskdClient

/// The names of what a refusal calls by ids, which people do not know it by.
struct RefusedNames {
    let daemon: DaemonClient

    /// The words for each id.
    func words(in problem: DaemonProblem) async -> [String: String] {
        if problem.status == 403 { return await reach(problem.detail) }
        if problem.status == 409 {
            let words = [
                await tasks(in: problem.detail, after: ["task", "occurrence"]), await series(in: problem.detail),
                await change(refusedBy: problem.detail),
            ]
            return words.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
        }
        if problem.status == 404, problem.detail.contains("has no attachment") {
            return await tasks(in: problem.detail, after: ["task"])
        }
        let ring = problem.faults.map(\.detail).filter { $0.contains(Self.ring) }.joined(separator: " ")
        return ring.isEmpty ? [:] : await tasks(in: ring)
    }

    private static let ring = "waits for this task in turn: "

    /// What a token for a part reaches.
    private func reach(_ detail: String) async -> [String: String] {
        guard
            let match = detail.firstMatch(
                of: /\b(project|hook) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/)
        else { return [:] }
        let (kind, id) = (String(match.output.1), String(match.output.2))
        guard kind == "project" else { return [id: Handle(ofID: id)?.description ?? id] }
        // Who may not read it, or asks a daemon that is busy, is told the id all the same.
        guard let project: ProjectView = try? await daemon.get("projects/\(id)").decode() else { return [:] }
        return [id: "\"\(project.name)\""]
    }

    /// The series that a conflict is about.
    private func series(in detail: String) async -> [String: String] {
        guard let match = detail.firstMatch(of: /\bseries ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/),
            let series: SeriesView = try? await daemon.get("series/\(match.output.1)", [.shortHandles]).decode()
        else { return [:] }
        return [series.id: "\"\(series.title)\" (\(series.shortHandle ?? series.id))"]
    }

    /// The change that cannot be undone, which keeps the id that it is listed by.
    private func change(refusedBy detail: String) async -> [String: String] {
        guard
            let match = detail.prefixMatch(
                of: /the change ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) cannot be undone:/),
            let page: ListPage<ChangeView> = try? await daemon.get("changes", [QueryItem("limit", "1000")]).decode(),
            let change = page.items.first(where: { $0.id == match.output.1 })
        else { return [:] }
        return [change.id: "\"\(ChangeWords(change.kind, .english).about(change.subject))\" (\(change.id))"]
    }

    /// Tasks that wait for each other, or whose ids follow certain words.
    private func tasks(in text: String, after words: Set<String>? = nil) async -> [String: String] {
        let ids = text.matches(of: /(?:(\w+) )?\b([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/)
            .filter { match in words.map { $0.contains(String(match.output.1 ?? "")) } ?? true }
            .map { String($0.output.2) }
        let views = try? await IdentifierLookup(daemon: daemon).named(ids)
        return (views ?? [:]).mapValues { "\"\($0.title)\" (\($0.shownHandle))" }
    }
}
