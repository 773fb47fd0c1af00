import HTTPTypes
import Hummingbird
import NIOCore

/// Bounds the bytes of large answers to reads that clients have not taken yet: whoever asks for page after page and takes
/// none must not use up the memory that everybody shares.
///
/// What is refused has changed nothing: answers to changes are not counted, and their number is bounded by the writer.
struct AnswerQuotaMiddleware: RouterMiddleware {
    /// From which size on an answer counts; smaller ones are bounded by the number of connections.
    private static var minCounted: Int { 64 << 10 }

    let quota: Quota

    @concurrent
    func handle(_ request: Request, context: APIContext, next: APIContext.Responder) async throws -> Response {
        var response = try await next(request, context)
        let count = response.body.contentLength ?? 0
        guard request.method == .get, count >= Self.minCounted else { return response }
        guard let share = quota.take(count) else {
            throw Problem(
                .serviceUnavailable,
                "\(quota.limit >> 20) MiB of responses are waiting for slow clients; retry, or request smaller pages"
            ).limited(by: RateLimit(reached: "unread-responses", of: quota.limit, .contentBytes), retryAfter: 1)
        }
        let body = response.body
        response.body = ResponseBody(contentLength: count) { writer in
            try await body.write(writer.inSlices())
            withExtendedLifetime(share) {}
        }
        return response
    }
}

extension ResponseBodyWriter {
    /// The same, to be written to piece by piece, so that a body waits here, and not in the connection, where a client does
    /// not take it.
    fileprivate consuming func inSlices() -> some ResponseBodyWriter { SliceWriter(writer: self) }
}

private struct SliceWriter<Writer: ResponseBodyWriter>: ResponseBodyWriter {
    var writer: Writer

    @concurrent
    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while let slice = rest.readSlice(length: min(rest.readableBytes, 64 << 10)), slice.readableBytes > 0 {
            try await writer.write(slice)
        }
    }

    @concurrent
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}
