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
            DeliveryOutcome(.unresolved, detail: "the host \(name) could not be resolved within \(limit)")
        case .noAnswer(let limit):
            DeliveryOutcome(.timeout, detail: "the receiver did not answer within \(limit)")
        case .outOfTime(let limit):
            DeliveryOutcome(.timeout, detail: "the attempt took longer than \(limit) in all")
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
        case let error as NotifyError: DeliveryOutcome(kind(of: error), detail: error.description)
        case let error as HTTPClientError: outcome(ofClient: error, isSecure)
        default: DeliveryOutcome(.connection, detail: words(of: error))
        }
    }

    /// What an error of the connection means, in words.
    private static func words(of error: any Error) -> String {
        switch error {
        case HTTPParserError.invalidEOFState: "the answer ended within its head"
        case let error as HTTPParserError: "the answer is not HTTP: \(complaint(error))"
        case is NIOHTTPDecoderError, is ByteToMessageDecoderError: words(of: AnswerFault.unasked)
        case let error as NIOConnectionError: words(of: error.connectionErrors.first?.error ?? error)
        case let error as IOError: "the connection failed: \(reason(error))"
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: "TLS failed: \(tlsReason(error))"
        case is CancellationError: "taskd was stopped before there was an answer"
        default: "the connection failed: \(excerpt(error))"
        }
    }

    /// What it means for an answer whose head had come that its body broke off.
    static func remark(on error: any Error) -> String {
        switch error {
        case is WebhookFailure: "its answer did not end in time"
        case AnswerFault.long: "its answer is so long that no more than \(AnswerSequence.longest) bytes of it were read"
        case is AnswerFault, is NIOHTTPDecoderError, is ByteToMessageDecoderError: "more came than its answer"
        case HTTPParserError.invalidEOFState: "its answer ended too soon"
        case let error as HTTPParserError: "the body of its answer is not HTTP: \(complaint(error))"
        case is CancellationError: "taskd was stopped before its answer ended"
        default: "its answer broke off"
        }
    }

    /// An error in its own words, cut to what a log can bear.
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
            DeliveryOutcome(.timeout, detail: "there was no connection\(isSecure ? " with TLS" : "") in time")
        case .tlsHandshakeTimeout:
            DeliveryOutcome(.timeout, detail: "there was a connection, but no TLS in time")
        case .deadlineExceeded, .readTimeout, .getConnectionFromPoolTimeout:
            DeliveryOutcome(.timeout, detail: "the receiver did not answer in time (\(error.shortDescription))")
        case .remoteConnectionClosed:
            DeliveryOutcome(.connection, detail: "the receiver closed the connection without an answer")
        default:
            DeliveryOutcome(.connection, detail: "the connection failed: \(error.shortDescription)")
        }
    }
}

extension WebhookFailure {
    /// What is wrong with an answer, in words.
    static func complaint(_ error: HTTPParserError) -> String {
        switch error {
        case .headerOverflow: "its head is too large"
        case .invalidHeaderToken, .invalidCharactersUsed, .lfExpected: "it has a malformed header"
        case .invalidContentLength: "its content-length is no length"
        case .unexpectedContentLength: "it has two lengths"
        case .invalidChunkSize: "a chunk has no size"
        case .invalidStatus: "it has no status"
        case .invalidVersion: "it has no version"
        case .invalidConstant: "it does not begin with HTTP"
        case .closedConnection: "more comes after what it says is the last"
        case .strictModeAssertion, .unknown, .invalidInternalState: "it breaks a rule of its framing"
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
            return "the receiver answered \(digits), which is no status of HTTP: they go from 100 to 599"
        case .early: return "the receiver answered before it was sent the request"
        case .unasked: return "the receiver sent something that no request asked for"
        case .endlessInterim:
            return "the receiver sent more than \(AnswerSequence.maxInterim) interim answers (1xx) and no final one"
        case .longHead: return "the answer is not HTTP: its head is too large"
        case .long: return "the answer is longer than \(AnswerSequence.longest) bytes"
        }
    }
}

extension WebhookFailure {
    /// What the system says of a connection, in words.
    static func reason(_ error: IOError) -> String {
        switch error.errnoCode {
        case ECONNREFUSED: "the receiver refused it, nothing listens there"
        case ECONNRESET, EPIPE, ECONNABORTED: "the receiver broke it off"
        case EHOSTUNREACH, EHOSTDOWN: "there is no way to the receiver's address"
        case ENETUNREACH, ENETDOWN: "there is no way to the receiver's network"
        case ETIMEDOUT: "the receiver does not respond any more"
        case EADDRNOTAVAIL, EMFILE, ENFILE, ENOBUFS, ENOMEM: "this machine has no room for it (\(message(error)))"
        case EACCES, EPERM: "this machine does not permit it (\(message(error)))"
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
        "CERTIFICATE_VERIFY_FAILED": "the receiver's certificate is of an unknown authority, or not valid now",
        "TLSV1_ALERT_CERTIFICATE_REQUIRED": "the receiver wants a client certificate",
        "TLSV1_ALERT_UNKNOWN_CA": "the receiver does not trust the client certificate",
        "TLSV1_ALERT_PROTOCOL_VERSION": "the receiver has no TLS from 1.2 on",
        "UNSUPPORTED_PROTOCOL": "the receiver has no TLS from 1.2 on",
        "WRONG_VERSION_NUMBER": "the receiver does not speak TLS",
        "HTTP_REQUEST": "the receiver does not speak TLS",
    ]
}
