import Basics
import HTTPTypes
import Recurrence
import Scheduler
import Storage
import TestSupport
import Testing

/// `GET /v1/export` and `POST /v1/import`.
struct TransferRouteTests {
    private static let id = "0198c5a0-0000-7000-8000-0000000000"
    private static let times = #""createdAt":"2026-11-20T08:00:00Z","updatedAt":"2026-11-20T08:00:00Z""#

    /// A line of a task with nothing but what it must have, and more.
    private static func task(_ number: Int, _ title: String = "x", more: String = "") -> String {
        #"{"kind":"task","id":"\#(id)\#(number)","title":"\#(title)","timeZone":"UTC",\#(times)\#(more)}"#
    }

    /// Makes one of everything that can be exported.
    private func fill(_ api: API) async throws {
        let house = try await api.request(.post, "/v1/projects", #"{"name":"House","icon":"🏠","color":"red"}"#).json.id
        let garden = try await api.request(.post, "/v1/projects", #"{"name":"Garden","parentId":"\#(house)"}"#).json.id
        _ = try await api.request(.patch, "/v1/projects/\(house)", #"{"sortOrder":99}"#)
        let old = try await api.request(.post, "/v1/projects", #"{"name":"Old"}"#).json.id
        let rich = try await api.create(
            #"{"title":"집 \"x\"\n","description":"a\tb","priority":"high","tags":["b","a"],"projectId":"\#(garden)","#
                + #""location":{"latitude":1.5,"longitude":-0.25,"placeName":"p"},"estimatedDuration":"PT1H30M","#
                + #""properties":{"X-\"B\"":[{"b":null}],"X-A":"집"},"#
                + #""quietHours":{"from":"22:00","until":"07:00"},"due":"2026-12-24T18:00:00","timeZone":"Asia/Seoul","#
                + #""reminders":[{"offset":"-PT1H","repeat":{"every":"PT5M","count":3},"catchUp":"PT2H"},"#
                + #"{"at":"2026-12-20T09:00:00","keepOnCompletion":true}],"#
                + #""subtasks":[{"title":"s","isCompleted":true},{"title":"t"}]}"#)
        let reminder = try #require(rich["reminders"]?.array?.first?.id)
        _ = try await api.request(.post, "/v1/reminders/\(reminder)/snooze", #"{"for":"P9D"}"#)
        _ = try await api.request(.post, "/v1/tags", #"{"name":"A","color":"red"}"#)
        _ = try await api.request(.patch, "/v1/tags/b", #"{"icon":"b"}"#)
        _ = try await api.create(#"{"title":"in old","projectId":"\#(old)"}"#)
        _ = try await api.request(.delete, "/v1/projects/\(old)")
        let closed = try await api.create(
            #"{"title":"closed","due":"2026-12-01","reminders":[{"offset":"-P1D"}],"progress":40}"#)
        _ = try await api.request(.post, "/v1/tasks/\(closed.id)/complete")
        var daily = try await api.createDaily(
            "daily", more: #","reminders":[{"offset":"-PT1H"}],"tags":["x"],"properties":{"X-A":1}"#)
        for step in ["complete", "skip", "complete"] {
            let answer = try await api.request(.post, "/v1/tasks/\(daily.id)/\(step)").json
            daily = try #require(answer["next"])
        }
        _ = try await api.request(
            .patch, "/v1/tasks/\(daily.id)?scope=this", #"{"title":"only this","properties":{"X-A":2}}"#)
        let split = try await api.createDaily("split", rule: "FREQ=DAILY;COUNT=9")
        let next = try #require(
            try await api.request(.post, "/v1/tasks/\(split.id)/complete").json["next"])
        _ = try await api.request(.patch, "/v1/tasks/\(next.id)?scope=following", #"{"due":"2026-12-02T11:00:00"}"#)
        let ended = try await api.createDaily("ended")
        _ = try await api.request(.delete, "/v1/tasks/\(ended.id)?scope=this")
        _ = try await api.request(.post, "/v1/pauses", #"{"tag":"x","note":"n","until":"2027-01-01T00:00:00Z"}"#)
        _ = try await api.request(.post, "/v1/views", #"{"name":"v","filter":"tag:x","sort":"-due"}"#)
    }

    @Test
    func `a store with everything in it comes out of another as it was, in parts of any size`() async throws {
        try await API.run { first async throws in
            try await fill(first)
            let exported = try await first.raw("/v1/export?format=jsonl")
            let lines = exported.split(separator: "\n").map(String.init)
            let kinds = Set(try lines.map { try JSONValue(json: $0.utf8)["kind"]?.string })
            #expect(kinds == ["header", "project", "tag", "view", "series", "occurrence", "pause", "task", "end"])
            for size in [1, 3, 500] {
                try await API.run { second async throws in
                    for start in stride(from: 0, to: lines.count, by: size) {
                        let part = lines[start..<min(lines.count, start + size)].joined(separator: "\n") + "\n"
                        let answer = try await second.request(.post, "/v1/import?firstLine=\(start + 1)", part)
                        #expect(answer.status == 200, "\(answer.json)")
                        #expect(answer.json["same"]?.integer == 0 && answer.json["bad"]?.integer == 0)
                    }
                    #expect(try await second.raw("/v1/export") == exported)
                    let again = try await second.request(.post, "/v1/import", exported)
                    #expect(again.json["new"]?.integer == 0 && again.json["same"]?.integer == lines.count - 2)
                    #expect(again.json["change"] == .null && again.changeID == nil)
                    #expect(try await second.raw("/v1/export") == exported)
                    let log = try await second.request(.get, "/v1/events").json
                    #expect(log["items"]?.array?.isEmpty == true)
                    for path in [
                        "/v1/projects", "/v1/tags", "/v1/upcoming?limit=50", "/v1/tasks", "/v1/pauses", "/v1/views",
                    ] {
                        let (mine, theirs) = (
                            try await second.request(.get, path).json["items"],
                            try await first.request(.get, path).json["items"]
                        )
                        #expect(mine == theirs, "\(path)")
                    }
                }
            }
        }
    }

    /// Lines that are refused, and what is said of each.
    private static let badLines: [(line: String, pointer: String, says: String)] = [
        ("[]", "", "must be an object"),
        ("{", "", "is not valid JSON"),
        (#"{"id":1}"#, "/kind", "is missing"),
        (#"{"kind":"tasks"}"#, "/kind", "must be one of header, project"),
        (#"{"kind":"header","format":"csv","version":1}"#, "/format", "must be taskd-jsonl"),
        (#"{"kind":"header","format":"taskd-jsonl","version":2}"#, "/version", "newer taskd"),
        (#"{"kind":"task","title":"x","timeZone":"UTC",\#(times)}"#, "/id", "is missing"),
        (task(10, "", more: ""), "/title", "must not be empty"),
        (task(10, more: #","version":0"#), "/version", "must be 1 to"),
        (task(10, more: #","colour":"red""#), "/colour", "is not a known field"),
        (task(10, more: #","status":"done""#), "/status", "must be one of"),
        (task(10, more: #","status":"completed""#), "/completedAt", "is required, since"),
        (task(10, more: #","completedAt":"2026-11-20T08:00:00Z""#), "/completedAt", "must be omitted"),
        (task(10, more: #","due":"tomorrow""#), "/due", "must be a date"),
        (task(10, more: #","start":"2026-11-21","due":"2026-11-21T09:00:00""#), "/due", "must be a date"),
        (task(10, more: #","seriesId":"\#(id)99""#), "/recurrenceId", "must be present"),
        (
            task(10, more: #","seriesId":"\#(id)99","recurrenceId":"2026-11-21""#), "/recurrenceId",
            "is of no occurrence that the series"
        ),
        (task(10, more: #","projectId":"\#(id)99""#), "/projectId", "there is no project"),
        (task(10, more: #","reminders":[{"offset":"PT0S"}]"#), "/reminders/0/id", "is missing"),
        (task(10, more: #","reminders":[{"id":"\#(id)88"}]"#), "/reminders/0", "must have either offset or at"),
        (task(10, more: #","ownProgress":101"#), "/ownProgress", "must be a percentage"),
        (task(10, more: #","properties":[]"#), "/properties", "must be an object"),
        (task(10, more: #","properties":{"a":[1e16]}"#), "/properties/a/0", "must be a number from"),
        (
            #"{"kind":"task","id":"\#(id)10","title":"x","timeZone":"Mars/One",\#(times)}"#, "/timeZone",
            "there is no time zone"
        ),
        (
            #"{"kind":"project","id":"\#(id)11","name":"x","parentId":"\#(id)12",\#(times)}"#, "/parentId",
            "there is no project"
        ),
        (
            #"{"kind":"series","id":"\#(id)13","title":"x","timeZone":"UTC","start":"2026-11-21","#
                + #""rules":[{"rrule":"FREQ=NEVER","start":"2026-11-21"}],\#(times)}"#, "/rules", "FREQ"
        ),
        (
            #"{"kind":"occurrence","seriesId":"\#(id)13","recurrenceId":"2026-11-21","taskId":"\#(id)10","number":1}"#,
            "/seriesId", "there is no series"
        ),
        (
            #"{"kind":"occurrence","seriesId":"\#(id)13","recurrenceId":"2026-11-21","taskId":"\#(id)10"}"#, "/number",
            "is missing"
        ),
        (#"{"kind":"pause","target":"home","since":"2026-11-21T08:00:00Z"}"#, "/target", "must be all, tag:NAME"),
        (
            #"{"kind":"pause","target":"all","since":"2026-12-01T08:00:00Z","until":"2026-11-30T08:00:00Z"}"#, "/until",
            "must be after since"
        ),
        (#"{"kind":"view","id":"\#(id)14","name":"\#(id)14",\#(times)}"#, "/name", "must not be a UUID"),
        (#"{"kind":"view","id":"\#(id)14","name":"v","filter":"due <",\#(times)}"#, "/filter", "is not a valid filter"),
        (#"{"kind":"view","id":"\#(id)14","name":"v","sort":"titel",\#(times)}"#, "/sort", "did you mean title?"),
        (#"{"kind":"view","id":"\#(id)14","name":"v","timeZone":"Mars/One",\#(times)}"#, "/timeZone", "no time zone"),
        (#"{"kind":"end","records":"two"}"#, "/records", "must be a whole number"),
    ]

    @Test(arguments: badLines)
    func `a bad line is named with its number and field, and nothing of its part is kept`(
        line: String, pointer: String, says: String
    ) async throws {
        try await API.run { api async throws in
            let part = [Self.task(20), "", line, Self.task(21)].joined(separator: "\n")
            let refusal = try await api.request(.post, "/v1/import?firstLine=100", part)
            #expect(refusal.status == 422)
            let expected = pointer.isEmpty ? "line 102" : "line 102 \(pointer)"
            #expect(refusal.pointers == [expected], "\(refusal.json)")
            let detail = refusal.json["errors"]?.array?.first?["detail"]?.string ?? ""
            #expect(detail.contains(says), "\(detail)")
            #expect(try await api.isEmpty())

            let dry = try await api.request(.post, "/v1/import?dryRun=true", part)
            #expect(dry.status == 200 && dry.json["new"]?.integer ?? 0 >= 2, "\(dry.json)")
            #expect(try await api.isEmpty())

            let skipping = try await api.request(.post, "/v1/import?skipBad=true", part)
            #expect(skipping.status == 200)
            #expect(skipping.json["new"]?.integer == 2 && skipping.json["bad"]?.integer == 1, "\(skipping.json)")
            let fault = skipping.json["errors"]?.array?.first
            #expect(fault?["line"]?.integer == 3 && fault?["pointer"]?.string == pointer)
        }
    }

    @Test
    func `hooks hear of imported tasks where that is asked for, and a part is undone as a change`() async throws {
        try await API.run { api async throws in
            let answer = try await api.request(.post, "/v1/import?notifyHooks=true", Self.task(30))
            #expect(answer.json["new"]?.integer == 1)
            let types = try await api.request(.get, "/v1/events").json["items"]?.array?.map { $0["type"]?.string }
            #expect(types == ["task.created"])
            let change = try #require(answer.changeID)
            #expect(answer.json["change"]?.string == change.description)
            let other = try await api.request(.post, "/v1/import", Self.task(30, "y"))
            #expect(other.status == 422 && other.pointers == ["line 1 /id"])
            let dry = try await api.request(.post, "/v1/import?dryRun=true", Self.task(30, "y"))
            #expect(dry.json["different"]?.integer == 1)
            let skipped = try await api.request(.post, "/v1/import?skipBad=true", Self.task(30, "y"))
            #expect(skipped.json["different"]?.integer == 1 && skipped.json["bad"]?.integer == 0, "\(skipped.json)")
            #expect(skipped.json["errors"]?.array?.count == 1)
            let replaced = try await api.request(.post, "/v1/import?replace=true", Self.task(30, "y"))
            #expect(replaced.json["different"]?.integer == 1)
            for _ in 1...2 { #expect(try await api.request(.post, "/v1/undo").status == 200) }
            #expect(try await api.request(.get, "/v1/tasks/\(Self.id)30").status == 404)
        }
    }

    @Test(arguments: [
        (6, #""state":"missed""#, "2026-11-21T08:00:11Z"), (61, #""state":"missed""#, "2026-11-21T08:01:06Z"),
        (0, #""state":"scheduled""#, "2026-11-21T08:00:01Z"), (102, #""state":"missed""#, nil as String?),
    ])
    func `repetitions that are still to come go on where they are imported`(
        seconds: Int, state: String, next: String?
    ) async throws {
        let lines = Locked("")
        try await API.run { api async throws in
            let reminder = #"{"at":"2026-11-21T09:00:01","repeat":{"every":"PT5S","count":20}}"#
            _ = try await api.create(#"{"title":"a","reminders":[\#(reminder)]}"#)
            let export = try await api.raw("/v1/export")
            lines.withLock { $0 = export }
        }
        try await API.run { api async throws in
            api.clock.advance(by: .seconds(seconds))
            let answer = try await api.request(.post, "/v1/import", lines.withLock { $0 })
            #expect(answer.json["new"]?.integer == 1, "\(answer.json)")
            let task = try await api.raw("/v1/tasks")
            #expect(task.contains(state), "\(task)")
            #expect(task.contains(#""nextFireAt":\#(next.map { "\"\($0)\"" } ?? "null")"#), "\(task)")
        }
    }

    @Test
    func `what is stored with another content is named by the member that it is known by`() async throws {
        try await API.run { api async throws in
            _ = try await api.request(.post, "/v1/tags", #"{"name":"q"}"#)
            let tag = try await api.request(.post, "/v1/import", #"{"kind":"tag","name":"Q",\#(Self.times)}"#)
            #expect(tag.status == 422 && tag.pointers == ["line 1 /name"], "\(tag.json)")
            let twice = [Self.task(40), Self.task(40), Self.task(40, "y")].joined(separator: "\n")
            let task = try await api.request(.post, "/v1/import", twice)
            #expect(task.status == 422 && task.pointers == ["line 3 /id"], "\(task.json)")
        }
    }

    /// The lines, the number of the first, and what is wrong.
    @Test(
        arguments: [
            (["header", "task 50", "end 1"], 1, nil), (["header", "", "task 50", "", "end 1"], 1, nil),
            (["header", "task 50", "end 2"], 1, "/records"),
            (["header", "task 50", "task 51", "end 1"], 1, "/records"),
            (["header", "task 50", "end"], 1, nil), (["task 50", "end 9"], nil, nil), (["task 50", "end 9"], 10, nil),
            (["task 50", "end 11"], 10, "/records"),
        ] as [([String], Int?, String?)])
    func `the end is held against the records that came`(lines: [String], first: Int?, pointer: String?) async throws {
        try await API.run { api async throws in
            let part = lines.map { line in
                let words = line.split(separator: " ")
                switch words.first {
                case "header": return #"{"kind":"header","format":"taskd-jsonl","version":1}"#
                case "task": return Self.task(Int(words[1]) ?? 0)
                case "end": return #"{"kind":"end"\#(words.count > 1 ? ",\"records\":\(words[1])" : "")}"#
                default: return ""
                }
            }.joined(separator: "\n")
            let answer = try await api.request(
                .post, "/v1/import" + (first.map { "?firstLine=\($0)" } ?? ""), part)
            #expect(answer.status == (pointer == nil ? 200 : 422), "\(answer.json)")
            #expect(answer.pointers == (pointer.map { ["line \((first ?? 1) + lines.count - 1) \($0)"] } ?? []))
        }
    }

    @Test(arguments: [(500, "", 200), (500, "\n", 200), (501, "", 413), (501, "\n", 413)])
    func `a part has a bounded number of lines`(count: Int, end: String, status: Int) async throws {
        try await API.run { api async throws in
            let lines = (1...count).map { _ in " " }.joined(separator: "\n") + end
            #expect(try await api.request(.post, "/v1/import", lines).status == status)
        }
    }
}
