import Crypto
import Recurrence

/// What a signature covers: the id, the timestamp and the body, joined by dots.
struct SignedContent {
    var id: String
    var timestamp: String
    var body: [UInt8]

    private var lead: [UInt8] { Array("\(id).\(timestamp).".utf8) }

    /// All of it in one piece, which Ed25519 needs.
    var bytes: [UInt8] { lead + body }

    func authenticationCode(key: SymmetricKey) -> HMAC<SHA256>.MAC {
        var code = HMAC<SHA256>(key: key)
        code.update(data: lead)
        code.update(data: body)
        return code.finalize()
    }

    /// The signature as it stands in the header, with its version.
    func signature(by secret: SigningSecret) -> String {
        switch secret.scheme {
        case .v1:
            return "v1," + Base64.encode(Array(authenticationCode(key: SymmetricKey(data: secret.bytes))))
        case .v1a:
            guard let signature = try? secret.privateKey.signature(for: bytes) else {
                preconditionFailure("an Ed25519 key signs any bytes")
            }
            return "v1a," + Base64.encode(Array(signature))
        }
    }
}

extension UTCInstant {
    /// Seconds since 1970 UTC, rounded down.
    var wholeSecondsSinceEpoch: Int64 {
        let (quotient, remainder) = millisecondsSinceEpoch.quotientAndRemainder(dividingBy: 1_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
