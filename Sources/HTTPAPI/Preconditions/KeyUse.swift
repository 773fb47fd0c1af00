import Crypto
import HTTPTypes
import Hummingbird
import NIOCore
import Recurrence
import Storage

/// A use of an `Idempotency-Key`: one request of one token.
struct KeyUse: Sendable {
    /// How long an answer is remembered.
    private static var memory: Swift.Duration { .seconds(24 * 3_600) }

    private let key: String
    private let token: TokenID
    private let digest: [UInt8]

    /// - Returns: The use; nil for a request without a key.
    /// - Throws: A ``Problem`` with the key.
    init?(of request: Request, input: ByteBuffer, _ context: APIContext) throws {
        guard request.method == .post, let name = HTTPField.Name("Idempotency-Key"), let key = request.headers[name],
            let token = context.token?.id
        else { return nil }
        guard (1...255).contains(key.utf8.count) else {
            throw Problem(.badRequest, "Idempotency-Key must have 1 to 255 bytes")
        }
        (self.key, self.token) = (key, token)
        var hash = SHA256()
        hash.update(data: Array("\(request.method) \(request.uri)\n".utf8))
        hash.update(data: Array(input.readableBytesView))
        digest = Array(hash.finalize())
    }

    /// What the request was answered before; nil for nothing that is still remembered.
    ///
    /// - Throws: A ``Problem`` where the key was used with another request.
    func answer(in reader: any StoreReader, now: UTCInstant) throws -> APIResponse? {
        guard let remembered = try reader.rememberedAnswer(forKey: key, token: token),
            remembered.answeredAt >= now.advanced(by: .zero - Self.memory)
        else { return nil }
        guard remembered.requestDigest == digest else {
            throw Problem(
                .conflict, "this Idempotency-Key was already used with a different request; use a new key")
        }
        return APIResponse(remembered)
    }

    /// Keeps what the request is answered.
    func remember(_ answer: APIResponse, in transaction: any StoreTransaction, now: UTCInstant) throws {
        try transaction.remember(
            IdempotencyRecord(
                requestDigest: digest,
                status: answer.status.code,
                headers: answer.headerTexts,
                body: answer.bodyToRemember ?? answer.body,
                answeredAt: now
            ),
            forKey: key,
            token: token
        )
    }
}

/// Takes the key of a request, if it has one, for what is not done in one transaction.
struct KeyClaim: Sendable {
    let use: KeyUse?

    /// Whether there is a key to take.
    var isNeeded: Bool { use != nil }

    /// Takes the key in the transaction with which the request begins to have an effect.
    ///
    /// - Throws: A ``Problem`` where another request has taken it.
    func take(in transaction: any StoreTransaction, now: UTCInstant) throws {
        guard let use else { return }
        let taken = Problem(
            .conflict,
            "a request with this Idempotency-Key is in progress, or was interrupted; retry later, or use a new key")
        guard try use.answer(in: transaction, now: now) == nil else { throw taken }
        try use.remember(APIResponse(taken), in: transaction, now: now)
    }
}
