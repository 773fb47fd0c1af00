import Basics
import Hummingbird

/// Bounds the bytes of bodies of requests that are held in memory: whoever begins many large ones and ends none must not use
/// up the memory that everybody shares.
///
/// What is read piece by piece and put away, as the content of an attachment is, does not count.
struct BodyQuotaMiddleware: RouterMiddleware {
    let quota: Quota

    @concurrent
    func handle(_ request: Request, context: APIContext, next: APIContext.Responder) async throws -> Response {
        let body = HeldBody(quota)
        // Not before the request is answered: until then what was read of it is in use.
        defer { body.giveBack() }
        var context = context
        context.heldBody = body
        return try await next(request, context)
    }
}

/// What is held of the body of a request.
final class HeldBody: Sendable {
    /// How much of each body does not count, so that tasks can be added and reminders acknowledged whatever others send; it
    /// is bounded by the number of connections.
    static let uncounted = 64 << 10

    private let quota: Quota
    private let shares = Locked<(list: [Quota.Share], size: Int)>(([], 0))

    init(_ quota: Quota) {
        self.quota = quota
    }

    /// Counts what is held by now.
    ///
    /// - Parameter size: How many bytes that are.
    /// - Throws: A 503 ``Problem`` where so much is not left.
    func cover(_ size: Int) throws {
        try shares.withLock { shares in
            let lacking = size - Self.uncounted - shares.size
            guard lacking > 0 else { return }
            guard let share = quota.take(lacking) else {
                throw Problem(
                    .serviceUnavailable,
                    "\(quota.limit >> 20) MiB of requests are being received; retry, or send less at once"
                ).limited(by: RateLimit(reached: "unfinished-requests", of: quota.limit, .contentBytes), retryAfter: 1)
            }
            shares.list.append(share)
            shares.size += lacking
        }
    }

    /// Ends the counting: nothing is held any more.
    func giveBack() {
        shares.withLock { $0 = ([], 0) }
    }
}
