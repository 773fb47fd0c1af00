import Basics
import Foundation
import HTTPTypes
import LiteralRecurrence
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

/// `GET /v1/suggestions`.
struct SuggestionRouteTests {
    /// A suggestion as text: field, value, count and total, and why.
    private static func lines(_ answer: API.Response) -> [String] {
        (answer.json["items"]?.array ?? []).map { item in
            var json = JSONWriter()
            json.value(item["value"] ?? .null)
            let value = String(decoding: json.bytes, as: UTF8.self)
            return "\(item["field"]?.string ?? "") \(value) \(item["count"]?.integer ?? 0)/\(item["of"]?.integer ?? 0)"
        }
    }

    private static func suggestions(_ api: API, _ title: String, _ more: String = "") async throws -> API.Response {
        let encoded = title.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try await api.request(.get, "/v1/suggestions?title=\(encoded)\(more)")
    }

    @Test func `what most tasks with a word have is suggested, with why`() async throws {
        try await API.run { api async throws in
            let project = try await api.request(.post, "/v1/projects", #"{"name":"Health"}"#).json.id
            let common =
                #""tags":["health"],"priority":"high","projectId":"\#(project)","reminders":[{"offset":"-PT30M"}]"#
            for due in ["2026-11-24T15:00:00", "2026-12-01T15:00:00"] {
                _ = try await api.create(#"{"title":"Dentist","due":"\#(due)",\#(common)}"#)
            }
            _ = try await api.create(#"{"title":"Call the dentist"}"#)
            let answer = try await Self.suggestions(api, "dentist for Mia")
            #expect(
                Self.lines(answer) == [
                    "dueTime \"15:00\" 2/2", "dueWeekday \"tuesday\" 2/2", #"reminders [{"offset":"-PT30M"}] 2/2"#,
                    "projectId \"\(project)\" 2/3", "tags [\"health\"] 2/3", "priority \"high\" 2/3",
                ])
            let items = answer.json["items"]?.array ?? []
            try #require(items.count == 6)
            #expect(items[4]["because"]?.string == "2 of 3 tasks with \"dentist\" have it")
            #expect(items[3]["because"]?.string == "2 of 3 tasks with \"dentist\" are in \"Health\"")
            #expect(items[3]["name"]?.string == "Health")
            #expect(answer.json["words"] == .array(["dentist", "for", "mia"].map { .string($0) }))
            #expect(Self.lines(try await Self.suggestions(api, "dentist", "&limit=1")) == ["dueTime \"15:00\" 2/2"])
        }
    }

    @Test func `one task, or fewer than half of them, suggest nothing`() async throws {
        try await API.run { api async throws in
            _ = try await api.create(#"{"title":"Dentist","tags":["health"],"due":"2026-11-24T15:00:00"}"#)
            #expect(Self.lines(try await Self.suggestions(api, "Dentist")).isEmpty)
            for _ in 1...2 { _ = try await api.create(#"{"title":"Dentist","tags":["other"]}"#) }
            for _ in 1...2 { _ = try await api.create(#"{"title":"Dentist"}"#) }
            #expect(Self.lines(try await Self.suggestions(api, "Dentist")).isEmpty)
            #expect(Self.lines(try await Self.suggestions(api, "Barber")).isEmpty)
        }
    }

    @Test func `a series counts once, however often it was done`() async throws {
        try await API.run { api async throws in
            var task = try await api.createDaily("Stand-up", more: #","tags":["work"]"#)
            for _ in 1...3 {
                let answer = try await api.request(.post, "/v1/tasks/\(task.id)/complete")
                task = try #require(answer.json["next"])
            }
            #expect(Self.lines(try await Self.suggestions(api, "stand-up")).isEmpty)
            _ = try await api.create(#"{"title":"Stand alone","tags":["work"]}"#)
            #expect(Self.lines(try await Self.suggestions(api, "stand by")) == ["tags [\"work\"] 2/2"])
        }
    }

    @Test func `a token for a part is suggested what lies within it alone`() async throws {
        try await ReachScene.run { scene async throws in
            let body = #"{"title":"Dentist","tags":["OUTSIDE-MARKER"],"projectId":"\#(scene.outside.project)"}"#
            for _ in 1...4 { _ = try await scene.admin.create(body) }
            let (project, tag) = (scene.inside.project, scene.inside.tag)
            for _ in 1...2 {
                _ = try await scene.admin.create(
                    #"{"title":"Dentist","tags":["\#(tag)","x"],"projectId":"\#(project)"}"#)
            }
            let all = Self.lines(try await Self.suggestions(scene.admin, "dentist"))
            #expect(all.contains("tags [\"OUTSIDE-MARKER\"] 4/6"))
            let inside = ["tags [\"\(tag)\"] 2/2", "tags [\"x\"] 2/2"]
            #expect(
                Self.lines(try await Self.suggestions(scene.project, "dentist")) == ["projectId \"\(project)\" 2/2"]
                    + inside)
            // A token for a tag knows of no project.
            #expect(Self.lines(try await Self.suggestions(scene.tag, "dentist")) == inside)
            #expect(try await Self.suggestions(scene.hook, "dentist").status == 403)
        }
    }

    @Test func `what is wrong with a request is named`() async throws {
        try await API.run { api async throws in
            for query in [
                "", "?title=", "?title=x&limit=0", "?title=x&limit=51", "?title=\(String(repeating: "x", count: 501))",
            ] {
                #expect(try await api.request(.get, "/v1/suggestions\(query)").status == 400, "\(query)")
            }
            #expect(Self.lines(try await Self.suggestions(api, "… 7 ★ a")).isEmpty)
        }
    }

    // MARK: - Against counting one by one

    /// A task of the property test.
    private struct Filed {
        var title: [String]
        var tags: [String]
        var priority: String
        var due: String?
        var offset: String?

        init(_ random: inout SplitMix64) {
            func pick(_ choices: [String]) -> String { choices[Int(random.next() % UInt64(choices.count))] }
            title = (0...Int(random.next() % 3)).map { _ in pick(["call", "Dentist", "치과", "rent"]) }
            tags = random.next() % 3 == 0 ? [] : [pick(["a", "b"])]
            priority = pick(["none", "high", "low"])
            due =
                random.next() % 4 == 0
                ? nil : "2026-12-0\(1 + random.next() % 2)" + pick(["", "T09:00:00", "T15:30:00"])
            offset = due == nil ? nil : pick(["-PT30M", "PT0S", ""])
        }

        var body: String {
            let due = due.map { #","due":"\#($0)""# } ?? ""
            let reminders = offset.map { $0.isEmpty ? "" : #","reminders":[{"offset":"\#($0)"}]"# } ?? ""
            let tags = tags.map { "\"\($0)\"" }.joined(separator: ",")
            return
                #"{"title":"\#(title.joined(separator: " "))","tags":[\#(tags)],"priority":"\#(priority)"\#(due)\#(reminders)}"#
        }

        /// What it has of a field, as the value is written; nil where it could not have it.
        func values(_ field: String) -> [String]? {
            switch field {
            case "tags": return tags.map { "[\"\($0)\"]" }
            case "priority": return priority == "none" ? [] : ["\"\(priority)\""]
            case "dueTime": return due.flatMap { $0.count == 10 ? nil : ["\"\($0.dropFirst(11).prefix(5))\""] }
            case "dueWeekday": return due.map { ["\"\($0.hasPrefix("2026-12-01") ? "tuesday" : "wednesday")\""] }
            case "dueLead": return due.map { ["\"\($0.hasPrefix("2026-12-01") ? "P10D" : "P11D")\""] }
            default: return due.map { _ in offset.map { $0.isEmpty ? [] : [#"[{"offset":"\#($0)"}]"#] } ?? [] }
            }
        }
    }

    /// All suggestions for a title by the rules of the page, in no order: of each field with one value those that are as sure.
    private static func expected(_ title: [String], _ tasks: [Filed]) -> [String: Set<String>] {
        var found: [String: [(line: String, value: String, sure: Double, count: Int)]] = [:]
        for field in ["tags", "priority", "dueTime", "dueWeekday", "dueLead", "reminders"] {
            for word in Set(title.map { $0.lowercased() }) {
                let with = tasks.filter { $0.title.contains { $0.lowercased() == word } }.compactMap {
                    $0.values(field)
                }
                for value in Set(with.flatMap(\.self)) {
                    let count = with.filter { $0.contains(value) }.count
                    guard count >= 2, count * 2 >= with.count else { continue }
                    let sure = Double(count + 1) / Double(with.count + 2)
                    found[field, default: []].append(("\(field) \(value) \(count)/\(with.count)", value, sure, count))
                }
            }
        }
        return found.mapValues { all in
            let best = all.filter { one in
                !all.contains { other in
                    (other.value == one.value
                        || !["tags", "reminders"].contains(one.line.prefix { $0 != " " }.description))
                        && (other.sure > one.sure || other.sure == one.sure && other.count > one.count)
                }
            }
            return Set(best.map(\.line))
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func `suggestions are what counting one by one gives`(seed: UInt64)
        async throws
    {
        try await API.run { api async throws in
            var random = SplitMix64(seed: seed)
            var tasks: [Filed] = []
            for _ in 1...12 {
                for _ in 1...3 {
                    tasks.append(Filed(&random))
                    _ = try await api.create(tasks[tasks.count - 1].body)
                }
                let title = Filed(&random).title
                let lines = Self.lines(try await Self.suggestions(api, title.joined(separator: " "), "&limit=50"))
                let expected = Self.expected(title, tasks)
                let byField = Dictionary(grouping: lines) { String($0.prefix { $0 != " " }) }
                #expect(Set(byField.keys) == Set(expected.keys), "\(title)")
                for (field, all) in expected {
                    let given = Set(byField[field] ?? [])
                    let isSeveral = ["tags", "reminders"].contains(field)
                    #expect(
                        isSeveral ? given == all : given.count == 1 && given.isSubset(of: all), "\(title): \(field)")
                }
            }
        }
    }
}
