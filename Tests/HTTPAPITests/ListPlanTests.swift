import Basics
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import HTTPAPI

struct ListPlanTests {
    private func list(_ api: API, _ filter: String, _ more: String = "") async throws -> API.Response {
        let encoded = filter.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try await api.request(.get, "/v1/tasks?filter=\(encoded)\(more)")
    }

    private func texts(_ conditions: JSONValue?) -> [String] {
        (conditions?.array ?? []).map { "\($0["parameter"]?.string ?? "")=\($0["text"]?.string ?? "")" }
    }

    @Test func `how a list is served is told in the words of the request, and nothing is read`() async throws {
        try await API.run { api async throws in
            let open = "&status=needsAction,inProcess&sort=due&explain=true"
            let plan = try await list(api, "due < today and (tag:home or location:road)", open)
            #expect(plan.status == 200, "\(plan.json)")
            #expect(plan.json["access"]?.string == "search")
            #expect(plan.json["indexes"]?.array?.map(\.string) == ["due"])
            #expect(plan.json["isSorted"] == .bool(false))
            #expect(texts(plan.json["served"]) == ["status=needsAction,inProcess", "filter=due < today"])
            #expect(texts(plan.json["checked"]) == ["filter=tag:home or location:road"])
            let single = try await list(api, "not tag:home", "&explain=true&q=milk").json
            #expect(texts(single["served"]) == ["q=milk"])
            #expect(texts(single["checked"]) == ["filter=not tag:home"])
            #expect(try await list(api, "tag:home", "&explain=false").json["items"] == .array([]))
            #expect(texts(try await list(api, "blocked", "&explain=true").json["served"]) == ["filter=blocked:true"])
            #expect(try await list(api, "tag:home", "&explain=maybe").pointers == ["?explain"])
        }
    }

    @Test func `a list that no index serves is broken off with what would help, and others are not`() async throws {
        // How much time passes from one look at the clock to the next.
        let step = Locked(Swift.Duration.milliseconds(1_100))
        let time = Locked(Swift.Duration.zero)
        let queries = QueryWatch(uptime: {
            let step = step.withLock { $0 }
            return time.withLock { time in
                time += step
                return time
            }
        }) { _, _ in }
        try await API.run(queries: queries) { api async throws in
            try await api.store.write { transaction in
                for number in 1...2_000 {
                    try transaction.save(.fixture(number) { $0.location = TaskLocation(placeName: "Post") })
                }
            }
            let refused = try await list(api, "location:nowhere and priority:none", "&sort=updatedAt")
            #expect(refused.status == 422)
            #expect(refused.headers[.contentType] == "application/problem+json")
            #expect(
                refused.json["detail"]?.string?.contains("no index serves location:nowhere and priority:none") == true)
            #expect(refused.json["explain"]?["access"]?.string == "scan")
            #expect(refused.pointers == ["?filter"])
            step.withLock { $0 = .milliseconds(5) }
            let served = try await list(api, "tag:home")
            #expect(served.status == 200, "\(served.json)")
        }
    }
}
