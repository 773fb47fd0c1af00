import HTTPTypes
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

struct AccessTests {
    @Test(arguments: ["", "Bearer", "Bearer wrong", "Basic YWRtaW46YWRtaW4="])
    func `without a known token nothing is told`(header: String) async throws {
        try await API.run { api async throws in
            let response = try await api.request(.get, "/v1/tasks", headers: ["authorization": header])
            #expect(response.status == 401)
            #expect(response.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
        }
    }

    @Test
    func `a token may do what its scopes say`() async throws {
        try await API.run(scopes: [.read]) { api async throws in
            #expect(try await api.request(.get, "/v1/tasks").status == 200)
            #expect(try await api.request(.post, "/v1/tasks", #"{"title":"x"}"#).status == 403)
        }
        try await API.run(scopes: [.read, .write]) { api async throws in
            #expect(try await api.request(.post, "/v1/tasks", #"{"title":"x"}"#).status == 201)
            #expect(try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/"}"#).status == 403)
        }
    }

    @Test
    func `health needs no token`() async throws {
        try await API.run { api async throws in
            for path in ["/healthz", "/readyz"] {
                #expect(try await api.request(.get, path, headers: ["authorization": ""]).status == 200)
            }
        }
    }
    @Test
    func `a token whose scopes change is known by the new ones from the next request on`() async throws {
        try await API.run(scopes: [.read]) { api async throws in
            for scopes in [Set([AccessScope.read]), [], [.read, .write], [.write], [.read]] {
                try await api.setScopes(scopes)
                for _ in 0..<2 {
                    #expect(try await api.request(.get, "/v1/tasks").status == (scopes.contains(.read) ? 200 : 403))
                }
            }
        }
    }
}

extension API {
    fileprivate func setScopes(_ scopes: Set<AccessScope>) async throws {
        try await store.write { transaction in
            guard var token = try transaction.accessToken(named: "test") else { return }
            token.scopes = scopes
            try transaction.save(token)
        }
    }
}
