import Basics
import Gzip
import HTTPTypes
import Hummingbird
import NIOCore

/// Compresses whole answers of text for clients that take them so; never contents, exports and streams, which are sent
/// piece by piece.
///
/// The tag of a compressed answer is another one (RFC 9110 §8.8.3.3), with a suffix that is passed over where a client shows
/// it: for what it asks, both name the same state.
struct CompressionMiddleware: RouterMiddleware {
    /// From which size on an answer is compressed, in bytes; smaller ones fit into a packet as they are.
    static let minSize = 1_024
    /// How many times smaller an answer may become.
    ///
    /// Clients that guard against bombs give up on more, AsyncHTTPClient's shared one on 25 times.
    private static let maxRatio = 20

    @concurrent
    func handle(_ request: Request, context: APIContext, next: APIContext.Responder) async throws -> Response {
        var response = try await next(request, context)
        if response.status == .notModified {
            response.headers[.eTag] = response.headers[.eTag].map { Self.tag($0, shownBy: request) }
            return response
        }
        guard let size = response.body.contentLength, size >= Self.minSize,
            Self.isText(response.headers[.contentType] ?? "")
        else { return response }
        response.headers[.vary] = "Accept-Encoding"
        guard AcceptedEncoding.isGzip(request.headers[.acceptEncoding] ?? "") else { return response }
        let body = try await response.body.collected()
        guard let compressed = body.gzipped(), compressed.readableBytes < size,
            compressed.readableBytes * Self.maxRatio >= size
        else {
            response.body = ResponseBody(byteBuffer: body)
            return response
        }
        response.body = ResponseBody(byteBuffer: compressed)
        response.headers[.contentEncoding] = "gzip"
        response.headers[.eTag] = response.headers[.eTag].map(EntityTagList.compressed)
        return response
    }

    private static func isText(_ type: String) -> Bool {
        let essence = type.prefix { $0 != ";" }
        return essence.hasSuffix("json") || essence.hasPrefix("text/") && essence != "text/event-stream"
    }

    /// The tag of what a client has already, in the form in which it shows it.
    private static func tag(_ tag: String, shownBy request: Request) -> String {
        let compressed = EntityTagList.compressed(tag)
        return request.headers[.ifNoneMatch]?.contains(compressed) == true ? compressed : tag
    }
}

/// The header `Accept-Encoding` (RFC 9110 §12.5.3), as far as gzip is concerned.
enum AcceptedEncoding {
    /// Whether a client takes gzip.
    static func isGzip(_ header: String) -> Bool {
        let choices = header.lowercased().split(separator: ",").map { choice in
            choice.split(separator: ";").map { String($0.filter { $0 != " " && $0 != "\t" }) }
        }
        let choice = choices.first { ["gzip", "x-gzip"].contains($0.first) } ?? choices.first { $0.first == "*" }
        guard let choice else { return false }
        let weight = choice.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
        return weight ?? 1 > 0
    }
}

extension ResponseBody {
    /// The bytes of a body that is in memory as a whole.
    func collected() async throws -> ByteBuffer {
        let bytes = Locked(ByteBuffer())
        try await write(Collector(bytes: bytes))
        return bytes.withLock { $0 }
    }
}

private struct Collector: ResponseBodyWriter {
    let bytes: Locked<ByteBuffer>

    @concurrent
    mutating func write(_ buffer: ByteBuffer) async throws {
        bytes.withLock { _ = $0.writeImmutableBuffer(buffer) }
    }

    @concurrent
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension ByteBuffer {
    /// The bytes, compressed; nil where there is no memory for that.
    fileprivate func gzipped() -> ByteBuffer? {
        withUnsafeReadableBytes { source -> ByteBuffer? in
            let room = gzip_bound(source.count)
            var compressed = ByteBuffer()
            let written = compressed.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { target in
                gzip_compress(
                    source.assumingMemoryBound(to: UInt8.self).baseAddress, source.count,
                    target.assumingMemoryBound(to: UInt8.self).baseAddress, room)
            }
            return written > 0 ? compressed : nil
        }
    }
}
