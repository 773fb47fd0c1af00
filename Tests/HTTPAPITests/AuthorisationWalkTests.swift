import Basics
import HTTPAPI
import HTTPTypes
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

/// Every route, for every kind of caller.
@Suite(.timeLimit(.minutes(10))) struct AuthorisationWalkTests {
    /// Which tokens that reach only a part are let in by a route; a route that is not here lets none in.
    private static let admitted: [String: Set<Bound>] = [
        "POST /v1/tasks": .tasks, "GET /v1/tasks": .tasks, "GET /v1/tasks/count": .tasks, "GET /v1/tasks/{id}": .tasks,
        "PATCH /v1/tasks/{id}": .tasks, "DELETE /v1/tasks/{id}": .tasks, "POST /v1/tasks/{id}/complete": .tasks,
        "POST /v1/tasks/{id}/reopen": .tasks, "POST /v1/tasks/{id}/skip": .tasks,
        "POST /v1/tasks/{id}/duplicate": .tasks, "POST /v1/tasks/bulk": .tasks, "POST /v1/batch": .tasks,
        "GET /v1/tasks/{id}/firings": .tasks, "GET /v1/tasks/{id}/history": .tasks,
        "POST /v1/tasks/{id}/attachments": .tasks, "GET /v1/attachments/{id}": .tasks,
        "DELETE /v1/attachments/{id}": .tasks,
        "GET /v1/series/{id}": .tasks, "PATCH /v1/series/{id}": .tasks, "DELETE /v1/series/{id}": .tasks,
        "GET /v1/series/{id}/occurrences": .tasks, "GET /v1/series/{id}/statistics": .tasks,
        "POST /v1/reminders/{id}/snooze": .tasks, "POST /v1/reminders/{id}/acknowledge": .tasks,
        "POST /v1/phrases": .tasks, "GET /v1/suggestions": .tasks,
        "GET /v1/upcoming": .tasks, "GET /v1/statistics": .tasks, "GET /v1/events": .tasks,
        "GET /v1/events/stream": .tasks, "GET /v1/changes": .tasks, "POST /v1/undo": .tasks, "POST /v1/redo": .tasks,
        "GET /v1/trash": .tasks, "GET /v1/trash/{id}": .tasks, "POST /v1/trash/{id}/restore": .tasks,
        "DELETE /v1/trash/{id}": .tasks,
        "POST /v1/pauses": .tasks, "GET /v1/pauses": .tasks, "GET /v1/pauses/{id}": .tasks,
        "DELETE /v1/pauses/{id}": .tasks,
        "POST /v1/projects": [.project], "GET /v1/projects": [.project], "GET /v1/projects/{id}": [.project],
        "PATCH /v1/projects/{id}": [.project],
        "GET /v1/tags": [.tag], "GET /v1/tags/{name}": [.tag],
        "GET /v1/hooks": [.hook], "GET /v1/hooks/{id}": [.hook], "PATCH /v1/hooks/{id}": [.hook],
        "DELETE /v1/hooks/{id}": [.hook], "POST /v1/hooks/{id}/test": [.hook],
        "POST /v1/hooks/{id}/rotate-secret": [.hook], "GET /v1/hooks/{id}/health": [.hook],
        "GET /v1/hooks/{id}/deliveries": [.hook], "POST /v1/hooks/{id}/replay": [.hook],
        "GET /v1/deliveries/{id}": [.hook], "POST /v1/deliveries/{id}/replay": [.hook],
        "GET /v1/tokens/self": Set(Bound.allCases), "POST /v1/tokens/self/rotate": Set(Bound.allCases),
    ]

    fileprivate enum Bound: String, CaseIterable { case project, tag, hook }

    /// Who calls.
    fileprivate enum Caller: Hashable {
        /// Nobody is let in: without a token, or by one that is not right any more.
        case none, wrong, mistyped, expired, replaced, revoked
        case unbound(AccessScope)
        case bound(Bound, Set<AccessScope>)
    }

    private static let callers: [Caller] =
        [.none, .wrong, .mistyped, .expired, .replaced, .revoked] + AccessScope.allCases.map { .unbound($0) }
        + [
            .bound(.project, [.read, .write]), .bound(.project, [.read]), .bound(.tag, [.read, .write]),
            .bound(.tag, [.write]), .bound(.hook, [.read, .hooks]), .bound(.hook, [.read]),
        ]

    private static let id = "0198c5a0-0000-7000-8000-000000000001"

    @Test(arguments: callers)
    private func `each route lets in whom the table says, and nobody else`(caller: Caller) async throws {
        try await API.run { api async throws in
            let user = try await api.user(caller)
            var seen: Set<String> = []
            for route in api.routes {
                seen.insert(route)
                let scopes = try #require(ScopeTests.table[route], "\(route) is not in the table")
                let words = route.split(separator: " ")
                let method = try #require(HTTPRequest.Method(String(words[0])))
                var path = String(words[1]).replacing("{id}", with: Self.id).replacing("{name}", with: "x")
                // Without it there is nothing that it could be narrowed to.
                if path == "/v1/changes" { path += "?taskId=\(Self.id)" }
                if path.hasSuffix("stream") { path += "?after=99999" }
                let status = try await user.status(method, path)
                let expected = Self.expected(caller, route, scopes)
                #expect(expected.contains(status), "\(caller) \(method) \(path): \(status)")
            }
            #expect(seen == Set(ScopeTests.table.keys))
            #expect(Set(Self.admitted.keys).subtracting(seen) == [])
        }
    }

    @Test func `the description names the tokens of a part that each call lets in`() throws {
        let document = try JSONValue(json: OpenAPIDocument(version: "0").json)
        for (route, scopes) in ScopeTests.table {
            let words = route.split(separator: " ").map(String.init)
            let kinds = document["paths"]?[words[1]]?[words[0].lowercased()]?["x-reach"]?.array
            let named = kinds.map { Set($0.compactMap { $0.string.flatMap { Bound(rawValue: $0) } }) }
            // What is open to everybody asks for no token.
            #expect(named == (scopes.isEmpty ? nil : Self.admitted[route] ?? []), "\(route)")
        }
    }

    /// The statuses that a call may have.
    private static func expected(_ caller: Caller, _ route: String, _ scopes: Set<AccessScope>) -> Set<Int> {
        // Open to everybody.
        if scopes.isEmpty { return [200] }
        // There is nothing of the ids, and no body: 401 and 403 are what is not to be.
        let letIn: Set<Int> = [200, 201, 202, 204, 400, 404, 409, 410, 412, 415, 422, 503]
        switch caller {
        case .none, .wrong, .mistyped, .expired, .replaced, .revoked: return [401]
        case .unbound(let scope): return scope == .admin || scopes.contains(scope) ? letIn : [403]
        case .bound(let kind, let own):
            guard !own.isDisjoint(with: scopes), admitted[route]?.contains(kind) == true else { return [403] }
            // What is not there, and what lies outside, is not found, whatever else is wrong.
            return route.contains("{") ? [404] : letIn
        }
    }
}

extension Set<AuthorisationWalkTests.Bound> {
    fileprivate static let tasks: Self = [.project, .tag]
}

/// Makes calls, and lets time pass before each where nobody is let in, so that it is not slowed.
private struct Walker {
    let api: API
    let headers: [String: String]
    let isWrong: Bool

    func status(_ method: HTTPRequest.Method, _ path: String) async throws -> Int {
        if isWrong { api.clock.advanceSteady(by: .seconds(10)) }
        return try await api.status(method, path, headers: headers)
    }
}

extension API {
    fileprivate func user(_ caller: AuthorisationWalkTests.Caller) async throws -> Walker {
        let project = ProjectID(madeAt: clock.now)
        try await store.write { [now = clock.now] in try $0.save(Project(id: project, name: "p", now: now)) }
        func walker(_ api: API, isWrong: Bool = true) -> Walker { Walker(api: api, headers: [:], isWrong: isWrong) }
        switch caller {
        case .none: return Walker(api: self, headers: ["authorization": ""], isWrong: true)
        case .wrong: return walker(withSecret(TokenSecret.make().text))
        case .mistyped: return walker(withSecret(token + "0"))
        case .expired: return walker(try await withToken(name: "expired", [.admin], expiresAt: clock.now))
        case .replaced:
            let old = try await withToken(name: "replaced", [.admin])
            _ = try await old.request(.post, "/v1/tokens/self/rotate", #"{"overlap":"PT1S"}"#)
            clock.advance(by: .seconds(1))
            return walker(old)
        case .revoked:
            let revoked = try await withToken(name: "revoked", [.admin])
            let id = try await revoked.request(.get, "/v1/tokens/self").json.id
            #expect(try await request(.delete, "/v1/tokens/\(id)").status == 204)
            return walker(revoked)
        case .unbound(let scope): return walker(try await withToken(name: "walker", [scope]), isWrong: false)
        case .bound(let kind, let scopes):
            let reach: TokenReach =
                switch kind {
                case .project: .project(project)
                case .tag: .tag("mine")
                case .hook: .hook(Hook.stdoutID)
                }
            return walker(try await withToken(name: "walker", scopes, reach: reach), isWrong: false)
        }
    }
}
