import NIOHTTP1

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
