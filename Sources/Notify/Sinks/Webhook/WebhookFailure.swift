import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Why an attempt came to nothing, and how the attempt log tells it: each cause in words of its own.
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
    ///   - isSecure: Whether the connection was to have TLS; how far it came the client does not tell.
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
