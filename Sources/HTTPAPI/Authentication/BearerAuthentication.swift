import Basics
import HTTPTypes
import Hummingbird
import NIOCore
import Recurrence
import Storage

/// Finds the token that a request shows.
struct BearerAuthentication: Sendable {
    private let tokens: TokenCache
    private let uses: TokenUses
    private let tries: WrongTries
    private let network: Locked<NetworkPolicy>
    /// The wall clock, by which tokens expire, and the steady one, by which guessing is slowed.
    private let clocks: @Sendable () -> (wall: UTCInstant, steady: SteadyInstant)

    init<Time: UTCClock>(
        store: any Store, clock: Time, uses: TokenUses, tries: WrongTries, network: Locked<NetworkPolicy>
    ) {
        tokens = TokenCache(store: store)
        (self.uses, self.tries, self.network) = (uses, tries, network)
        clocks = { (clock.now, clock.steady.now) }
    }

    /// The token of a request, if one of its scopes is among those that are needed, and the digest of its secret.
    ///
    /// - Throws: A 401 ``Problem`` without a token that is known, a 429 one after too many of these, a 403 one when it may
    ///   not do this.
    func token(
        of request: Request, on channel: any Channel, for needed: [AccessScope]
    ) async throws -> (token: AccessToken, digest: [UInt8]) {
        guard let secret = request.headers[.authorization].flatMap(Self.bearerSecret) else {
            throw Self.unauthorized("no token; send the header Authorization: Bearer <token>")
        }
        // Whoever shows a right token is not asked where from.
        let address = { PeerAddress(network.withLock { $0.proxies }.client(of: request, on: channel)) }
        let (token, digest) = try await token(ofSecret: secret, from: address)
        uses.note(token.id, at: clocks().wall)
        guard token.allows(anyOf: needed) else {
            let names = needed.map(\.rawValue).joined(separator: " or ")
            throw Problem(.forbidden, "the token \"\(token.name)\" does not have the scope \(names)")
        }
        return (token, digest)
    }

    private func token(
        ofSecret text: String, from address: () -> PeerAddress
    ) async throws -> (token: AccessToken, digest: [UInt8]) {
        let now = clocks()
        let digest: [UInt8]
        do throws(TokenSecret.Fault) {
            digest = try TokenSecret(text).digest
        } catch {
            throw try refusal(
                of: address(), error == .mistyped ? "mistyped" : "foreign",
                error == .mistyped
                    ? "the token is mistyped or incomplete: its checksum does not match; copy it again"
                    : "unknown token; use the one in the file that \"taskd token path\" prints",
                at: now.steady)
        }
        // A right token is never held up by those who guess at its address, and a wrong one never asks the store.
        guard let token = try await tokens.token(ofDigest: digest) else {
            throw try refusal(
                of: address(), "unknown",
                "unknown token: it was revoked, or is of another server; use the one in the file that \"taskd token path\" "
                    + "prints, or ask whoever has the scope admin for another",
                at: now.steady)
        }
        if let complaint = Self.complaint(about: token, digest, at: now.wall) {
            throw try refusal(of: address(), complaint.reason, complaint.detail, at: now.steady)
        }
        return (token, digest)
    }

    /// What is answered to a token that lets nobody in: a 401, with the tries that are left to the address.
    ///
    /// - Throws: A 429 ``Problem`` where none is left.
    private func refusal(
        of address: PeerAddress, _ reason: String, _ detail: String, at now: SteadyInstant
    ) throws -> Problem {
        try tries.take(from: address, at: now)
        tries.note(address, reason, at: now)
        return Self.unauthorized(detail).limited(by: tries.limit(of: address, at: now))
    }

    /// Why a token that there is lets nobody in by a secret; nil where it does.
    private static func complaint(
        about token: AccessToken, _ digest: [UInt8], at now: UTCInstant
    ) -> (reason: String, detail: String)? {
        if let expiresAt = token.expiresAt, token.isExpired(at: now) {
            return (
                "expired",
                "the token \"\(token.name)\" expired at \(expiresAt); ask whoever has the scope admin for more time or "
                    + "for another"
            )
        }
        if let end = token.end(ofSecret: digest, at: now) {
            return (
                "replaced",
                "this secret of the token \"\(token.name)\" was replaced and ended at \(end); use the new one"
            )
        }
        return nil
    }

    private static func bearerSecret(_ header: String) -> String? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }

    /// What is answered to who has no token that lets in.
    static func unauthorized(_ detail: String) -> Problem {
        var problem = Problem(.unauthorized, detail)
        problem.headers = [.wwwAuthenticate: "Bearer realm=\"taskd\""]
        return problem
    }
}
