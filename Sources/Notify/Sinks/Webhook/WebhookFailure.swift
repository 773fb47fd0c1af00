import AsyncHTTPClient
import NIOSSL

/// Why an attempt came to nothing, and how the attempt log tells it: each cause in words of its own.
enum WebhookFailure: Error {
    case noAddress(String, Swift.Duration)
    case noAnswer(Swift.Duration)

    var outcome: DeliveryOutcome {
        switch self {
        case .noAddress(let name, let limit):
            DeliveryOutcome(.unresolved, detail: "the host \(name) could not be resolved within \(limit)")
        case .noAnswer(let limit):
            DeliveryOutcome(.timeout, detail: "the receiver did not answer within \(limit)")
        }
    }

    /// What an error of any part means.
    static func outcome(of error: any Error) -> DeliveryOutcome {
        switch error {
        case let error as WebhookFailure: error.outcome
        case let error as NotifyError: DeliveryOutcome(kind(of: error), detail: error.description)
        case let error as HTTPClientError: outcome(of: error)
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
            DeliveryOutcome(.connection, detail: "TLS failed: \(String("\(error)".prefix(300)))")
        case is CancellationError:
            DeliveryOutcome(.connection, detail: "taskd was stopped before there was an answer")
        default:
            DeliveryOutcome(.connection, detail: "the connection failed: \(String("\(error)".prefix(300)))")
        }
    }

    private static func kind(of error: NotifyError) -> DeliveryOutcome.Kind {
        switch error.code {
        case .deniedAddress: .denied
        case .unresolvableHost: .unresolved
        default: .misconfigured
        }
    }

    private static func outcome(of error: HTTPClientError) -> DeliveryOutcome {
        switch error {
        case .connectTimeout:
            DeliveryOutcome(.timeout, detail: "there was no connection in time")
        case .tlsHandshakeTimeout:
            DeliveryOutcome(.timeout, detail: "there was a connection, but no TLS in time")
        case .deadlineExceeded, .readTimeout, .getConnectionFromPoolTimeout:
            DeliveryOutcome(.timeout, detail: "the receiver did not answer in time (\(error.shortDescription))")
        default:
            DeliveryOutcome(.connection, detail: "the connection failed: \(error.shortDescription)")
        }
    }
}
