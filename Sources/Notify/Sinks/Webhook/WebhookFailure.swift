import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Why an attempt came to nothing, and how the attempt log reports it: each cause in words of its own.
enum WebhookFailure: Error {
    /// The host's addresses were not known in time.
    case noAddress(String, Swift.Duration)
    /// The head of the answer did not come in time.
    case noAnswer(Swift.Duration)
    /// The attempt as a whole took too long.
    case outOfTime(Swift.Duration)

    var outcome: DeliveryOutcome {
        switch self {
        case .noAddress(let name, let limit):
            DeliveryOutcome(.unresolved, detail: "the host \(name) could not be resolved within \(limit.inSeconds)")
        case .noAnswer(let limit):
            DeliveryOutcome(.timeout, detail: "the receiver did not respond within \(limit.inSeconds)")
        case .outOfTime(let limit):
            DeliveryOutcome(.timeout, detail: "the attempt took longer than \(limit.inSeconds)")
        }
    }

    /// What an error of any part means.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - isSecure: Whether the connection was to have TLS; how far it came the client does not say.
    /// - Returns: The outcome, with its detail.
    static func outcome(of error: any Error, isSecure: Bool) -> DeliveryOutcome {
        switch error {
        case let error as WebhookFailure: error.outcome
        case let fault as AnswerFault: outcome(of: fault)
        case let error as NotifyError: DeliveryOutcome(kind(of: error), detail: error.sentence)
        case let error as HTTPClientError: outcome(ofClient: error, isSecure)
        default: DeliveryOutcome(.connection, detail: words(of: error))
        }
    }

    /// What an error of the connection means, in words.
    private static func words(of error: any Error) -> String {
        switch error {
        case HTTPParserError.invalidEOFState: "the response ended within its headers"
        case let error as HTTPParserError: "the response is not valid HTTP: \(complaint(error))"
        case is NIOHTTPDecoderError, is ByteToMessageDecoderError: words(of: AnswerFault.unasked)
        case let error as NIOConnectionError: words(of: error.connectionErrors.first?.error ?? error)
        case let error as IOError: "the connection failed: \(reason(error))"
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: "TLS failed: \(tlsReason(error))"
        case is CancellationError: "taskd was stopped before the response"
        default: "the connection failed: \(excerpt(error))"
        }
    }

    /// What it means for an answer whose head had come that its body broke off.
    static func remark(on error: any Error) -> String {
        switch error {
        case is WebhookFailure: "timed out reading the response body"
        case AnswerFault.long: "only the first \(AnswerSequence.longest) bytes of the response body were read"
        case is AnswerFault, is NIOHTTPDecoderError, is ByteToMessageDecoderError: "unexpected data after the response"
        case HTTPParserError.invalidEOFState: "the response was truncated"
        case let error as HTTPParserError: "the response body is not valid HTTP: \(complaint(error))"
        case is CancellationError: "taskd was stopped before the end of the response"
        default: "the connection was lost during the response"
        }
    }

    /// An error in its own words, cut to a length fit for a log.
    static func excerpt(_ error: any Error) -> String { String("\(error)".prefix(300)) }

    private static func kind(of error: NotifyError) -> DeliveryOutcome.Kind {
        switch error.code {
        case .deniedAddress: .denied
        case .unresolvableHost: .unresolved
        default: .misconfigured
        }
    }

    private static func outcome(ofClient error: HTTPClientError, _ isSecure: Bool) -> DeliveryOutcome {
        switch error {
        case .connectTimeout:
            DeliveryOutcome(.timeout, detail: "timed out connecting\(isSecure ? " with TLS" : "")")
        case .tlsHandshakeTimeout:
            DeliveryOutcome(.timeout, detail: "timed out during the TLS handshake")
        case .deadlineExceeded, .readTimeout, .getConnectionFromPoolTimeout:
            DeliveryOutcome(.timeout, detail: "the receiver did not respond in time (\(error.shortDescription))")
        case .remoteConnectionClosed:
            DeliveryOutcome(.connection, detail: "the receiver closed the connection without a response")
        default:
            DeliveryOutcome(.connection, detail: "the connection failed: \(error.shortDescription)")
        }
    }
}

extension WebhookFailure {
    /// What is wrong with an answer, in words.
    static func complaint(_ error: HTTPParserError) -> String {
        switch error {
        case .headerOverflow: "the header section is too large"
        case .invalidHeaderToken, .invalidCharactersUsed, .lfExpected: "malformed header"
        case .invalidContentLength: "invalid Content-Length"
        case .unexpectedContentLength: "conflicting lengths"
        case .invalidChunkSize: "invalid chunk size"
        case .invalidStatus: "missing status"
        case .invalidVersion: "missing version"
        case .invalidConstant: "does not begin with HTTP"
        case .closedConnection: "data after the last chunk"
        case .strictModeAssertion, .unknown, .invalidInternalState: "invalid message framing"
        default: excerpt(error)
        }
    }

    /// What it means that an answer was refused.
    static func outcome(of fault: AnswerFault) -> DeliveryOutcome {
        if case .invalidStatus(let code) = fault {
            return DeliveryOutcome(.status, statusCode: code, detail: words(of: fault))
        }
        return DeliveryOutcome(.connection, detail: words(of: fault))
    }

    /// Why an answer was refused, in words.
    static func words(of fault: AnswerFault) -> String {
        switch fault {
        case .invalidStatus(let code):
            let digits = String("000\(code)".suffix(3))
            return "the receiver responded with \(digits), which is not an HTTP status (100 to 599)"
        case .early: return "the receiver responded before the request was sent"
        case .unasked: return "the receiver sent an unsolicited response"
        case .endlessInterim:
            return "the receiver sent more than \(AnswerSequence.maxInterim) interim responses (1xx) and no final one"
        case .longHead: return "the response is not valid HTTP: the header section is too large"
        case .long: return "the response is longer than \(AnswerSequence.longest) bytes"
        }
    }
}

extension WebhookFailure {
    /// What the system says of a connection, in words.
    static func reason(_ error: IOError) -> String {
        switch error.errnoCode {
        case ECONNREFUSED: "connection refused"
        case ECONNRESET, EPIPE, ECONNABORTED: "connection reset by the receiver"
        case EHOSTUNREACH, EHOSTDOWN: "no route to the receiver's host"
        case ENETUNREACH, ENETDOWN: "no route to the receiver's network"
        case ETIMEDOUT: "the receiver stopped responding"
        case EADDRNOTAVAIL, EMFILE, ENFILE, ENOBUFS, ENOMEM: "out of local resources (\(message(error)))"
        case EACCES, EPERM: "not permitted on this machine (\(message(error)))"
        default: message(error)
        }
    }

    private static func message(_ error: IOError) -> String { String(cString: strerror(error.errnoCode)) }
}

extension WebhookFailure {
    /// Why TLS does not stand, in words.
    static func tlsReason(_ error: any Error) -> String {
        if let error = error as? NIOSSLExtraError, error == .failedToValidateHostname {
            return "the receiver's certificate is for another name"
        }
        let text = excerpt(error)
        if text.contains("EOF during handshake") { return "the receiver closed the connection during the handshake" }
        guard let name = reasonName(in: text) else { return text }
        return tlsReasons[name] ?? name.lowercased().replacing("_", with: " ")
    }

    /// The name that BoringSSL gives a reason; the rest of its text is a position in its sources.
    private static func reasonName(in text: String) -> String? {
        text.firstRange(of: "OPENSSL_internal:").map { String(text[$0.upperBound...].prefix { !" )]".contains($0) }) }
    }

    private static let tlsReasons = [
        "CERTIFICATE_VERIFY_FAILED":
            "the receiver's certificate is from an unknown authority or not currently valid; see tls.authorities",
        "TLSV1_ALERT_CERTIFICATE_REQUIRED": "the receiver requires a client certificate",
        "TLSV1_ALERT_UNKNOWN_CA": "the receiver does not trust the client certificate",
        "TLSV1_ALERT_PROTOCOL_VERSION": "the receiver does not support TLS 1.2 or later",
        "UNSUPPORTED_PROTOCOL": "the receiver does not support TLS 1.2 or later",
        "WRONG_VERSION_NUMBER": "the receiver does not speak TLS",
        "HTTP_REQUEST": "the receiver does not speak TLS",
    ]
}
