import NIOSSL

extension WebhookFailure {
    /// Why TLS does not stand, in words.
    static func tlsReason(_ error: any Error) -> String {
        if let error = error as? NIOSSLExtraError, error == .failedToValidateHostname {
            return "the receiver's certificate is for another name"
        }
        let text = excerpt(error)
        if text.contains("EOF during handshake") { return "the receiver closed the connection during the handshake" }
        guard let name = reasonName(in: text) else { return text }
        return words[name] ?? name.lowercased().replacing("_", with: " ")
    }

    /// The name that BoringSSL gives a reason; the rest of its text tells where in its sources it stands.
    private static func reasonName(in text: String) -> String? {
        text.firstRange(of: "OPENSSL_internal:").map { String(text[$0.upperBound...].prefix { !" )]".contains($0) }) }
    }

    private static let words = [
        "CERTIFICATE_VERIFY_FAILED": "the receiver's certificate is of an unknown authority, or not valid now",
        "TLSV1_ALERT_CERTIFICATE_REQUIRED": "the receiver wants a client certificate",
        "TLSV1_ALERT_UNKNOWN_CA": "the receiver does not trust the client certificate",
        "TLSV1_ALERT_PROTOCOL_VERSION": "the receiver has no TLS from 1.2 on",
        "UNSUPPORTED_PROTOCOL": "the receiver has no TLS from 1.2 on",
        "WRONG_VERSION_NUMBER": "the receiver does not speak TLS",
        "HTTP_REQUEST": "the receiver does not speak TLS",
    ]
}
