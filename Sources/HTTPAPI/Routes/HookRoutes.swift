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
    let zones: ZoneDatabase

    func add(to routes: ScopedRoutes) {
        routes.add(.createHook) { try await create($0, $1) }
        routes.add(.listHooks) { try await list($1) }
        routes.add(.readHook) { try await read($0, $1) }
        routes.add(.updateHook) { try await patch($0, $1) }
        routes.add(.deleteHook) { try await delete($0, $1) }
    }

    private func create(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await context.bytes(of: request)
        let wanted = NewHook(try JSONValue(body: input))
        let known = wanted.problems + (try await complaints(aboutTarget: wanted.draft.url))
        let made = wanted.signingSecrets
        let secrets = secrets
        return try await executor.run(request, input: input, context: context) { transaction, now in
            let id = wanted.id ?? HookID(madeAt: now)
            let sealed = try made.map { try secrets.seal($0, for: id) }
            var hook = Hook(id: id, kind: wanted.draft.kind, sealedSecrets: sealed, now: now)
            try change(&hook, to: wanted.draft, besides: known)
            guard try transaction.hook(id) == nil else {
                throw Problem(.conflict, "a hook \(id) already exists; choose another id, or change that hook")
            }
            try transaction.save(hook)
            return Self.created(hook, secrets: made)
        }
    }

    /// Makes a hook what a draft says, and refuses it when it could not be used then.
    ///
    /// - Parameters:
    ///   - hook: The hook.
    ///   - draft: What it is to be.
    ///   - known: What was found wrong with the input before.
    /// - Throws: A 422 problem that names all fields at fault.
    private func change(_ hook: inout Hook, to draft: HookDraft, besides known: [InputProblem]) throws {
        let tls = hook.tls
        var (problems, lacks) = (known, [InputProblem]())
        try secrets.apply(draft, to: &hook, noting: &lacks)
        // Where one of the headers could not be read, the others have moved up.
        if !known.contains(where: { $0.member == "headers" }) { problems += lacks }
        // What stays was looked at when it came; a key that cannot be opened any more keeps nothing else from changing.
        var new = hook
        if new.tls == tls { new.tls = nil }
        problems += check.complaints(about: new, clientKey: secrets.clientKey(of: new), besides: problems)
        problems.check(timeZone: hook.filter.timeZone, in: zones)
        let isFilterRead = !known.contains { $0.pointer == "/filter" }
        let error = isFilterRead ? problems.check(filter: hook.filter.text, at: "/filter") : nil
        let collector = ProblemCollector()
        collector.add(problems)
        guard collector.problems.isEmpty else { throw Problem(collector.problems, filter: error) }
    }

    private static func created(_ hook: Hook, secrets: [SigningSecret]) -> APIResponse {
        var answer = APIResponse(hook, showing: secrets)
        answer.status = .created
        return answer.tagged(EntityTag(of: hook)).located("/v1/hooks/\(hook.id)")
    }

    private func list(_ context: APIContext) async throws -> Response {
        let access = context.access
        let hooks = try await store.read { reader in
            try reader.hooks().filter { try access.holds(.hook($0.id), in: reader) }
        }
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
        let patch = HookMergePatch(try JSONValue(body: try await context.bytes(of: request)))
        let known = patch.problems + (try await complaints(aboutTarget: patch.url))
        let secrets = secrets
        return try await executor.run(request, context: context, states: executor.states(of: id)) { transaction, now in
            guard var hook = try transaction.hook(id) else { throw Problem(.notFound, "there is no hook \(id)") }
            // Who says where it goes is not let see what the receiver before was sent in secret.
            if patch.moves(hook) { hook.headers.removeAll(where: \.isSecret) }
            var problems = known
            let draft = patch.draft(of: hook, noting: &problems)
            try change(&hook, to: draft, besides: problems)
            // Why taskd had switched it off no longer counts.
            if hook.isEnabled { hook.disabledReason = nil }
            hook = try secrets.resealed(hook)
            hook.version += 1
            hook.updatedAt = now
            try transaction.save(hook)
            // What it failed at before is forgiven, whether or not that had switched it off.
            if hook.isEnabled, patch.names("enabled") { try transaction.save(HookHealth(), of: id) }
            return APIResponse { hook.write(fieldsTo: &$0, .whole) }.tagged()
        }
    }

    private func delete(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: HookID = try context.id("hook")
        return try await executor.run(request, context: context, states: executor.states(of: id)) { transaction, _ in
            guard let hook = try transaction.hook(id) else { throw Problem(.notFound, "there is no hook \(id)") }
            guard hook.id != Hook.stdoutID else {
                throw Problem(
                    .conflict,
                    "the standard output hook cannot be deleted; disable it (taskd hook disable, or PATCH \"enabled\": false)"
                )
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

    /// What is wrong with a target that no event would ever be sent to.
    ///
    /// A host that cannot be resolved now may be later.
    private func complaints(aboutTarget url: String?) async throws -> [InputProblem] {
        guard let url else { return [] }
        do {
            _ = try await targets.addresses(of: WebhookURL(url))
        } catch let error as NotifyError where error.code != .unresolvableHost {
            return [InputProblem(pointer: "/url", detail: error.description)]
        } catch is NotifyError {}
        return []
    }
}
