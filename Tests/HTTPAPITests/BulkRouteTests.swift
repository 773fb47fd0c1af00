import Basics
import HTTPTypes
import Storage
import TestSupport
import Testing

/// `/v1/tasks/bulk`.
struct BulkRouteTests {
    @Test func `a preview counts and changes nothing`() async throws {
        try await API.run { api async throws in
            for title in ["a", "b", "c"] { _ = try await api.create(#"{"title":"\#(title)","tags":["x"]}"#) }
            let before = try await api.request(.get, "/v1/tasks").json
            let preview = try await api.bulk(#"{"filter":"tag:x","op":"delete","preview":true}"#)
            #expect(preview.json["matched"] == .number(3) && preview.json["isExact"] == .bool(true))
            #expect(preview.changeID == nil)
            #expect(try await api.request(.get, "/v1/tasks").json == before)
        }
    }

    @Test func `each operation does to every chosen task what it does to one, and is undone as one change`()
        async throws
    {
        let cases = [
            (#""op":"update","changes":{"priority":"high"}"#, "priority", "high"),
            (#""op":"complete""#, "status", "completed"),
        ]
        for (operation, member, value) in cases {
            try await API.run { api async throws in
                for number in 0..<120 { _ = try await api.create(#"{"title":"\#(number)","tags":["x"]}"#) }
                let other = try await api.create(#"{"title":"other"}"#).id
                let answer = try await api.bulk(#"{"filter":"tag:x",\#(operation)}"#)
                #expect(answer.json["changed"] == .number(120), "\(answer.json)")
                #expect(answer.json["changes"]?.array?.count == 1 && answer.changeID != nil)
                let tasks = try await api.request(.get, "/v1/tasks?tag=x&limit=200").json["items"]?.array ?? []
                #expect(tasks.count == 120 && tasks.allSatisfy { $0[member]?.string == value })
                #expect(try await api.request(.get, "/v1/tasks/\(other)").json["version"] == .number(1))
                #expect(try await api.request(.post, "/v1/undo").json["taskCount"] == .number(120))
                let back = try await api.request(.get, "/v1/tasks?tag=x&limit=200").json["items"]?.array ?? []
                #expect(back.count == 120 && back.allSatisfy { $0[member]?.string != value })
            }
        }
    }

    @Test func `tasks are moved to a project and out of it`() async throws {
        try await API.run { api async throws in
            let project = try await api.request(.post, "/v1/projects", #"{"name":"p"}"#).json.id
            for title in ["a", "b"] { _ = try await api.create(#"{"title":"\#(title)"}"#) }
            for (target, count) in [("\"\(project)\"", 2), ("null", 0)] {
                let answer = try await api.bulk(#"{"filter":"status:open","op":"move","projectId":\#(target)}"#)
                #expect(answer.json["changed"] == .number(2))
                let listed = try await api.request(.get, "/v1/tasks?projectId=\(project)").json["items"]?.array
                #expect(listed?.count == count)
            }
        }
    }

    @Test func `a task that cannot be changed is named and left, and the others are changed`() async throws {
        try await API.run { api async throws in
            _ = try await api.create(#"{"title":"with a time","due":"2026-12-01"}"#)
            let late = try await api.create(#"{"title":"without"}"#)
            let changes = #"{"reminders":[{"offset":"-PT1H"}]}"#
            let answer = try await api.bulk(#"{"filter":"status:open","op":"update","changes":\#(changes)}"#)
            #expect(answer.json["changed"] == .number(1) && answer.json["failedCount"] == .number(1))
            let failure = answer.json["failed"]?.array?.first
            #expect(failure?["id"]?.string == late.id && failure?["detail"]?.string?.isEmpty == false)
            #expect(try await api.request(.get, "/v1/tasks/\(late.id)").json == late)
        }
    }

    @Test func `what is completed makes room for what comes next, which is not completed too`() async throws {
        try await API.run { api async throws in
            let rule = #""recurrence":{"rrule":["FREQ=DAILY"],"missed":"keep"}"#
            _ = try await api.create(#"{"title":"r","due":"2020-01-01",\#(rule)}"#)
            let answer = try await api.bulk(#"{"filter":"overdue","op":"complete"}"#)
            #expect(answer.json["matched"] == .number(1) && answer.json["changed"] == .number(1))
            let open = try await api.request(.get, "/v1/tasks?status=needsAction").json["items"]?.array ?? []
            #expect(open.map { $0["due"]?.string } == ["2020-01-02"])
        }
    }

    @Test(arguments: [
        (#"{"op":"complete"}"#, "/filter"), (#"{"filter":"","op":"complete"}"#, "/filter"),
        (#"{"filter":"tga:x","op":"complete"}"#, "/filter"), (#"{"filter":7,"op":"complete"}"#, "/filter"),
        (#"{"filter":"tag:x"}"#, "/op"), (#"{"filter":"tag:x","op":"explode"}"#, "/op"),
        (#"{"filter":"tag:x","op":"update"}"#, "/changes"), (#"{"filter":"tag:x","op":"move"}"#, "/projectId"),
        (#"{"filter":"tag:x","op":"update","changes":{"titel":"a"}}"#, "/changes/titel"),
        (#"{"filter":"tag:x","op":"complete","changes":{}}"#, "/changes"),
        (#"{"filter":"tag:x","op":"update","changes":{}}"#, "/changes"),
        (#"{"filter":"tag:x","op":"complete","timeZone":"Nowhere/Town"}"#, "/timeZone"),
        (#"{"filter":"tag:x","op":"complete","preview":1}"#, "/preview"),
    ])
    func `bad input is named, and changes nothing`(body: String, pointer: String) async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a","tags":["x"]}"#)
            let answer = try await api.bulk(body)
            #expect(answer.status == 422 && answer.pointers.contains(pointer), "\(answer.json)")
            #expect(try await api.request(.get, "/v1/tasks/\(task.id)").json == task)
        }
    }

    @Test func `under a key it is done once`() async throws {
        try await API.run { api async throws in
            _ = try await api.create(#"{"title":"a"}"#)
            let body = #"{"filter":"status:open","op":"update","changes":{"priority":"low"}}"#
            var answers: [API.Response] = []
            for _ in 0..<2 {
                answers.append(
                    try await api.request(.post, "/v1/tasks/bulk", body, headers: ["idempotency-key": "k"]))
            }
            #expect(answers[0].json == answers[1].json && answers[0].changeID == answers[1].changeID)
            #expect(answers[0].json["changed"] == .number(1))
        }
    }

    @Test func `what selects too many is refused again under the same key, which it leaves free`() async throws {
        try await API.run { api async throws in
            try await api.store.write { transaction in
                for number in 1...10_001 { try transaction.save(.fixture(number) { $0.tags = [] }) }
            }
            let body = #"{"filter":"no:tag","op":"update","changes":{"tags":["x"]}}"#
            for _ in 0..<2 { #expect(try await api.bulk(body, key: "k").pointers == ["/filter"]) }
            #expect(try await api.bulk(#"{"filter":"tag:y","op":"complete"}"#, key: "k").status == 200)
            #expect(try await api.bulk(body, key: "k").status == 409)
        }
    }

    @Test func `the answer to what breaks off says what was changed, and is kept`() async throws {
        let (faults, passes) = (Locked(0), Locked(0))
        try await API.run(over: { FaultyStore(base: $0, faults: faults, passes: passes) }) { api async throws in
            for number in 0..<250 { _ = try await api.create(#"{"title":"\#(number)"}"#) }
            let body = #"{"filter":"status:open","op":"complete"}"#
            // Nothing was changed, so nothing is kept.
            faults.withLock { $0 = 1 }
            #expect(try await api.bulk(body, key: "k").status == 500)
            passes.withLock { $0 = 1 }
            faults.withLock { $0 = 1 }
            let answer = try await api.bulk(body, key: "k")
            #expect(answer.status == 200 && answer.json["changed"] == .number(100), "\(answer.json)")
            #expect(answer.json["failedCount"] == .number(150) && answer.json["failed"]?.array?.count == 100)
            #expect(try await api.bulk(body, key: "k").json == answer.json)
            let open = try await api.request(.get, "/v1/tasks/count?status=needsAction")
            #expect(open.json["count"] == .number(150))
        }
    }

    @Test func `what is already as it is to be is not counted as changed`() async throws {
        try await API.run { api async throws in
            for priority in ["low", "low", "high"] {
                _ = try await api.create(#"{"title":"a","priority":"\#(priority)","tags":["x"]}"#)
            }
            let answer = try await api.bulk(#"{"filter":"tag:x","op":"update","changes":{"priority":"low"}}"#)
            #expect(answer.json["matched"] == .number(3) && answer.json["failedCount"] == .number(0))
            #expect(answer.json["changed"] == .number(1))
            let done = #"{"filter":"tag:x","op":"complete"}"#
            #expect(try await api.bulk(done).json["changed"] == .number(3))
            #expect(try await api.bulk(done).json["changed"] == .number(0))
        }
    }
}

extension API {
    fileprivate func bulk(_ body: String, key: String? = nil) async throws -> API.Response {
        try await request(.post, "/v1/tasks/bulk", body, headers: key.map { ["idempotency-key": $0] } ?? [:])
    }
}
