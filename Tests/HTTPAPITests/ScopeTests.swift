import HTTPAPI
import HTTPTypes
import Hummingbird
import Logging
import Notify
import Recurrence
import Scheduler
import Storage
import StorageSQLite
import TestSupport
import Testing

struct ScopeTests {
    /// Who may call what.
    ///
    /// A call without scopes is open to everybody, and the scope admin lets in everywhere.
    static let table: [String: Set<AccessScope>] = [
        "GET /healthz": [], "GET /readyz": [], "GET /metrics": [], "GET /openapi.json": [], "GET /docs": [],
        "POST /v1/tasks": [.write], "GET /v1/tasks": [.read], "GET /v1/tasks/{id}": [.read],
        "GET /v1/tasks/count": [.read], "GET /v1/views": [.read], "POST /v1/views": [.write],
        "GET /v1/views/{id}": [.read], "PATCH /v1/views/{id}": [.write], "DELETE /v1/views/{id}": [.write],
        "PATCH /v1/tasks/{id}": [.write], "DELETE /v1/tasks/{id}": [.write], "POST /v1/tasks/{id}/complete": [.write],
        "GET /v1/series/{id}": [.read], "PATCH /v1/series/{id}": [.write], "DELETE /v1/series/{id}": [.write],
        "GET /v1/series/{id}/occurrences": [.read], "POST /v1/tasks/{id}/reopen": [.write],
        "POST /v1/tasks/{id}/skip": [.write], "POST /v1/tasks/{id}/duplicate": [.write],
        "POST /v1/tasks/bulk": [.write], "GET /v1/trash": [.read], "DELETE /v1/trash": [.write],
        "GET /v1/trash/{id}": [.read], "POST /v1/trash/{id}/restore": [.write], "DELETE /v1/trash/{id}": [.write],
        "POST /v1/undo": [.write], "POST /v1/redo": [.write], "GET /v1/changes": [.read],
        "GET /v1/tasks/{id}/history": [.read],
        "GET /v1/tasks/{id}/firings": [.read], "POST /v1/batch": [.write], "GET /v1/upcoming": [.read],
        "POST /v1/reminders/{id}/snooze": [.write], "POST /v1/reminders/{id}/acknowledge": [.write],
        "POST /v1/pauses": [.write], "GET /v1/pauses": [.read], "GET /v1/pauses/{id}": [.read],
        "DELETE /v1/pauses/{id}": [.write],
        "POST /v1/tags": [.write], "GET /v1/tags": [.read], "GET /v1/tags/{name}": [.read],
        "PATCH /v1/tags/{name}": [.write], "DELETE /v1/tags/{name}": [.write],
        "POST /v1/projects": [.write], "GET /v1/projects": [.read], "GET /v1/projects/{id}": [.read],
        "PATCH /v1/projects/{id}": [.write], "DELETE /v1/projects/{id}": [.write],
        "POST /v1/hooks": [.hooks], "GET /v1/hooks": [.read, .hooks], "GET /v1/hooks/{id}": [.read, .hooks],
        "PATCH /v1/hooks/{id}": [.hooks], "DELETE /v1/hooks/{id}": [.hooks], "POST /v1/hooks/{id}/test": [.hooks],
        "POST /v1/hooks/{id}/rotate-secret": [.hooks], "GET /v1/hooks/{id}/health": [.read, .hooks],
        "GET /v1/hooks/{id}/deliveries": [.read, .hooks], "POST /v1/hooks/{id}/replay": [.hooks],
        "GET /v1/deliveries/{id}": [.read, .hooks], "POST /v1/deliveries/{id}/replay": [.hooks],
        "GET /v1/statistics": [.read], "GET /v1/series/{id}/statistics": [.read],
        "GET /v1/export": [.read], "POST /v1/import": [.write],
        "POST /v1/tasks/{id}/attachments": [.write], "GET /v1/attachments/{id}": [.read],
        "DELETE /v1/attachments/{id}": [.write],
        "POST /v1/tokens": [.admin], "GET /v1/tokens": [.admin], "GET /v1/tokens/{id}": [.admin],
        "PATCH /v1/tokens/{id}": [.admin], "DELETE /v1/tokens/{id}": [.admin], "POST /v1/tokens/{id}/rotate": [.admin],
        "GET /v1/tokens/self": Set(AccessScope.allCases), "POST /v1/tokens/self/rotate": Set(AccessScope.allCases),
        "POST /v1/phrases": [.read], "GET /v1/suggestions": [.read], "GET /v1/status": [.read],
        "GET /v1/nodes": [.read],
        "GET /v1/set-aside": [.read], "GET /v1/events": [.read], "GET /v1/events/stream": [.read],
    ]

    private static let callers: [Set<AccessScope>?] = [nil, [], [.read], [.write], [.hooks], [.admin]]

    /// Other forms of a path, which a router or a check could take for another one.
    private static func variants(of path: String) -> [String] {
        let parts = path.split(separator: "/").map(String.init)
        let encoded = parts.map { part in part.utf8.map { "%" + String($0, radix: 16) }.joined() }
        return [
            path, "/" + path, path + "/", "//" + parts.joined(separator: "//"), path + "//",
            "/./" + parts.joined(separator: "/"),
            "/x/.." + path, "/" + parts.joined(separator: "%2F"), "/" + encoded.joined(separator: "/"),
            path.uppercased(), path + "?/v1/tasks", path + ";x", path + "%00",
        ]
    }

    @Test(arguments: callers)
    func `whatever the form of its path, a call is let in by the scopes of its route alone`(
        caller: Set<AccessScope>?
    ) async throws {
        try await API.run(scopes: caller ?? []) { api async throws in
            var seen: Set<String> = []
            for route in api.routes {
                seen.insert(route)
                let scopes = try #require(Self.table[route], "\(route) is not in the table")
                let words = route.split(separator: " ")
                let method = try #require(HTTPRequest.Method(String(words[0])))
                let path = words[1].replacing("{id}", with: "0198c5a0-0000-7000-8000-000000000001")
                    .replacing("{name}", with: "home")
                let mayCall =
                    scopes.isEmpty || caller.map { $0.contains(.admin) || !$0.isDisjoint(with: scopes) } == true
                for variant in Self.variants(of: String(path)) where !(mayCall && path.hasSuffix("stream")) {
                    let headers = caller == nil ? ["authorization": ""] : [:]
                    let status = try await api.status(method, variant, headers: headers)
                    let refusal = caller == nil ? 401 : 403
                    if mayCall {
                        // Another form of tokens/self is the path of another token.
                        let isOther = variant != path && path.contains("tokens/self")
                        #expect(status != 401 && (status != 403 || isOther), "\(method) \(variant)")
                    } else {
                        // Another form of tasks/bulk is the path of a task, which has no POST.
                        #expect([refusal, 404, 405, 400].contains(status), "\(method) \(variant): \(status)")
                        if variant == path { #expect(status == refusal, "\(method) \(variant): \(status)") }
                    }
                }
            }
            #expect(seen == Set(Self.table.keys))
        }
    }

    @Test
    func `a doubled slash does not make a hook with a token for tasks`() async throws {
        try await API.run(scopes: [.read, .write]) { api async throws in
            for path in ["/v1/hooks", "/v1//hooks", "//v1/hooks", "/v1/hooks/"] {
                #expect(try await api.request(.post, path, #"{"url":"http://10.1.0.1/"}"#).status == 403)
            }
            #expect(try await api.store.read { try $0.hooks().count } == 1)
        }
    }
}
