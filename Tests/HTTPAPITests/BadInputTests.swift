import Basics
import HTTPTypes
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

struct BadInputTests {
    static let tasks: [(body: String, pointer: String)] = [
        (#"{}"#, "/title"),
        (#"[]"#, ""),
        (#"{"title":""}"#, "/title"),
        (#"{"title":7}"#, "/title"),
        (#"{"title":"x","colour":"red"}"#, "/colour"),
        (#"{"title":"x","version":3}"#, "/version"),
        (#"{"title":"x","id":"17"}"#, "/id"),
        (#"{"title":"x","status":"done"}"#, "/status"),
        (#"{"title":"x","priority":5}"#, "/priority"),
        (#"{"title":"x","due":"tomorrow"}"#, "/due"),
        (#"{"title":"x","due":"0001-01-01T00:00:00Z","timeZone":"America/New_York"}"#, "/due"),
        (#"{"title":"x","due":"9999-12-31T23:59:59Z","timeZone":"Pacific/Kiritimati"}"#, "/due"),
        (
            #"{"title":"x","reminders":[{"at":"9999-12-31T23:59:59Z"}],"timeZone":"Pacific/Kiritimati"}"#,
            "/reminders/0/at"
        ),
        (#"{"title":"x","due":"0001-01-02","timeZone":"UTC","reminders":[{"offset":"-P9D"}]}"#, "/reminders/0/offset"),
        (#"{"title":"x","due":"2026-02-30"}"#, "/due"),
        (#"{"title":"x","due":"2026-11-21T25:00:00"}"#, "/due"),
        (#"{"title":"x","start":"2026-11-21","due":"2026-11-21T10:00:00"}"#, "/due"),
        (#"{"title":"x","timeZone":"Europe/Atlantis"}"#, "/timeZone"),
        (#"{"title":"x","timeZone":"../../etc/passwd"}"#, "/timeZone"),
        (#"{"title":"x","recurrence":{"rrule":["FREQ=DAILY"]}}"#, "/recurrence"),
        (#"{"title":"x","due":"2026-12-01","recurrence":{"rrule":["FREQ=SOMETIMES"]}}"#, "/recurrence/rrule/0"),
        (
            #"{"title":"x","due":"2026-12-01","recurrence":{"rrule":["FREQ=DAILY","FREQ=DAILY;INTERVAL=0"]}}"#,
            "/recurrence/rrule/1"
        ),
        (#"{"title":"x","due":"2026-12-01","recurrence":{"rrule":[]}}"#, "/recurrence/rrule"),
        (
            #"{"title":"x","due":"2026-12-01","recurrence":{"rrule":["FREQ=DAILY"],"exdate":["yesterday"]}}"#,
            "/recurrence/exdate/0"
        ),
        (
            #"{"title":"x","due":"2026-12-01","recurrence":{"rrule":["FREQ=DAILY"],"anchor":"start"}}"#,
            "/recurrence/anchor"
        ),
        (#"{"title":"x","reminders":[{"offset":"-PT1H"}]}"#, "/reminders/0"),
        (#"{"title":"x","due":"2026-12-01","reminders":[{}]}"#, "/reminders/0"),
        (#"{"title":"x","due":"2026-12-01","reminders":[{"offset":"an hour"}]}"#, "/reminders/0/offset"),
        (
            #"{"title":"x","due":"2026-12-01","reminders":[{"offset":"PT0S","at":"2026-12-01T09:00:00"}]}"#,
            "/reminders/0"
        ),
        (#"{"title":"x","reminders":[{"at":"2026-12-01"}]}"#, "/reminders/0/at"),
        (
            #"{"title":"x","due":"2026-12-01","reminders":[{"offset":"PT0S","repeat":{"every":"PT0S","count":3}}]}"#,
            "/reminders/0/repeat/every"
        ),
        (
            #"{"title":"x","due":"2026-12-01","reminders":[{"offset":"PT0S","repeat":{"every":"PT5M"}}]}"#,
            "/reminders/0/repeat/count"
        ),
        (#"{"title":"x","tags":["home",3]}"#, "/tags/1"),
        (#"{"title":"x","tags":["home","home"]}"#, "/tags/1"),
        (#"{"title":"x","subtasks":[{"title":"a"},{}]}"#, "/subtasks/1/title"),
        (#"{"title":"x","location":{"latitude":91,"longitude":0}}"#, "/location/latitude"),
        (#"{"title":"x","location":{"planet":"Mars"}}"#, "/location/planet"),
        (#"{"title":"x","progress":101}"#, "/progress"),
        (#"{"title":"x","estimatedDuration":90}"#, "/estimatedDuration"),
        (#"{"title":"x","estimatedDuration":"1h"}"#, "/estimatedDuration"),
        (#"{"title":"x","estimatedDuration":"PT0S"}"#, "/estimatedDuration"),
        (#"{"title":"x","estimatedDuration":"-PT1H"}"#, "/estimatedDuration"),
        (#"{"title":"x","estimatedDuration":"P3660DT1S"}"#, "/estimatedDuration"),
        (#"{"title":"x","quietHours":{"until":"07:00"}}"#, "/quietHours/from"),
        (#"{"title":"x","quietHours":{"from":"07:00","until":"07:00"}}"#, "/quietHours"),
        (#"{"title":"x","quietHours":{"from":"25:00","until":"07:00"}}"#, "/quietHours/from"),
        (#"{"title":"x","quietHours":"on"}"#, "/quietHours"),
    ]

    @Test
    func `a task that makes no sense is refused with its field, and nothing is stored`() async throws {
        try await API.run { api async throws in
            for (body, pointer) in Self.tasks {
                let response = try await api.request(.post, "/v1/tasks", body)
                #expect(response.status == 422, "\(body)")
                #expect(response.headers[.contentType] == "application/problem+json")
                #expect(response.pointers.contains(pointer), "\(body): \(response.json)")
            }
            #expect(try await api.isEmpty())
        }
    }

    @Test
    func `every problem of an input is told at once`() async throws {
        try await API.run { api async throws in
            let response = try await api.request(.post, "/v1/tasks", #"{"title":"","priority":"big","due":"soon"}"#)
            #expect(Set(response.pointers) == ["/title", "/priority", "/due"])
        }
    }

    @Test(arguments: [
        ("{", 400), ("", 400), (#"{"title":"x"} trailing"#, 400),
        (String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000), 400),
        (#"{"title":"\#(String(repeating: "x", count: 1 << 20))"}"#, 413),
    ])
    func `what is no JSON, or too much of it, is refused`(body: String, status: Int) async throws {
        try await API.run { api async throws in
            #expect(try await api.request(.post, "/v1/tasks", body).status == status)
            #expect(try await api.isEmpty())
        }
    }

    @Test(arguments: [
        "/v1/tasks?limit=0", "/v1/tasks?limit=1001", "/v1/tasks?limit=x", "/v1/tasks?status=done",
        "/v1/tasks?sort=colour",
        "/v1/tasks?cursor=nonsense", "/v1/tasks?dueFrom=soon", "/v1/tasks?overdue=maybe", "/v1/tasks?colour=red",
        "/v1/tasks?limit=3&limit=4", "/v1/upcoming?until=never", "/v1/upcoming?cursor=x", "/v1/events?after=x",
    ])
    func `a query that makes no sense is refused`(path: String) async throws {
        try await API.run { api async throws in
            let response = try await api.request(.get, path)
            #expect(response.status == 400)
            #expect(response.json["detail"]?.string?.contains("parameter") == true)
        }
    }

    @Test(arguments: [
        (#"{}"#, "/url"), (#"{"url":7}"#, "/url"), (#"{"url":"ftp://example.com/"}"#, "/url"),
        (#"{"url":"http://127.0.0.1/"}"#, "/url"), (#"{"url":"http://[::ffff:127.0.0.1]/"}"#, "/url"),
        (#"{"url":"http://10.2.0.1/"}"#, "/url"), (#"{"url":"http://169.254.169.254/latest/"}"#, "/url"),
        (#"{"url":"http://user:pass@10.1.0.1/"}"#, "/url"),
        (#"{"url":"http://10.1.0.1/","events":["Reminder!"]}"#, "/events/0"),
        (#"{"url":"http://10.1.0.1/","events":[]}"#, "/events"),
        (#"{"url":"http://10.1.0.1/","kind":"pigeon"}"#, "/kind"),
        (#"{"url":"http://10.1.0.1/","secret":"whsec_short"}"#, "/secret"),
        (#"{"url":"http://10.1.0.1/","x":1}"#, "/x"),
        (#"{"url":"http://10.1.0.1:25/"}"#, "/url"), (#"{"url":"http://10.1.0.1/","kind":"stdout"}"#, "/kind"),
        (#"{"kind":"command"}"#, "/argv"), (#"{"kind":"command","argv":[]}"#, "/argv"),
        (#"{"kind":"command","argv":["/bin/sh","-c","x"]}"#, "/argv"),
        (#"{"kind":"command","argv":["/bin/true",7]}"#, "/argv/1"),
        (#"{"kind":"command","argv":["/bin/true"],"url":"http://10.1.0.1/"}"#, "/url"),
        (#"{"kind":"command","argv":["/bin/true"],"secret":"x"}"#, "/secret"),
        (#"{"kind":"command","argv":["/bin/true"],"preset":"slack"}"#, "/preset"),
        (#"{"kind":"command","argv":["/bin/true"],"tls":{}}"#, "/tls"),
        (#"{"url":"http://10.1.0.1/","argv":["/bin/true"]}"#, "/argv"),
        (#"{"url":"http://10.1.0.1/","payload":"some"}"#, "/payload"),
        (#"{"url":"http://10.1.0.1/","preset":"pigeon"}"#, "/preset"),
        (#"{"url":"http://10.1.0.1/","preset":"ntfy"}"#, "/url"),
        (#"{"url":"http://10.1.0.1/","maxBodyBytes":1}"#, "/maxBodyBytes"),
        (#"{"url":"http://10.1.0.1/","signing":"md5"}"#, "/signing"),
        (#"{"url":"http://10.1.0.1/","signing":"v1","secret":"whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX"}"#, "/signing"),
        (#"{"url":"http://10.1.0.1/","template":"x"}"#, "/template"),
        (#"{"url":"http://10.1.0.1/","template":{"format":"json"}}"#, "/template/body"),
        (#"{"url":"http://10.1.0.1/","template":{"body":"x"}}"#, "/template/format"),
        (#"{"url":"http://10.1.0.1/","template":{"format":"json","body":"{{type}}"}}"#, "/template/body"),
        (#"{"url":"http://10.1.0.1/","template":{"format":"text","body":"{{#a}}"}}"#, "/template/body"),
        (#"{"url":"http://10.1.0.1/","template":{"format":"text","body":"x"},"preset":"slack"}"#, "/template"),
        (#"{"url":"http://10.1.0.1/","tls":{"authorities":"x"}}"#, "/tls"),
        (#"{"url":"http://10.1.0.1/","tls":{"colour":"x"}}"#, "/tls/colour"),
    ])
    func `a hook that makes no sense is refused with its field`(body: String, pointer: String) async throws {
        try await API.run { api async throws in
            let response = try await api.request(.post, "/v1/hooks", body)
            #expect(response.status == 422)
            #expect(response.pointers.contains(pointer), "\(response.json)")
            #expect(try await api.isEmpty())
        }
    }

    @Test(arguments: [
        "/v1/tasks/17", "/v1/tasks/0198c5a0-0000-7000-8000-000000000000", "/v1/hooks/17", "/v1/nothing", "/nothing",
    ])
    func `what is not there is a 404 problem`(path: String) async throws {
        try await API.run { api async throws in
            let response = try await api.request(.get, path)
            #expect(response.status == 404)
            #expect(response.headers[.contentType] == "application/problem+json")
        }
    }
}
