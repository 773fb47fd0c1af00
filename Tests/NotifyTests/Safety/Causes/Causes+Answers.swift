import Notify
import Storage

extension Cause {
    /// What is wrong with an answer.
    static let answers =
        heads + bodies
        + [101, 302, 400, 401, 403, 404, 408, 410, 413, 429, 500, 502, 503, 504, 599].map { status in
            let kind: DeliveryOutcome.Kind = status == 410 ? .gone : .status
            return answer("the status \(status)", kind, "HTTP/1.1 \(status) X\r\ncontent-length: 0\r\n\r\n")
        }

    private static let ok = "HTTP/1.1 200 OK\r\n"

    private static let heads = [
        answer("another protocol", .connection, "220 mail ESMTP\r\n"),
        answer("no number in the status", .connection, "HTTP/1.1 abc OK\r\n\r\n"),
        answer("no number in the version", .connection, "HTTP/x.1 200 OK\r\n\r\n"),
        answer("an end in the headers", .connection, ok + "content-le", .closes),
        answer("a NUL in a header", .connection, ok + "a: \u{0}\r\n\r\n"),
        answer("a negative length", .connection, ok + "content-length: -1\r\n\r\n"),
        answer("two lengths", .connection, ok + "content-length: 1\r\ncontent-length: 2\r\n\r\n"),
        answer("endless headers", .connection, ok + String(repeating: "a: b\r\n", count: 100_000), .repeats),
    ]

    private static let bodies = [
        answer("an end in the body", .delivered, ok + "content-length: 9\r\n\r\nab", .closes),
        answer("a chunk of no size", .delivered, ok + "transfer-encoding: chunked\r\n\r\nzz\r\n"),
        answer("an endless body", .delivered, ok + "\r\n" + String(repeating: "a", count: 65_536), .repeats),
        answer("an end in the body of an error", .status, "HTTP/1.1 500 X\r\ncontent-length: 9\r\n\r\nab", .closes),
    ]

    private static func answer(
        _ name: String,
        _ kind: DeliveryOutcome.Kind,
        _ text: String,
        _ after: RawServer.After = .stays
    ) -> Cause {
        Cause(name, kind) { try await answering(text, after) }
    }
}
