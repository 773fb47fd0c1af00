import Basics
import HTTPTypes
import Hummingbird
import Notify
import Recurrence
import Scheduler
import Storage

/// `/v1/hooks`: where events go, and how they got there.
struct HookRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let executor: IdempotentExecutor<Time>
    let secrets: SecretBox
    let targets: TargetGuard
    let check: HookCheck

    func add(to routes: ScopedRoutes) {
        routes.post("hooks", .hooks) { try await create($0, $1) }
        routes.get("hooks", .read, or: .hooks) { try await list($1) }
        routes.get("hooks/:id", .read, or: .hooks) { try await read($0, $1) }
        routes.patch("hooks/:id", .hooks) { try await patch($0, $1) }
        routes.delete("hooks/:id", .hooks) { try await delete($0, $1) }
    }

    private func create(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await request.bytes()
        let draft = try HookDraft(creating: JSONValue(body: input))
        try await checkTarget(draft.url)
        let made = draft.signingSecrets
        let (secrets, check) = (secrets, check)
        return try await executor.run(request, input: input, context: context) { transaction, now in
            let id = draft.id ?? HookID(madeAt: now)
            guard try transaction.hook(id) == nil else {
                throw Problem(.conflict, "there is a hook \(id) already; choose another id, or change that one")
            }
            var hook = Hook(
                id: id,
                kind: draft.kind,
                url: draft.url,
                events: draft.events ?? [.all],
                sealedSecrets: try made.map { try secrets.seal($0, for: id) },
                now: now
            )
            hook.isEnabled = draft.isEnabled ?? true
            try draft.traffic?.apply(to: &hook)
            hook.headers = try draft.traffic?.headers(of: hook, sealedBy: secrets) ?? []
            try draft.shape.apply(to: &hook, secrets: secrets, check: check)
            try transaction.save(hook)
            return Self.created(hook, secrets: made)
        }
    }

    private static func created(_ hook: Hook, secrets: [SigningSecret]) -> APIResponse {
        var answer = APIResponse(hook, showing: secrets)
        answer.status = .created
        return answer.tagged(EntityTag(of: hook)).located("/v1/hooks/\(hook.id)")
    }

    private func list(_ context: APIContext) async throws -> Response {
        let hooks = try await store.read { try $0.hooks() }
        return APIResponse { json in
            json.field("items") { json in json.array(hooks) { $1.write(to: &$0, context.detail) } }
            json.field("nextCursor", String?.none)
        }.response
    }

    private func read(_ request: Request, _ context: APIContext) async throws -> Response {
        let hook = try await hook(context)
        return try APIResponse { hook.write(fieldsTo: &$0, context.detail) }.unless(request).response
    }

    private func patch(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: HookID = try context.id("hook")
        let draft = try HookDraft(changing: JSONValue(body: try await request.bytes()))
        try await checkTarget(draft.url)
        let (secrets, check) = (secrets, check)
        return try await executor.run(request, context: context, states: executor.states(of: id)) { transaction, now in
            guard var hook = try transaction.hook(id) else { throw Problem(.notFound, "there is no hook \(id)") }
            if draft.url != nil, hook.kind != .webhook {
                throw Problem([InputProblem(pointer: "/url", detail: "only a webhook has one")])
            }
            let hasMoved = draft.moves(hook)
            hook.url = draft.url ?? hook.url
            // Who says where it goes is not let see what the receiver before was sent in secret.
            if hasMoved { hook.headers.removeAll(where: \.isSecret) }
            hook.events = draft.events ?? hook.events
            try draft.traffic?.apply(to: &hook)
            hook.headers = try draft.traffic?.headers(of: hook, sealedBy: secrets) ?? hook.headers
            let isBack = !hook.isEnabled && draft.isEnabled == true
            hook = hook.enabled(draft.isEnabled ?? hook.isEnabled)
            try draft.shape.apply(to: &hook, secrets: secrets, check: check)
            hook = try secrets.resealed(hook)
            hook.version += 1
            hook.updatedAt = now
            try transaction.save(hook)
            // What it failed at before is forgiven.
            if isBack { try transaction.save(HookHealth(), of: id) }
            return APIResponse { hook.write(fieldsTo: &$0, .whole) }.tagged()
        }
    }

    private func delete(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: HookID = try context.id("hook")
        return try await executor.run(request, context: context, states: executor.states(of: id)) { transaction, _ in
            guard let hook = try transaction.hook(id) else { throw Problem(.notFound, "there is no hook \(id)") }
            guard hook.id != Hook.stdoutID else {
                throw Problem(.conflict, "the standard output hook cannot be deleted; disable it instead")
            }
            try transaction.deleteHook(id)
            return .noContent
        }
    }

    private func hook(_ context: APIContext) async throws -> Hook {
        let id: HookID = try context.id("hook")
        guard let hook = try await store.read({ try $0.hook(id) }) else {
            throw Problem(.notFound, "there is no hook \(id)")
        }
        return hook
    }

    /// Refuses a target that no event would ever be sent to.
    ///
    /// A host that cannot be resolved now may be later.
    private func checkTarget(_ url: String?) async throws {
        guard let url else { return }
        do {
            _ = try await targets.addresses(of: WebhookURL(url))
        } catch let error as NotifyError where error.code != .unresolvableHost {
            throw Problem([InputProblem(pointer: "/url", detail: error.description)])
        } catch is NotifyError {}
    }
}

extension Hook {
    /// The same hook, switched on or off by a person: why taskd had switched it off no longer counts.
    fileprivate func enabled(_ isEnabled: Bool) -> Hook {
        var hook = self
        hook.isEnabled = isEnabled
        if isEnabled { hook.disabledReason = nil }
        return hook
    }
}

/// A hook as a client wants it.
private struct HookDraft: Sendable {
    var id: HookID?
    var url: String?
    var events: [EventPattern]?
    var isEnabled: Bool?
    var kind = Hook.Kind.webhook
    var secret: SigningSecret?
    var traffic: HookTrafficDraft?
    var signing: Signing?
    var shape = HookShapeDraft()

    /// Which signatures a new hook's messages carry.
    enum Signing: String, CaseIterable, Sendable {
        case v1
        case v1a
        case both

        var schemes: [SigningSecret.Scheme] {
            switch self {
            case .v1: [.v1]
            case .v1a: [.v1a]
            case .both: [.v1, .v1a]
            }
        }
    }

    /// The secrets of a new hook: those that were imported, or new ones.
    var signingSecrets: [SigningSecret] {
        if let secret { return [secret] }
        return kind == .webhook ? (signing ?? .v1).schemes.map { .make(for: $0) } : []
    }

    private static let readOnly: Set<String> = ["version", "disabledReason", "createdAt", "updatedAt"]

    init(creating value: JSONValue) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        id = reader.text("id", "a UUID") { HookID($0) }
        kind = reader.choice("kind") ?? .webhook
        if kind == .stdout {
            collector.add("/kind", "must be webhook or command; the standard output hook is always there, PATCH it")
        }
        readShared(&reader)
        readTarget(&reader)
        signing = reader.choice("signing")
        if let text = reader.string("secret") {
            do { secret = try SigningSecret(text) } catch { collector.add("/secret", "\(error)") }
        }
        reader.finish(readOnly: Self.readOnly)
        try collector.throwIfAny()
    }

    private func readTarget(_ reader: inout ObjectReader) {
        let (hasURL, hasCommand) = (reader.value("url") != nil, reader.value("argv") != nil)
        switch kind {
        case .webhook where !hasURL: reader.missing("url")
        case .command where !hasCommand: reader.missing("argv")
        case .command where hasURL: reader.collector.add("/url", "only a webhook has one")
        default: break
        }
        for name in ["secret", "signing"] where kind == .command && reader.value(name) != nil {
            reader.collector.add("/\(name)", "only a webhook is signed")
        }
        if reader.value("secret") != nil, reader.value("signing") != nil {
            reader.collector.add("/signing", "follows from the secret that was given; leave one of the two out")
        }
    }

    init(changing value: JSONValue) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        readShared(&reader)
        reader.finish(readOnly: Self.readOnly.union(["id", "kind", "secret", "signing"]))
        try collector.throwIfAny()
    }

    /// Whether a hook is to lead elsewhere.
    func moves(_ hook: Hook) -> Bool {
        guard let url, let old = hook.url, url != old else { return false }
        guard let new = try? WebhookURL(url), let known = try? WebhookURL(old) else { return true }
        return new != known
    }

    private mutating func readShared(_ reader: inout ObjectReader) {
        traffic = HookTrafficDraft(&reader)
        url = reader.string("url")
        isEnabled = reader.bool("enabled")
        shape.read(&reader)
        guard let texts = reader.strings("events", atMost: 50) else { return }
        if !(1...50).contains(texts.count) { reader.collector.add("/events", "must have 1 to 50 elements") }
        events = texts.enumerated().compactMap { index, text in
            let pattern = EventPattern(text)
            if pattern == nil {
                reader.collector.add(
                    "/events/\(index)", "must be a type such as reminder.due, a family such as task.*, or *")
            }
            return pattern
        }
    }
}
