import Basics
import HTTPTypes
import Recurrence
import Storage
import TestSupport
import Testing

struct SeriesPatchTests {
    @Test
    func `a change of the series reaches its open occurrences, but for what was changed of one alone`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("a", more: #","tags":["x"]"#)
            let path = "/v1/tasks/\(task.id)"
            _ = try await api.request(.patch, path + "?scope=this", #"{"title":"mine"}"#)
            let changed = try await api.request(
                .patch, "/v1/series/\(task.series)",
                #"{"title":"b","tags":["y"],"priority":"high","description":"d","location":{"placeName":"p"},"subtasks":[{"title":"s"}],"reminders":[{"offset":"-PT1H"}],"quietHours":"off"}"#
            )
            #expect(changed.status == 200, "\(changed.json)")
            #expect(changed.json["title"]?.string == "b" && changed.json["quietHours"]?.string == "off")
            #expect(changed.json["version"]?.integer == 2)
            #expect(try await api.request(.get, "/v1/series/\(task.series)").headers[.eTag] == changed.headers[.eTag])
            let reached = try await api.request(.get, path).json
            #expect(reached["title"]?.string == "mine")
            #expect(reached["tags"]?.array?.map(\.string) == ["y"] && reached["priority"]?.string == "high")
            #expect(reached["subtasks"]?.array?.count == 1 && reached["reminders"]?.array?.count == 1)
            let next = try await api.request(.post, path + "/complete").json["next"]
            #expect(next?["title"]?.string == "b" && next?["description"]?.string == "d")
            #expect(next?["reminders"]?.array?.first?["offset"]?.string == "-PT1H")
        }
    }

    @Test
    func `the same again changes nothing`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("a")
            let path = "/v1/series/\(task.series)"
            let before = try await api.request(.get, path)
            let same = try await api.request(
                .patch, path,
                #"{"title":"a","dtstart":"2026-12-01T09:00:00","timeZone":"Europe/Berlin","state":"active"}"#)
            #expect(same.status == 200)
            #expect(same.json == before.json)
            #expect(same.headers[.eTag] == before.headers[.eTag])
        }
    }

    @Test
    func `another start moves the whole series`() async throws {
        try await API.run { api async throws in
            for start in ["2026-12-02T10:00:00", "2026-12-02T09:00:00Z"] {
                let task = try await api.createDaily("a", more: #","reminders":[{"at":"2026-11-30T18:00:00"}]"#)
                let path = "/v1/series/\(task.series)"
                let moved = try await api.request(.patch, path, #"{"dtstart":"\#(start)"}"#)
                #expect(moved.json["dtstart"]?.string == "2026-12-02T10:00:00", "\(moved.json)")
                #expect(moved.json["reminders"]?.array?.first?["at"]?.string == "2026-12-01T19:00:00")
                let reached = try await api.request(.get, "/v1/tasks/\(task.id)").json
                #expect(reached["due"]?.string == "2026-12-02T10:00:00")
                #expect(reached["recurrenceId"]?.string == "2026-12-02T10:00:00")
                #expect(reached["occurrence"]?.integer == 1)
            }
        }
    }

    @Test
    func `a series of times becomes one of days, with the rules that go with it`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("a", rule: "FREQ=DAILY;BYHOUR=9,18")
            let path = "/v1/series/\(task.series)"
            let refused = try await api.request(.patch, path, #"{"dtstart":"2026-12-01"}"#)
            #expect(refused.status == 422 && refused.pointers == ["/dtstart"], "\(refused.json)")
            let body = #"{"dtstart":"2026-12-01","recurrence":{"rrule":["FREQ=DAILY;UNTIL=20261203"]}}"#
            let moved = try await api.request(.patch, path, body)
            #expect(moved.status == 200, "\(moved.json)")
            #expect(moved.json["dtstart"]?.string == "2026-12-01")
            #expect(try await api.request(.get, "/v1/tasks/\(task.id)").json["due"]?.string == "2026-12-01")
        }
    }

    @Test
    func `another zone keeps the local times`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("a")
            let moved = try await api.request(.patch, "/v1/series/\(task.series)", #"{"timeZone":"Asia/Seoul"}"#)
            #expect(moved.json["timeZone"]?.string == "Asia/Seoul")
            let reached = try await api.request(.get, "/v1/tasks/\(task.id)").json
            #expect(reached["due"]?.string == "2026-12-01T09:00:00")
            #expect(reached["dueAt"]?.string == "2026-12-01T00:00:00Z")
        }
    }

    @Test
    func `how it recurs is changed in place, and taken off`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("a")
            let path = "/v1/series/\(task.series)"
            let excepted = try await api.request(
                .patch, path, #"{"recurrence":{"exdate":["20261202T090000"],"missed":"keep"}}"#)
            #expect(excepted.json["next"]?.string == "2026-12-03T09:00:00")
            #expect(excepted.json["recurrence"]?["rrule"]?.array?.map(\.string) == ["FREQ=DAILY"])
            #expect(
                try await api.request(.get, "/v1/tasks/\(task.id)").json["recurrence"] == excepted.json["recurrence"])
            let stopped = try await api.request(.patch, path, #"{"recurrence":null}"#)
            #expect(stopped.json["state"]?.string == "ended" && stopped.json["endReason"]?.string == "stopped")
            #expect(stopped.json["recurrence"] == .null && stopped.json["explanation"] == .null)
            #expect(try await api.request(.get, "/v1/tasks/\(task.id)").json["recurrence"] == .null)
            let revived = try await api.request(.patch, path, #"{"state":"active"}"#)
            #expect(revived.json["state"]?.string == "active" && revived.json["endReason"] == .null)
            #expect(revived.json["recurrence"] == excepted.json["recurrence"])
        }
    }

    @Test
    func `a series that was split does not come back`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("a")
            let next = try await api.request(.post, "/v1/tasks/\(task.id)/complete").json["next"] ?? .null
            let split = try await api.request(.patch, "/v1/tasks/\(next.id)?scope=following", #"{"title":"b"}"#)
            #expect(split.json.series != task.series)
            let old = try await api.request(.get, "/v1/series/\(task.series)").json
            #expect(old["endReason"]?.string == "split" && old["before"]?.string == "2026-12-02T09:00:00")
            #expect(try await api.request(.get, "/v1/series/\(split.json.series)").json["splitFrom"]?.string == old.id)
            let revived = try await api.request(.patch, "/v1/series/\(task.series)", #"{"state":"active"}"#)
            #expect(revived.status == 409)
        }
    }

    @Test(arguments: [
        (#"{"due":"2026-12-01T09:00:00"}"#, "/due"), (#"{"start":null}"#, "/start"),
        (#"{"status":"completed"}"#, "/status"), (#"{"progress":3}"#, "/progress"),
        (#"{"blockedBy":[]}"#, "/blockedBy"),
        (#"{"sortOrder":3}"#, "/sortOrder"), (#"{"id":"x"}"#, "/id"),
        (#"{"version":3}"#, "/version"), (#"{"counts":{}}"#, "/counts"), (#"{"next":null}"#, "/next"),
        (#"{"span":"PT1H"}"#, "/span"), (#"{"colour":"red"}"#, "/colour"), (#"{"seriesId":"x"}"#, "/seriesId"),
        (#"{"dtstart":null}"#, "/dtstart"), (#"{"dtstart":"soon"}"#, "/dtstart"), (#"{"dtstart":7}"#, "/dtstart"),
        (#"{"dtstart":"0000-12-31T00:00:00"}"#, "/dtstart"), (#"{"state":"ended"}"#, "/state"),
        (#"{"state":null}"#, "/state"), (#"{"state":"active","recurrence":null}"#, "/recurrence"),
        (#"{"title":null}"#, "/title"), (#"{"title":""}"#, "/title"), (#"{"tags":["a","a"]}"#, "/tags/1"),
        (#"{"timeZone":"Europe/Atlantis"}"#, "/timeZone"),
        (#"{"timeZone":"Europe/Atlantis","dtstart":"2026-12-01T09:00:00Z"}"#, "/timeZone"),
        (#"{"recurrence":{"rrule":["FREQ=SOMETIMES"]}}"#, "/recurrence/rrule/0"),
        (#"{"recurrence":{"rrule":[]}}"#, "/recurrence/rrule"),
        (#"{"recurrence":{"anchor":"completion","respawn":"schedule"}}"#, "/recurrence/anchor"),
        (#"{"reminders":[{"offset":"-PT1H","relativeTo":"start"}]}"#, "/reminders/0"),
        (#"{"subtasks":[{"title":"a","isCompleted":true}]}"#, "/subtasks/0/isCompleted"),
        (#"[]"#, ""),
    ])
    func `what makes no sense is refused with its field, and changes nothing`(
        body: String, pointer: String
    ) async throws {
        try await API.run { api async throws in
            let path = "/v1/series/\(try await api.createDaily("a").series)"
            let before = try await api.request(.get, path)
            let response = try await api.request(.patch, path, body)
            #expect(response.status == 422, "\(response.json)")
            #expect(response.pointers.contains(pointer), "\(response.json)")
            #expect(try await api.request(.get, path).json == before.json)
        }
    }

    @Test(arguments: [
        (
            #""recurrence":{"rrule":["FREQ=DAILY"],"anchor":"completion"}"#, #"{"recurrence":{"respawn":"schedule"}}"#,
            "/recurrence/respawn"
        ),
        (
            #""recurrence":{"rrule":["FREQ=DAILY"],"respawn":"schedule"}"#, #"{"recurrence":{"anchor":"completion"}}"#,
            "/recurrence/anchor"
        ),
        (#""recurrence":{"rdate":["20261205T090000"]}"#, #"{"recurrence":{"rdate":[]}}"#, "/recurrence/rdate"),
        (
            #""recurrence":{"rdate":["20261205T090000"]}"#, #"{"recurrence":{"rrule":[],"rdate":[]}}"#,
            "/recurrence/rrule"
        ),
        (
            #""recurrence":{"rrule":["FREQ=DAILY"]}"#, #"{"recurrence":{"rrule":["FREQ=DAILY","FREQ=NEVER"]}}"#,
            "/recurrence/rrule/1"
        ),
        (
            #""recurrence":{"rrule":["FREQ=DAILY"]}"#, #"{"recurrence":{"rdate":["20261205T090000","soon"]}}"#,
            "/recurrence/rdate/1"
        ),
    ])
    func `a problem stands at the member that the change names, of a task and of its series`(
        made: String, body: String, pointer: String
    ) async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a","due":"2026-12-01T09:00:00",\#(made)}"#)
            for path in ["/v1/series/\(task.series)", "/v1/tasks/\(task.id)?scope=all"] {
                let response = try await api.request(.patch, path, body)
                #expect(response.status == 422, "\(path) \(response.json)")
                #expect(response.pointers == [pointer], "\(path) \(response.json)")
            }
        }
    }

    @Test
    func `of several rules the one is named that does not fit the start`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a","due":"2026-12-01","recurrence":{"rrule":["FREQ=DAILY"]}}"#)
            for path in ["/v1/series/\(task.series)", "/v1/tasks/\(task.id)?scope=all"] {
                let response = try await api.request(
                    .patch, path, #"{"recurrence":{"rrule":["FREQ=DAILY","FREQ=HOURLY"]}}"#)
                #expect(response.status == 422, "\(path) \(response.json)")
                #expect(response.pointers == ["/recurrence/rrule/1"], "\(path) \(response.json)")
            }
        }
    }

    @Test(arguments: [
        #"{"dtstart":"0001-01-01T00:00:00"}"#,
        #"{"dtstart":"0001-01-01T00:00:00","recurrence":{"rrule":["FREQ=WEEKLY"]}}"#,
    ])
    func `a start that leads a time too far is what is wrong`(body: String) async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("a", more: #","reminders":[{"at":"2026-11-30T18:00:00"}]"#)
            let response = try await api.request(.patch, "/v1/series/\(task.series)", body)
            #expect(response.status == 422 && response.pointers == ["/dtstart"], "\(response.json)")
        }
    }

    @Test
    func `a start to which not every occurrence can go along is refused, and the rule mends it`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("a", rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")
            let path = "/v1/series/\(task.series)"
            let before = try await api.request(.get, path).json
            let refused = try await api.request(.patch, path, #"{"dtstart":"2026-12-02T09:00:00"}"#)
            #expect(refused.status == 422 && refused.pointers == ["/dtstart"], "\(refused.json)")
            let detail = refused.json["errors"]?.array?.first?["detail"]?.string ?? ""
            #expect(detail.contains("2026-12-05") && detail.contains("/recurrence/rrule"), "\(detail)")
            #expect(try await api.request(.get, path).json == before)
            let moved = try await api.request(
                .patch, path,
                #"{"dtstart":"2026-12-02T09:00:00","recurrence":{"rrule":["FREQ=WEEKLY;BYDAY=TU,WE,TH,FR,SA"]}}"#)
            #expect(moved.status == 200, "\(moved.json)")
            #expect(moved.json["next"]?.string == "2026-12-03T09:00:00")
        }
    }

    @Test
    func `a start that the rule does not give is refused`() async throws {
        try await API.run { api async throws in
            let path = "/v1/series/\(try await api.createDaily("a", rule: "FREQ=WEEKLY;BYDAY=TU").series)"
            let response = try await api.request(.patch, path, #"{"dtstart":"2026-12-02T09:00:00"}"#)
            #expect(response.status == 422)
            #expect(response.pointers == ["/dtstart"])
            #expect(try await api.request(.patch, path, #"{"dtstart":"2026-12-08T09:00:00"}"#).status == 200)
        }
    }
}
