import Basics
import HTTPTypes
import Recurrence
import Storage
import TestSupport
import Testing

/// `POST /v1/phrases`; it is Saturday 2026-11-21 at nine in Berlin.
struct PhraseRouteTests {
    /// Asks for the meaning of a text.
    private static func read(_ api: API, _ text: String, more: String = "") async throws -> API.Response {
        var json = JSONWriter()
        json.string(text)
        let quoted = String(decoding: json.bytes, as: UTF8.self)
        return try await api.request(.post, "/v1/phrases", #"{"text":\#(quoted)\#(more)}"#)
    }

    /// The task that is made of what was answered: its members, sent back as they came.
    private static func create(_ phrase: JSONValue, by api: API) async throws -> API.Response {
        let members = [
            "title", "due", "start", "timeZone", "recurrence", "reminders", "tags", "projectId", "priority",
            "estimatedDuration", "description",
        ]
        var json = JSONWriter()
        json.object { json in
            for name in members { json.field(named: name) { $0.value(phrase[name] ?? .null) } }
        }
        return try await api.request(.post, "/v1/tasks", String(decoding: json.bytes, as: UTF8.self))
    }

    @Test func `a line is taken apart, and each part named with its place`() async throws {
        try await API.run { api async throws in
            let text = "Dentist +health p:high remind 30m sat 28 nov 3pm for 45m // bring the card"
            let json = try await Self.read(api, text).json
            #expect(json["title"]?.string == "Dentist")
            #expect(json["due"]?.string == "2026-11-28T15:00:00")
            #expect(json["start"] == .null && json["recurrence"] == .null && json["projectId"] == .null)
            #expect(json["timeZone"]?.string == "Europe/Berlin")
            #expect(json["tags"] == .array([.string("health")]))
            #expect(json["priority"]?.string == "high")
            #expect(json["reminders"] == .array([.object(["offset": .string("-PT30M")])]))
            #expect(json["estimatedDuration"]?.string == "PT45M")
            #expect(json["description"]?.string == "bring the card")
            #expect(json["result"]?.string == "2026-11-28T15:00")
            #expect(json["words"]?.string == "Sat 28 Nov 2026 15:00")
            #expect(json["language"]?.string == "en")
            let spans = json["spans"]?.array ?? []
            #expect(
                spans.compactMap { $0["part"]?.string } == [
                    "tag", "priority", "reminder", "when", "estimate", "description",
                ])
            #expect(
                spans.compactMap { $0["readAs"]?.string } == [
                    "health", "high", "-PT30M", "Sat 28 Nov 2026 15:00", "PT45M", "bring the card",
                ])
            for span in spans {
                let (from, to) = (try #require(span["from"]?.integer), try #require(span["to"]?.integer))
                #expect(String(decoding: Array(text.utf8)[from..<to], as: UTF8.self) == span["words"]?.string)
            }
        }
    }

    static let lines = [
        "Dentist", "Dentist +health +Health p1 tomorrow 3pm", "Pay rent every month on the 1st 9am",
        "Trip dec 1 - dec 5",
        "Call Anna tomorrow 3-4pm remind 10m remind 2:00pm", "Plan 2026-12-01T09:00Z", "Walk every 90 minutes",
        "Vitamins every! 3 days", "Call tomorrow 9am Asia/Seoul remind 8am", "Stretch remind 30m",
        "Say hello yesterday",
        "내일 오후 3시 치과 +건강 30분 전 알림", "매년 음력 8월 15일 성묘", "격주 화요일 회의 !!", "+home", "\"tomorrow\" never dies",
        "Report every weekday at 9 and 17 until dec 24", "Ship every mon 4 times", "Water plants in 2h remind 5m",
    ]

    @Test(arguments: lines) func `what is answered makes a task as it is`(line: String) async throws {
        try await API.run { api async throws in
            let phrase = try await Self.read(api, line)
            try #require(phrase.status == 200, "\(phrase.json)")
            let task = try await Self.create(phrase.json, by: api)
            try #require(task.status == 201, "\(line): \(task.json) of \(phrase.json)")
            for name in ["title", "due", "start", "timeZone", "tags", "projectId", "priority", "estimatedDuration"] {
                #expect(task.json[name] == phrase.json[name], "\(line): \(name)")
            }
            #expect(task.json["recurrence"]?["rrule"] == phrase.json["recurrence"]?["rrule"])
            #expect(task.json["reminders"]?.array?.count == phrase.json["reminders"]?.array?.count)
        }
    }

    @Test func `the second of two equal local times stays the second`() async throws {
        try await API.run { api async throws in
            let now = #","now":"2026-10-25T00:30:00Z""#
            for (line, instant) in [("Nap in 30 minutes", "01:00:00Z"), ("Nap in 1 hour", "01:30:00Z")] {
                let phrase = try await Self.read(api, line, more: now)
                let task = try await Self.create(phrase.json, by: api)
                #expect(task.json["dueAt"]?.string == "2026-10-25T\(instant)", "\(phrase.json)")
            }
        }
    }

    @Test func `what is not certain is refused, with the place, the readings and texts that are taken`() async throws {
        try await API.run { api async throws in
            let refused = try await Self.read(api, "at 8", more: #","mode":"phrase""#)
            #expect(refused.status == 422)
            #expect(refused.headers[.contentType] == "application/problem+json")
            #expect(refused.json["at"] == .array([.number(3), .number(4)]))
            #expect(refused.json["readings"] == .array([.string("8am"), .string("8pm")]))
            #expect(refused.json["try"]?.string == "8am")
            #expect(refused.json["code"]?.string == "ambiguous")
            #expect(refused.pointers == ["/text"])
            // Of a line what there is to try is the whole line.
            let line = try await Self.read(api, "Call Anna about it at 8 +home")
            #expect(line.status == 422)
            #expect(line.json["at"] == .array([.number(22), .number(23)]))
            #expect(
                line.json["readings"]
                    == .array([.string("Call Anna about it 8am +home"), .string("Call Anna about it 8pm +home")]))
            for text in line.json["readings"]?.array ?? [] {
                #expect(try await Self.read(api, text.string ?? "").status == 200)
            }
            let korean = try await Self.read(api, "3시", more: #","mode":"phrase""#)
            #expect(korean.json["detail"]?.string == "\"3시\": 오전인지 오후인지 알 수 없습니다; try: 오전 3시")
        }
    }

    @Test func `what may be a time or none is title, and told in a note`() async throws {
        try await API.run { api async throws in
            for line in ["The cat sat", "September 11 memorial", "Ratio 16/9"] {
                let phrase = try await Self.read(api, line)
                #expect(phrase.status == 200 && phrase.json["title"]?.string == line, "\(phrase.json)")
                #expect(phrase.json["notes"] == .array([]), "\(phrase.json)")
            }
            for line in ["Dentist sat", "장보기 1/2", "What happens tomorrow?", "dec 25 gifts", "Tea remind:soon"] {
                let phrase = try await Self.read(api, line)
                #expect(phrase.status == 200 && phrase.json["title"]?.string == line, "\(phrase.json)")
                #expect(phrase.json["notes"]?.array?.compactMap { $0["code"]?.string } == ["staysInTitle"])
            }
            #expect(try await Self.read(api, "Lunch 3/4").status == 422)
            let tag = try await Self.read(api, "Tea tag:home").json
            #expect(tag["tags"] == .array([.string("home")]))
            #expect(tag["spans"]?.array?.first?["readAs"]?.string == "home")
        }
    }

    @Test func `settings, moments and modes are heeded`() async throws {
        try await API.run { api async throws in
            func result(_ text: String, _ more: String) async throws -> String? {
                try await Self.read(api, text, more: #","mode":"phrase","# + more).json["result"]?.string
            }
            let now = #""now":"2026-11-21T14:30","#
            #expect(try await result("3/4", #""dateOrder":"dayFirst""#) == "2027-04-03")
            #expect(try await result("next sunday", now + #""weekStart":"sunday""#) == "2026-11-22")
            #expect(
                try await result("tomorrow morning", now + #""dayParts":{"morning":"07:30"}"#) == "2026-11-22T07:30")
            #expect(try await result("12/1", #""language":"ko""#) == "2026-12-01")
            // In Seoul it is the next day already.
            #expect(try await result("today", #""now":"2026-11-21T20:00:00Z","timeZone":"Asia/Seoul""#) == "2026-11-22")
            let phrase = try await Self.read(api, "every fri 5pm", more: #","mode":"phrase""#).json
            #expect(phrase["title"] == .null && phrase["recurrence"]?["anchor"]?.string == "due")
            #expect(phrase["words"]?.string == "Every Friday at 17:00")
            #expect(phrase["spans"]?.array?.count == 1)
            let noted = try await Self.read(api, "Call tomorrow at 3").json
            #expect(noted["notes"]?.array?.first?["code"]?.string == "hourWasTaken")
            let reminder = try await Self.read(api, "Stretch remind 30m").json
            #expect(reminder["notes"]?.array?.first?["code"]?.string == "reminderWithoutDue")
            #expect(reminder["spans"]?.array?.first?["readAs"] == .null)
        }
    }

    @Test func `a project is found by its name, and the nearest one told where there is none`() async throws {
        try await API.run { api async throws in
            func make(_ name: String) async throws -> String {
                try await api.request(.post, "/v1/projects", #"{"name":"\#(name)"}"#).json.id
            }
            let (flat, garden) = (try await make("Flat"), try await make("Kitchen garden"))
            let exact = try await Self.read(api, "Paint @Flat").json
            #expect(exact["projectId"]?.string == flat)
            #expect(try await Self.read(api, "Paint @flat").json["projectId"]?.string == flat)
            #expect(try await Self.read(api, "Dig @kitchen-garden").json["projectId"]?.string == garden)
            let unknown = try await Self.read(api, "Paint @flta").json
            #expect(unknown["projectId"] == .null)
            #expect(unknown["project"]?["typed"]?.string == "flta")
            #expect(unknown["project"]?["nearest"]?["id"]?.string == flat)
            #expect(unknown["notes"]?.array?.first?["text"]?.string?.contains("\"Flat\"") == true)
            _ = try await make("Flat")
            let two = try await Self.read(api, "Paint @Flat").json
            #expect(two["notes"]?.array?.first?["code"]?.string == "projectAmbiguous")
        }
    }

    @Test func `a token for a part is told of no project outside`() async throws {
        try await ReachScene.run { scene async throws in
            for text in ["Paint @OUTSIDE-MARKER-project", "Paint @OUTSIDE-MARKER-projetc"] {
                for api in [scene.project, scene.tag] {
                    let json = try await Self.read(api, text).json
                    #expect(json["projectId"] == .null && json["project"]?["nearest"] == .null)
                }
            }
            let own = try await Self.read(scene.project, "Paint @inside-project").json
            #expect(own["projectId"]?.string == scene.inside.project)
            #expect(try await Self.read(scene.hook, "Paint").status == 403)
        }
    }

    @Test func `what is wrong with a request is named, and nothing is written`() async throws {
        try await API.run { api async throws in
            let wrongs: [(body: String, pointer: String)] = [
                (#"{}"#, "/text"), (#"{"text":"  "}"#, "/text"), (#"{"text":7}"#, "/text"),
                (#"{"text":"\#(String(repeating: "x", count: 4_097))"}"#, "/text"),
                (#"{"text":"\#(String(repeating: "x", count: 501))"}"#, "/text"),
                (#"{"text":"x","mode":"both"}"#, "/mode"), (#"{"text":"x","timeZone":"Mars/Olympus"}"#, "/timeZone"),
                (#"{"text":"x","now":"2026-11-21"}"#, "/now"), (#"{"text":"x","now":"soon"}"#, "/now"),
                (#"{"text":"x","language":"de"}"#, "/language"), (#"{"text":"x","weekStart":"MO"}"#, "/weekStart"),
                (#"{"text":"x","dayParts":{"morning":"9"}}"#, "/dayParts/morning"),
                (#"{"text":"x","dayParts":{"lunch":"12:00"}}"#, "/dayParts/lunch"),
                (#"{"text":"x","dateOrder":"yearFirst"}"#, "/dateOrder"), (#"{"text":"x","zone":"UTC"}"#, "/zone"),
            ]
            for (body, pointer) in wrongs {
                let answer = try await api.request(.post, "/v1/phrases", body)
                #expect(answer.status == 422 && answer.pointers.contains(pointer), "\(body.prefix(80)): \(answer.json)")
            }
            let beyond = try await Self.read(api, "in 100000 years", more: #","mode":"phrase""#)
            #expect(beyond.status == 422 && beyond.json["code"]?.string == "limit")
            for now in ["0001-01-01T00:00", "9999-12-31T23:59"] {
                let answer = try await Self.read(api, "Nap tomorrow 9am", more: #","now":"\#(now)""#)
                #expect([200, 422].contains(answer.status))
            }
            #expect(try await api.isEmpty())
        }
    }
}
