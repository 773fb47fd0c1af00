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
        default: excerpt(error)
        }
    }
}
