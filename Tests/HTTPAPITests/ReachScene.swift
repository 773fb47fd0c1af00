import Basics
import Foundation
import HTTPTypes
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

/// A store in which some things lie within the reach of tokens for a project, a tag or a hook, and others do not: these
/// have a marker in every text.
struct ReachScene: Sendable {
    static let marker = "OUTSIDE-MARKER"

    /// The ids of some things, by what they are.
    struct Things: Sendable {
        var task = ""
        var daily = ""
        var series = ""
        var reminder = ""
        var attachment = ""
        var pause = ""
        var trashed = ""
        var project = ""
        var tag = ""
        var hook = ""
        var delivery = ""
        var view = ""
        var token = ""

        /// The id that stands in a path.
        func id(in path: String) -> String {
            let words = path.split(separator: "/")
            return switch words.dropFirst().first {
            case "series": series
            case "reminders": reminder
            case "attachments": attachment
            case "pauses": pause
            case "trash": trashed
            case "projects": project
            case "hooks": hook
            case "deliveries": delivery
            case "views": view
            case "tokens": token
            default: task
            }
        }

        /// A path of the router with the ids of these things.
        func path(_ route: String) -> String {
            route.replacing("{id}", with: id(in: route)).replacing("{name}", with: tag)
        }
    }

    /// Everything may be done.
    let admin: API
    let inside: Things
    let outside: Things
    /// A project that stands in the inside one, with a task of its own.
    let subproject: String
    let subtask: String
    /// What reaches the inside alone.
    let project: API
    let tag: API
    let hook: API

    /// Runs a test in a scene of its own.
    static func run(_ body: @Sendable (ReachScene) async throws -> Void) async throws {
        try await API.run { api async throws in try await body(ReachScene(api)) }
    }

    private init(_ api: API) async throws {
        admin = api
        inside = try await api.makeThings("inside", tag: "mine")
        outside = try await api.makeThings(Self.marker, tag: Self.marker)
        subproject = try await api.make("projects", #"{"name":"inside sub","parentId":"\#(inside.project)"}"#)
        subtask = try await api.make(
            "tasks", #"{"title":"inside sub","tags":["Mine"],"projectId":"\#(subproject)"}"#)
        let hookID = try #require(HookID(inside.hook))
        project = try await api.withToken(
            name: "project", [.read, .write], reach: .project(try #require(ProjectID(inside.project))))
        tag = try await api.withToken(name: "tag", [.read, .write], reach: .tag("MINE"))
        hook = try await api.withToken(name: "hook", [.read, .hooks], reach: .hook(hookID))
    }

    /// Everything that lies outside, as an export and the hooks have it.
    func outsideState() async throws -> [String] {
        let lines = String(decoding: try await admin.exchange(.get, "/v1/export").bytes, as: UTF8.self)
            .split(separator: "\n").map(String.init)
        let hooks = try await admin.raw("/v1/hooks/\(outside.hook)")
        let trashed = try await admin.raw("/v1/trash/\(outside.trashed)")
        return lines.filter { $0.contains(Self.marker) || $0.contains(outside.project) } + [hooks, trashed]
    }
}

extension API {
    /// Makes something and returns its id.
    fileprivate func make(_ kind: String, _ body: String) async throws -> String {
        let answer = try await request(.post, "/v1/\(kind)", body)
        try #require(answer.status == 201, "\(kind): \(answer.json)")
        return answer.json.id
    }

    /// Makes one of each kind, with a text in it.
    fileprivate func makeThings(_ text: String, tag: String) async throws -> ReachScene.Things {
        var things = ReachScene.Things()
        things.tag = tag
        things.project = try await make("projects", #"{"name":"\#(text) project","description":"\#(text)"}"#)
        things.hook = try await make("hooks", #"{"url":"http://10.1.0.1/\#(text)"}"#)
        let common = #""projectId":"\#(things.project)","tags":["\#(tag)"],"description":"\#(text)""#
        let times = #""due":"2026-12-01T09:00:00","reminders":[{"offset":"-PT1H"}]"#
        let task = try await create(#"{"title":"\#(text) task",\#(common),\#(times)}"#)
        things.task = task.id
        things.reminder = try #require(task["reminders"]?.array?.first?.id)
        let rule = #""recurrence":{"rrule":["FREQ=DAILY"]}"#
        let daily = try await create(#"{"title":"\#(text) daily",\#(common),\#(times),\#(rule)}"#)
        (things.daily, things.series) = (daily.id, daily.series)
        let link = #"{"url":"https://example.com/\#(text)","fileName":"\#(text)"}"#
        things.attachment = try await make("tasks/\(things.task)/attachments", link)
        things.pause = try await make("pauses", #"{"taskId":"\#(things.task)","note":"\#(text)"}"#)
        things.trashed = try await create(#"{"title":"\#(text) trashed",\#(common)}"#).id
        try #require(try await request(.delete, "/v1/tasks/\(things.trashed)").status == 204)
        things.view = try await make("views", #"{"name":"\#(text)","filter":"title = '\#(text)'"}"#)
        things.token = try await make("tokens", #"{"name":"\#(text)"}"#)
        let deliveries = try await request(.get, "/v1/hooks/\(things.hook)/deliveries")
        things.delivery = try #require(deliveries.json["items"]?.array?.first?.id)
        return things
    }
}
