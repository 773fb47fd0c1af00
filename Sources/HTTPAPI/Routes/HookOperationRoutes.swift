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
    private static var longestOverlap: Swift.Duration { .seconds(30 * 86_400) }

    let store: any Store
    let changes: Changes<Time>
    let secrets: SecretBox
    let sinks: [Hook.Kind: any Sink]
    let clock: Time

    func add(to group: RouterGroup<APIContext>) {
        group.post("hooks/:id/test") { try await test($0, $1) }
        group.post("hooks/:id/rotate-secret") { try await rotate($0, $1) }
        group.get("hooks/:id/health") { try await health($0, $1) }
    }

    /// Sends a sample now, whatever the hook's state, and answers what came of it.
    private func test(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await request.bytes()
        let type = try Self.eventType(input)
        let id: HookID = try context.id("hook")
        guard let hook = try await store.read({ try $0.hook(id) }) else {
            throw Problem(.notFound, "there is no hook \(id)")
        }
        let now = clock.now
        guard let sink = sinks[hook.kind] else {
            throw Problem(.conflict, "hooks of the kind \(hook.kind.rawValue) are switched off on this server")
        }
        guard let event = TestEvent.make(type, at: now) else {
            let known = EventType.known.map(\.rawValue).joined(separator: ", ")
            throw Problem([InputProblem(pointer: "/type", detail: "must be one of \(known)")])
        }
        return try await changes.runOnce(request, input: input, context: context) {
            let outcome = await sink.deliver(OutgoingMessage(hook: hook, event: event, attempt: 1))
            let attempt = DeliveryAttempt(1, outcome, from: now, to: clock.now)
            return Answer { json in
                json.field("delivered", outcome.kind == .delivered)
                json.field("eventId", event.id.description)
                json.field("eventType", event.type.rawValue)
                json.field("attempt") { attempt.write(to: &$0) }
            }
        }
    }

    private static func eventType(_ input: ByteBuffer) throws -> EventType {
        guard input.readableBytes > 0 else { return .reminderDue }
        let collector = ProblemCollector()
        var reader = ObjectReader(try JSONValue(body: input), at: "", collector)
        let type = reader.string("type")
        reader.finish()
        try collector.throwIfAny()
        return type.map { EventType(rawValue: $0) } ?? .reminderDue
    }

    /// Gives a hook a new secret; the old ones sign beside it for a while.
    private func rotate(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await request.bytes()
        let wish = try RotationWish(input, longestOverlap: Self.longestOverlap)
        let id: HookID = try context.id("hook")
        let version = try request.expectedVersion()
        let secrets = secrets
        return try await changes.run(request, input: input, context: context) { transaction, now in
            guard var hook = try transaction.hook(id) else { throw Problem(.notFound, "there is no hook \(id)") }
            if let version, version != hook.version {
                throw Problem(.preconditionFailed, "the hook was changed; it is at version \(hook.version)")
            }
            guard hook.kind == .webhook else { throw Problem(.conflict, "only a webhook has a secret") }
            let scheme = hook.sealedSecrets.first.flatMap { try? secrets.open($0, for: id).secret.scheme }
            let secret = wish.secret ?? SigningSecret.make(for: scheme ?? .v1)
            hook.sealedSecrets = try secrets.rotatedSecrets(of: hook, to: secret, at: now, overlap: wish.overlap)
            hook.version += 1
            hook.updatedAt = now
            try transaction.save(hook)
            return Answer(hook, showing: secret).tagged(hook.version)
        }
    }

    private func health(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: HookID = try context.id("hook")
        let now = clock.now
        let known = try await store.read { reader -> (HookHealth, Int)? in
            guard try reader.hook(id) != nil else { return nil }
            return (try reader.hookHealth()[id] ?? HookHealth(), try reader.waitingCount(of: id))
        }
        guard let (health, waiting) = known else { throw Problem(.notFound, "there is no hook \(id)") }
        return Answer { health.write(fieldsTo: &$0, at: now, waiting: waiting) }.response
    }
}

extension Answer {
    /// A hook with its newest secret, which is shown once.
    init(_ hook: Hook, showing secret: SigningSecret) {
        self.init { json in
            hook.write(fieldsTo: &json)
            json.field("secret", secret.text)
            if secret.scheme == .v1a { json.field("publicKey", secret.verificationKey.text) }
        }
        bodyToRemember = Answer { hook.write(fieldsTo: &$0) }.body
    }
}

/// How a secret is to be rotated.
private struct RotationWish: Sendable {
    var secret: SigningSecret?
    var overlap = SecretBox.defaultOverlap

    init(_ input: ByteBuffer, longestOverlap: Swift.Duration) throws {
        guard input.readableBytes > 0 else { return }
        let collector = ProblemCollector()
        var reader = ObjectReader(try JSONValue(body: input), at: "", collector)
        if let text = reader.string("secret") {
            do { secret = try SigningSecret(text) } catch { collector.add("/secret", "\(error)") }
        }
        if let text = reader.string("overlap"),
            let duration = reader.exactDuration(text, at: "/overlap", .zero...longestOverlap)
        {
            overlap = duration
        }
        reader.finish()
        try collector.throwIfAny()
    }
}
