import Basics
import HTTPTypes
import Recurrence
import Storage
import TestSupport
import Testing

struct SeriesRouteTests {
    @Test
    func `a series shows its rules in words, its content and where it stands`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(
                #"{"title":"Rent","description":"on time","priority":"high","tags":["home"],"start":"2026-12-01T08:30:00","due":"2026-12-01T09:00:00","location":{"placeName":"Bank"},"reminders":[{"offset":"-PT1H","repeat":{"every":"PT10M","count":2}},{"at":"2026-11-30T18:00:00"}],"subtasks":[{"title":"Check"}],"recurrence":{"rrule":["FREQ=MONTHLY;BYMONTHDAY=1"]}}"#
            )
            let series = try await api.request(.get, "/v1/series/\(task.series)")
            #expect(series.status == 200)
            #expect(series.headers[.eTag]?.wholeMatch(of: /"[0-9a-f]{24}"/) != nil)
            let json = series.json
            #expect(json.id == task.series && json["version"]?.integer == 1)
            #expect(json["dtstart"]?.string == "2026-12-01T08:30:00" && json["timeZone"]?.string == "Europe/Berlin")
            #expect(json["recurrence"] == task["recurrence"])
            #expect(json["explanation"]?["en"]?.string?.contains("month") == true)
            #expect(json["explanation"]?["ko"]?.string?.contains("매월") == true)
            for name in ["title", "description", "priority", "tags", "location"] {
                #expect(json[name] == task[name], "\(name)")
            }
            #expect(json["hasStart"] == .bool(true) && json["hasDue"] == .bool(true))
            #expect(json["span"]?.string == "PT30M")
            #expect(json["reminders"]?.array?.map { $0["offset"]?.string } == ["-PT1H", nil])
            #expect(json["reminders"]?.array?[0]["repeat"] == task["reminders"]?.array?[0]["repeat"])
            #expect(json["reminders"]?.array?[1]["at"]?.string == "2026-11-30T18:00:00")
            #expect(json["subtasks"]?.array?.map { $0["title"]?.string } == ["Check"])
            #expect(json["state"]?.string == "active" && json["endReason"] == .null && json["endedBy"] == .null)
            #expect(json["splitFrom"] == .null && json["before"] == .null)
            #expect(json["next"]?.string == "2027-01-01T08:30:00")
            #expect(json["counts"]?["open"]?.integer == 1 && json["counts"]?["completed"]?.integer == 0)
            #expect(json["createdAt"]?.string == API.now && json["updatedAt"]?.string == API.now)
        }
    }

    @Test
    func `a read is conditional, and the tag changes with the ledger`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("a")
            let path = "/v1/series/\(task.series)"
            let tag = try #require(try await api.request(.get, path).headers[.eTag])
            #expect(try await api.request(.get, path, headers: ["if-none-match": tag]).status == 304)
            _ = try await api.request(.post, "/v1/tasks/\(task.id)/complete")
            let later = try await api.request(.get, path, headers: ["if-none-match": tag])
            #expect(later.status == 200)
            #expect(later.json["counts"]?["open"]?.integer == 1 && later.json["counts"]?["completed"]?.integer == 1)
            #expect(later.json["next"]?.string == "2026-12-03T09:00:00")
        }
    }

    @Test
    func `a series of which all is done is finished, and goes on when its rule does`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("a", rule: "FREQ=DAILY;COUNT=1")
            let path = "/v1/series/\(task.series)"
            _ = try await api.request(.post, "/v1/tasks/\(task.id)/complete")
            #expect(try await api.request(.get, path).json["state"]?.string == "finished")
            let longer = try await api.request(.patch, path, #"{"recurrence":{"rrule":["FREQ=DAILY;COUNT=2"]}}"#)
            #expect(longer.json["state"]?.string == "active")
            #expect(longer.json["counts"]?["open"]?.integer == 1)
            #expect(try await api.types().last == "series.resumed")
        }
    }

    @Test(arguments: [(HTTPRequest.Method.get, ""), (.patch, ""), (.delete, ""), (.get, "/occurrences")])
    func `what there is not is a 404 problem`(method: HTTPRequest.Method, rest: String) async throws {
        try await API.run { api async throws in
            for id in ["17", "0198c5a0-0000-7000-8000-0000000000ff"] {
                let body = method == .patch ? #"{"title":"x"}"# : nil
                let response = try await api.request(method, "/v1/series/\(id)\(rest)", body)
                #expect(response.status == 404, "\(response.json)")
                #expect(response.headers[.contentType] == "application/problem+json")
            }
        }
    }

    @Test
    func `a series is ended, and its open occurrences stay unless told otherwise`() async throws {
        try await API.run { api async throws in
            for (query, isKept) in [("", true), ("?open=keep", true), ("?open=delete", false)] {
                let task = try await api.createDaily("a")
                let path = "/v1/series/\(task.series)"
                let ended = try await api.request(.delete, path + query)
                #expect(ended.status == 204 && ended.json == .null)
                let json = try await api.request(.get, path).json
                #expect(json["state"]?.string == "ended")
                #expect(json["endReason"]?.string == (isKept ? "stopped" : "deleted"))
                #expect(json["next"] == .null)
                #expect((json["explanation"] == .null) == isKept)
                #expect(try await api.status(.get, "/v1/tasks/\(task.id)") == (isKept ? 200 : 404))
                #expect(try await api.status(.delete, path + query) == 204)
            }
        }
    }

    @Test
    func `an unknown word of a query is refused`() async throws {
        try await API.run { api async throws in
            let series = try await api.createDaily("a").series
            for query in ["?open=some", "?open=", "?scope=all"] {
                let response = try await api.request(.delete, "/v1/series/\(series)\(query)")
                #expect(response.status == 400)
                #expect(response.pointers.first?.hasPrefix("?") == true)
            }
        }
    }

    @Test
    func `a list shows the tasks of one series`() async throws {
        try await API.run { api async throws in
            let (one, other) = (try await api.createDaily("one"), try await api.createDaily("other"))
            _ = try await api.create(#"{"title":"plain"}"#)
            _ = try await api.request(.post, "/v1/tasks/\(one.id)/complete")
            func titles(_ query: String) async throws -> [String] {
                let page = try await api.request(.get, "/v1/tasks?\(query)")
                return (page.json["items"]?.array ?? []).compactMap { $0["title"]?.string }
            }
            #expect(try await titles("seriesId=\(one.series)") == ["one", "one"])
            #expect(try await titles("seriesId=\(one.series)&status=needsAction") == ["one"])
            #expect(try await titles("seriesId=\(other.series)") == ["other"])
            #expect(try await titles("seriesId=0198c5a0-0000-7000-8000-0000000000ff").isEmpty)
            #expect(try await api.request(.get, "/v1/tasks?seriesId=17").pointers == ["?seriesId"])
        }
    }
}

extension API {
    /// The types of all events, in order.
    func types() async throws -> [String] {
        (try await request(.get, "/v1/events?limit=1000").json["items"]?.array ?? []).compactMap {
            $0["type"]?.string
        }
    }
}
