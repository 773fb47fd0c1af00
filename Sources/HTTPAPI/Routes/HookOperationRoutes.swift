import Basics
import HTTPTypes
import Hummingbird
import NIOCore
import Notify
import Recurrence
import Scheduler
import Storage

/// What can be done with a hook: try it out, give it another secret, see how its receiver is.
struct HookOperationRoutes<Time: UTCClock>: Sendable {
    /// The longest time that an old secret may sign beside a new one: thirty days.
    private static var maxOverlap: Swift.Duration { .seconds(30 * 86_400) }

    let store: any Store
    let executor: IdempotentExecutor<Time>
    let secrets: SecretBox
    let sinks: [Hook.Kind: any Sink]
    let clock: Time

    func add(to routes: ScopedRoutes) {
        routes.add(.testHook) { try await test($0, $1) }
        routes.add(.rotateHookSecret) { try await rotate($0, $1) }
        routes.add(.readHookHealth) { try await health($0, $1) }
    }

    /// Sends a sample now, whatever the hook's state, and answers what came of it.
    private func test(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await context.bytes(of: request)
        let type = try Self.eventType(input)
        let id: HookID = try context.id("hook")
        guard let hook = try await store.read({ try $0.hook(id) }) else {
            throw Problem(.notFound, "there is no hook \(id)")
        }
        try request.requireMatch(EntityTag(of: hook))
        let now = clock.now
        guard let sink = sinks[hook.kind] else {
            throw Problem(
                .conflict,
                """
                \(hook.kind.rawValue) hooks are not enabled on this server; the operator must allow their \
                programs with TASKD_COMMANDS_ALLOW
                """)
        }
        guard let event = EventSample.trial(of: type, at: now) else {
            let known = EventType.known.map(\.rawValue).joined(separator: ", ")
            throw Problem([InputProblem(pointer: "/type", detail: "must be one of \(known)")])
        }
        return try await executor.runOnce(request, input: input, context: context) { key in
            if key.isNeeded { try await store.write { try key.take(in: $0, now: now) } }
            let begin = clock.steady.now
            let outcome = await sink.deliver(OutgoingMessage(hook: hook, event: event, attempt: 1, trace: .current))
            let duration = begin.duration(to: clock.steady.now)
            let attempt = DeliveryAttempt(1, outcome, from: now, lasting: duration)
            return APIResponse { json in
                json.field("delivered", outcome.kind == .delivered)
                json.field("eventId", event.id.description)
                json.field("eventType", event.type.rawValue)
                json.field("attempt") { attempt.write(to: &$0, .whole) }
            }
        }
    }

    private static func eventType(_ input: ByteBuffer) throws -> EventType {
        guard input.readableBytes > 0 else { return .reminderDue }
        let collector = ProblemCollector()
        var reader = ObjectReader(try JSONValue(body: input), at: "", collector)
        let type = reader.string("type", atMost: 100)
        reader.finish()
        try collector.throwIfAny()
        return type.map { EventType(rawValue: $0) } ?? .reminderDue
    }

    /// Gives a hook a new secret; the old ones sign beside it for a while.
    private func rotate(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await context.bytes(of: request)
        let wanted = try RotationRequest(input, maxOverlap: Self.maxOverlap)
        let id: HookID = try context.id("hook")
        let secrets = secrets
        let states = executor.states(of: id)
        return try await executor.run(request, input: input, context: context, states: states) { transaction, now in
            guard var hook = try transaction.hook(id) else { throw Problem(.notFound, "there is no hook \(id)") }
            guard hook.kind == .webhook else { throw Problem(.conflict, "only webhooks have a secret") }
            let made = wanted.secret.map { [$0] } ?? secrets.schemes(of: hook).map { .make(for: $0) }
            let rotated = try secrets.rotatedSecrets(of: hook, to: made[0], at: now, overlap: wanted.overlap)
            let others = try made.dropFirst().map { try secrets.seal($0, for: id) }
            hook = try secrets.resealed(hook)
            hook.sealedSecrets = rotated.prefix(1) + others + rotated.dropFirst()
            hook.version += 1
            hook.updatedAt = now
            try transaction.save(hook)
            return APIResponse(hook, showing: made).tagged(EntityTag(of: hook))
        }
    }

    private func health(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: HookID = try context.id("hook")
        let now = clock.now
        let known = try await store.read { reader -> (HookHealth, HookBacklog)? in
            guard try reader.hook(id) != nil else { return nil }
            return (try reader.hookHealth()[id] ?? HookHealth(), try reader.backlog(of: id))
        }
        guard let (health, backlog) = known else { throw Problem(.notFound, "there is no hook \(id)") }
        return APIResponse { health.write(fieldsTo: &$0, at: now, backlog: backlog) }.response
    }
}

extension IdempotentExecutor {
    /// The tags of a hook, for `If-Match`.
    func states(of id: HookID) -> States {
        { transaction, _ in try transaction.hook(id).map { [EntityTag(of: $0)] } }
    }
}

extension SecretBox {
    /// The schemes by which a hook signs for good, in the order of its secrets; `v1` when there is none.
    fileprivate func schemes(of hook: Hook) -> [SigningSecret.Scheme] {
        let lasting = hook.sealedSecrets.compactMap { try? open($0, for: hook.id) }.filter { $0.validUntil == nil }
        let schemes = lasting.reduce(into: [SigningSecret.Scheme]()) { schemes, opened in
            if !schemes.contains(opened.secret.scheme) { schemes.append(opened.secret.scheme) }
        }
        return schemes.isEmpty ? [.v1] : schemes
    }
}

extension APIResponse {
    /// A hook with its newest secrets, which are shown once, and what a receiver of Ed25519 signatures needs.
    init(_ hook: Hook, showing secrets: [SigningSecret]) {
        self.init { json in
            hook.write(fieldsTo: &json, .whole)
            if let first = secrets.first { json.field("secret", first.text) }
            if secrets.count > 1 { json.field("secrets", secrets.map(\.text)) }
            if let key = secrets.first(where: { $0.scheme == .v1a }) {
                json.field("publicKey", key.verificationKey.text)
            }
        }
        bodyToRemember = APIResponse { hook.write(fieldsTo: &$0, .whole) }.body
    }
}

/// How a secret is to be rotated.
private struct RotationRequest: Sendable {
    var secret: SigningSecret?
    var overlap = SecretBox.defaultOverlap

    init(_ input: ByteBuffer, maxOverlap: Swift.Duration) throws {
        guard input.readableBytes > 0 else { return }
        let collector = ProblemCollector()
        var reader = ObjectReader(try JSONValue(body: input), at: "", collector)
        if let text = reader.string("secret") {
            do { secret = try SigningSecret(text) } catch { collector.add("/secret", "\(error)") }
        }
        if let duration = reader.exactDuration("overlap") {
            overlap = duration
            if let complaint = (Swift.Duration.zero...maxOverlap).complaint(about: duration) {
                collector.add("/overlap", complaint)
            }
        }
        reader.finish()
        try collector.throwIfAny()
    }
}
