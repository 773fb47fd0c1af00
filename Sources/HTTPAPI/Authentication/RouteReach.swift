import Foundation
import Hummingbird
import Storage

/// What a route does for a token that reaches only a part of what is stored; declared where the route is added.
///
/// A route that declares nothing lets no such token in.
enum RouteReach: Sendable {
    /// Only tokens that reach everything are let in.
    case everything
    /// It is about the token itself, whatever that reaches.
    case ownToken
    /// It is about many tasks, or a new one: it narrows what it reads, and what it writes is looked at afterwards.
    case tasks
    /// It is about the task of its path.
    case task
    /// It is about the task of its path, which may have been deleted.
    case taskOrTrashed
    /// It is about the deleted task of its path.
    case trashedTask
    /// It is about the series of its path.
    case series
    /// It is about the reminder of its path.
    case reminder
    /// It is about the attachment of its path.
    case attachment
    /// It is about the pause of its path.
    case pause
    /// It is about many projects, or a new one.
    case projects
    /// It is about the project of its path.
    case project
    /// It is about many tags.
    case tags
    /// It is about the tag of its path.
    case tag
    /// It is about many hooks.
    case hooks
    /// It is about the hook of its path.
    case hook
    /// It is about the delivery of its path.
    case delivery

    /// Whether tokens of a reach are let in.
    func admits(_ reach: TokenReach) -> Bool {
        switch reach {
        case .everything: true
        case .project: admits(Kind.project)
        case .tag: admits(Kind.tag)
        case .hook: admits(Kind.hook)
        }
    }

    private func admits(_ kind: Kind) -> Bool {
        switch self {
        case .everything: false
        case .ownToken: true
        case .tasks, .task, .taskOrTrashed, .trashedTask, .series, .reminder, .attachment, .pause: kind != .hook
        case .projects, .project: kind == .project
        case .tags, .tag: kind == .tag
        case .hooks, .hook, .delivery: kind == .hook
        }
    }

    /// A kind of tokens that reach only a part, as the API's description names it.
    enum Kind: String, CaseIterable, Sendable {
        case project, tag, hook
    }

    /// The kinds that are let in.
    var kinds: [Kind] { Kind.allCases.filter { admits($0) } }

    /// What the path of a request names; nil where that is nothing that is looked up, or no id, which the route reports.
    func subject(of context: APIContext) -> Access.Subject? {
        let id = context.pathID ?? context.parameters.get("id")
        switch self {
        case .everything, .ownToken, .tasks, .projects, .tags, .hooks: return nil
        case .task: return id.flatMap { TaskID($0) }.map { .task($0) }
        case .taskOrTrashed: return id.flatMap { TaskID($0) }.map { .taskOrTrashed($0) }
        case .trashedTask: return id.flatMap { TaskID($0) }.map { .trashedTask($0) }
        case .series: return id.flatMap { SeriesID($0) }.map { .series($0) }
        case .reminder: return id.flatMap { ReminderID($0) }.map { .reminder($0) }
        case .attachment: return id.flatMap { AttachmentID($0) }.map { .attachment($0) }
        case .pause: return id.flatMap { PauseID($0) }.map { .pause($0) }
        case .project: return id.flatMap { ProjectID($0) }.map { .project($0) }
        case .hook: return id.flatMap { HookID($0) }.map { .hook($0) }
        case .delivery: return id.flatMap { DeliveryID($0) }.map { .delivery($0) }
        case .tag: return context.parameters.get("name").map { .tag($0.removingPercentEncoding ?? $0) }
        }
    }
}
