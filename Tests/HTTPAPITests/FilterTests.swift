import Basics
import Foundation
import HTTPTypes
import Testing

@testable import HTTPAPI

struct FilterTests {
    /// Filters, and the titles of what they select.
    private static let filters: [(String, [String])] = [
        ("due < today and (tag:home or priority >= high)", ["alpha"]), ("due = today", ["beta"]),
        ("due < today+3d", ["alpha", "beta"]), ("no:due", ["gamma ray"]), ("\"gamma ra\"", ["gamma ray"]),
        ("gamma or title = beta", ["beta", "gamma ray"]), ("not tag:home", ["beta"]), ("overdue", ["alpha"]),
        ("priority != high", ["alpha", "gamma ray"]), ("tag:집", []),
        ("createdAt = now", ["alpha", "beta", "gamma ray"]),
    ]

    private func fill(_ api: API) async throws {
        for (title, more) in [
            ("alpha", #","due":"2026-11-20T09:00:00","priority":"low","tags":["home"]"#),
            ("beta", #","due":"2026-11-21T23:30:00","priority":"high""#), ("gamma ray", #","tags":["home"]"#),
        ] { _ = try await api.create(#"{"title":"\#(title)"\#(more)}"#) }
    }

    private func list(_ api: API, _ filter: String, _ more: String = "") async throws -> API.Response {
        let encoded = filter.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try await api.request(.get, "/v1/tasks?sort=due&filter=\(encoded)\(more)")
    }

    private func titles(_ response: API.Response) -> [String] {
        (response.json["items"]?.array ?? []).compactMap { $0["title"]?.string }
    }

    @Test func `a list is of what a filter selects`() async throws {
        try await API.run { api async throws in
            try await fill(api)
            for (filter, expected) in Self.filters {
                let response = try await list(api, filter)
                #expect(response.status == 200, "\(response.json)")
                #expect(titles(response) == expected, "\(filter)")
            }
        }
    }

    @Test func `a filter holds with the other parameters, on each page`() async throws {
        try await API.run { api async throws in
            try await fill(api)
            #expect(titles(try await list(api, "overdue or no:due", "&tag=home&priority=low")) == ["alpha"])
            let first = try await list(api, "tag:home", "&limit=1")
            let cursor = try #require(first.json["nextCursor"]?.string)
            #expect(titles(try await list(api, "tag:home", "&limit=1&cursor=\(cursor)")) == ["gamma ray"])
            #expect(try await list(api, "tag:work", "&cursor=\(cursor)").pointers == ["?cursor"])
        }
    }

    @Test func `days are those of the zone that is asked for`() async throws {
        try await API.run { api async throws in
            try await fill(api)
            #expect(titles(try await list(api, "due = tomorrow")) == [])
            #expect(titles(try await list(api, "due = tomorrow", "&timeZone=Asia/Seoul")) == ["beta"])
            #expect(try await list(api, "due = tomorrow", "&timeZone=Mars/Base").pointers == ["?timeZone"])
        }
    }

    @Test func `a wrong filter is refused with its place and what was meant`() async throws {
        try await API.run { api async throws in
            let refused = try await list(api, "due < today and priorty >= high", "&limit=0")
            #expect(refused.status == 400)
            #expect(refused.headers[.contentType] == "application/problem+json")
            #expect(refused.json["at"]?.array?.map(\.integer) == [16, 23])
            #expect(refused.json["suggestion"]?.string == "priority")
            #expect(Set(refused.pointers) == ["?filter", "?limit"])
            let unclosed = try await list(api, "(집")
            #expect(unclosed.json["at"]?.array?.map(\.integer) == [0, 1])
            #expect(unclosed.json["suggestion"] == nil)
            #expect(unclosed.json["detail"]?.string?.contains("not closed") == true)
            // A plus sign that was not encoded is a space.
            let lost = try await api.request(.get, "/v1/tasks?filter=due%3Ctoday+3d")
            #expect(lost.json["suggestion"]?.string == "today+3d")
        }
    }

    @Test func `the longest filter fits into a request, and no longer one is read`() async throws {
        try await API.run { api async throws in
            let longest = String(repeating: "집", count: 1_365) + "x"
            #expect(try await list(api, longest).status == 200)
            #expect(try await list(api, longest + "x").json["at"]?.array?.map(\.integer) == [4_096, 4_097])
            let many = [String](repeating: "tag:a or not due<now", count: 100).joined(separator: " and ")
            #expect(try await list(api, many).status == 200)
        }
    }
}
