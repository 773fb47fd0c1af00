import Basics
import Foundation
import Scheduler
import TaskdClient

/// Values that a daemon knows, asked for with little patience: whoever pressed the key waits.
struct DaemonCandidates {
    /// How long the daemon may take.
    private static let patience = Swift.Duration.milliseconds(150)
    /// How many of the tasks that are due next are looked at.
    private static let pageSize = 200

    let context: CommandContext
    /// What was typed for the options that decide which daemon is asked.
    let connection: [String: String]

    /// The values of a kind, the most likely first; none where there is no daemon, or it does not answer in time.
    func values(_ kind: ValueKind) async -> [CompletionCandidate] {
        do {
            switch kind {
            case .openTasks: return try await ask { try await tasks($0, "needsAction,inProcess", sort: "due") }
            case .closedTasks: return try await ask { try await tasks($0, "completed,cancelled", sort: "-completedAt") }
            case .hooks:
                return try await ask {
                    try await named($0, "hooks") { ($0["id"], $0["url"]?.string == nil ? $0["kind"] : $0["url"]) }
                }
            case .projects: return try await ask { try await named($0, "projects") { ($0["name"], nil) } }
            case .views: return try await ask { try await named($0, "views") { ($0["name"], $0["filter"]) } }
            case .tokens: return try await ask { try await named($0, "tokens") { ($0["id"], $0["name"]) } }
            case .tags: return try await ask { try await tags($0) }
            case .terms: return try await ask { try await terms($0) }
            default: return []
            }
        } catch {
            // Nobody wants to read an error in the middle of a word.
            return []
        }
    }

    private func ask(_ body: (DaemonClient) async throws -> [CompletionCandidate]) async throws -> [CompletionCandidate]
    {
        let layers = ClientSettingLayers(environment: context.environment, profile: connection["--profile"])
        let settings = try ClientSettings(layers, zones: context.zones)
        let given = connection["--url"] ?? connection["--daemon"]
        let address = try DaemonAddress(given ?? settings.url ?? DaemonAddress.standard)
        let credential = try Credential(
            option: connection["--token"], environment: context.environment,
            file: settings.tokenFile(forGivenURL: given != nil), for: address)
        var limits = DaemonClient.Limits()
        limits.timeout = Self.patience
        return try await DaemonClient.withClient(
            of: address, token: credential.token, authorities: connection["--ca-file"] ?? settings.caFile,
            limits: limits, blocksThread: true, body)
    }

    private func items(
        _ daemon: DaemonClient, _ path: String, _ query: [QueryItem] = []
    ) async throws -> [JSONValue] {
        let response = try await daemon.get(path, query)
        return try (JSONValue(json: response.body)["items"]?.array ?? [])
    }

    private func tasks(_ daemon: DaemonClient, _ status: String, sort: String) async throws -> [CompletionCandidate] {
        let query = [
            QueryItem("status", status), QueryItem("sort", sort), QueryItem("limit", "\(Self.pageSize)"),
        ]
        let found: [JSONValue]
        do {
            found = try await items(daemon, "tasks", query + [QueryItem("short", "true")])
        } catch DaemonError.refused(let problem) where problem.status == 400 {
            // One that knows no handles.
            found = try await items(daemon, "tasks", query)
        }
        let short = ShortIdentifiers(found.compactMap { $0["id"]?.string })
        return found.compactMap { task in
            let handle = task["shortHandle"]?.string ?? task["id"]?.string.map { short($0) }
            return handle.map { CompletionCandidate(value: $0, description: task["title"]?.string ?? "") }
        }
    }

    private func named(
        _ daemon: DaemonClient, _ path: String, _ parts: (JSONValue) -> (JSONValue?, JSONValue?)
    ) async throws -> [CompletionCandidate] {
        try await items(daemon, path).compactMap { item in
            let (value, description) = parts(item)
            return value?.string.map { CompletionCandidate(value: $0, description: description?.string ?? "") }
        }
    }

    private func tags(_ daemon: DaemonClient) async throws -> [CompletionCandidate] {
        let tags = try await items(daemon, "tags").map { ($0["name"]?.string ?? "", $0["count"]?.integer ?? 0) }
        return tags.sorted { $0.1 > $1.1 }.map { CompletionCandidate(value: $0, description: $1.counted("task")) }
    }

    private func terms(_ daemon: DaemonClient) async throws -> [CompletionCandidate] {
        let tags = try await tags(daemon)
        let projects = try await named(daemon, "projects") { ($0["name"], nil) }
        return tags.map { CompletionCandidate(value: "+\($0.value)", description: $0.description) }
            + projects.map { CompletionCandidate(value: "@\($0.value)") }
            + tags.map { CompletionCandidate(value: "-\($0.value)") }
    }
}
