import Basics
import Filters
import HTTPTypes
import Hummingbird
import Phrases
import Recurrence
import Scheduler
import Storage

/// `/v1/phrases`: what a line or a date in words means, without writing anything.
struct PhraseRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let commands: TaskCommands
    let clock: Time

    func add(to routes: ScopedRoutes) {
        routes.add(.readPhrase) { try await read($0, $1) }
    }

    private func read(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try PhraseInput(
            JSONValue(body: try await context.bytes(of: request)), zones: commands.zones,
            standard: commands.configuration.defaultZone, now: clock.now)
        let (access, line) = (context.access, try PhraseAnswer.line(of: input))
        var project: ProjectWord?
        if let typed = line.project {
            project = try await store.read { try ProjectWord(typed, within: access, in: $0) }
        }
        let answer = PhraseAnswer(input, line, project: project)
        try check(answer)
        return APIResponse { answer.write(membersTo: &$0) }.response
    }

    /// Refuses what no task could have, such as a title that is too long.
    private func check(_ answer: PhraseAnswer) throws {
        var json = JSONWriter()
        json.object { json in
            json.field("title", answer.input.mode == .task ? answer.line.title : "x")
            answer.write(fieldsTo: &json)
        }
        do {
            _ = try commands.checked(TaskDraft(JSONValue(json: json.bytes)))
        } catch {
            guard let problem = Problem(error) else { throw error }
            let problems = problem.problems.map {
                InputProblem(pointer: "/text", detail: "gives a task whose \($0.pointer.dropFirst()) \($0.detail)")
            }
            throw Problem(problems)
        }
    }
}

extension ProjectWord {
    /// How many projects are looked through for a name that is like the one that was typed.
    private static let maxLooked = 1_000

    /// Finds the project of a name: written alike, or with other capitals and with `-` or `_` for spaces.
    fileprivate init(_ typed: String, within access: Access, in reader: any StoreReader) throws {
        self.init(typed: typed)
        var query = ProjectQuery()
        query.isArchived = false
        query.name = typed
        var same = try reader.projects(matching: query, after: nil, limit: Self.maxLooked).items
            .filter { try access.holds($0.id, in: reader) }
        if !same.isEmpty {
            take(same)
            return
        }
        query.name = nil
        let known = try reader.projects(matching: query, after: nil, limit: Self.maxLooked).items
            .filter { try access.holds($0.id, in: reader) }
        same = known.filter { Self.key($0.name) == Self.key(typed) }
        if !same.isEmpty {
            take(same)
            return
        }
        let keys = known.map { Self.key($0.name) }
        guard let key = NearestName.of(Self.key(typed), among: keys), let index = keys.firstIndex(of: key) else {
            return
        }
        nearest = (known[index].id, known[index].name)
    }

    private mutating func take(_ projects: [Project]) {
        (id, name, count) = (projects.first?.id, projects.first?.name, projects.count)
    }

    private static func key(_ name: String) -> String {
        name.asTagKey.replacing(" ", with: "-").replacing("_", with: "-")
    }
}
