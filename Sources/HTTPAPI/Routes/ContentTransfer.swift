import Basics
import HTTPTypes
import Hummingbird
import NIOCore
package import NIOPosix
package import Storage

/// The contents of attachments, and how much of them may be on the way at the same time.
package struct AttachmentContents: Sendable {
    /// The largest content, unless another bound is set: 25 MB.
    package static let standardSize = 25_000_000
    private static let chunkSize = 64 << 10
    private static let (maxUploads, maxDownloads) = (8, 64)

    private let store: any ContentStore
    private let maxSize: Int
    private let uploads = Quota(limit: Self.maxUploads)
    private let downloads = Quota(limit: Self.maxDownloads)

    /// - Parameters:
    ///   - store: Where the contents are kept.
    ///   - maxSize: How many bytes one may have.
    package init(in store: any ContentStore, maxSize: Int = Self.standardSize) {
        (self.store, self.maxSize) = (store, maxSize)
    }

    /// Stores the body of a request, and carries out what names it before it could be removed again.
    ///
    /// Only a piece of the content is in memory at a time. Where `body` throws, what was stored is left to the sweep.
    ///
    /// - Throws: A ``Problem``, or what `body` throws.
    func storing<Value: Sendable>(
        _ request: Request, _ body: (StoredContent) async throws -> Value
    ) async throws -> Value {
        guard let share = uploads.take() else {
            throw Problem(
                .tooManyRequests, "\(uploads.limit) uploads are in progress, the most allowed; retry when one has ended"
            ).limited(by: RateLimit(reached: "uploads", of: uploads.limit), retryAfter: 1)
        }
        defer { withExtendedLifetime(share) {} }
        if let text = request.headers[.contentLength], let length = Int(text), length > maxSize { throw tooLarge }
        do {
            var draft = try await store.draft()
            do {
                let content = try await receive(request.body, into: &draft)
                let value = try await draft.publish(as: content) { try await body(content) }
                await draft.remove()
                return value
            } catch {
                await draft.remove()
                throw error
            }
        } catch let error as ContentError {
            throw Problem(
                HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"), error.description)
        }
    }

    private func receive(_ body: RequestBody, into draft: inout any ContentDraft) async throws -> StoredContent {
        var (hasher, size) = (ContentHasher(), 0)
        do {
            for try await piece in body {
                size += piece.readableBytes
                guard size <= maxSize else { throw tooLarge }
                piece.withUnsafeReadableBytes { hasher.update($0) }
                try await draft.write(Array(buffer: piece))
            }
        } catch let error where error is Problem || error is ContentError || error is StoreError {
            throw error
        } catch {
            throw Problem(.badRequest, "the body ended early; send it again")
        }
        guard size > 0 else { throw Problem(.badRequest, "the body is empty; send the content as the body") }
        return StoredContent(hasher.digest(), size: size)
    }

    private var tooLarge: Problem {
        let size = maxSize.isMultiple(of: 1_000_000) ? "\(maxSize / 1_000_000) MB" : "\(maxSize) bytes"
        return Problem(
            .contentTooLarge,
            "the content is larger than \(size), the most allowed (attachmentSize); attach a link instead")
    }

    /// Answers content, or the part of it that is asked for, piece by piece.
    ///
    /// - Throws: A ``Problem``.
    func answer(_ attachment: Attachment, _ content: StoredContent, to request: Request) async throws -> Response {
        let tag = EntityTag(of: content.digest)
        var headers: HTTPFields = [
            .eTag: tag.text, .acceptRanges: "bytes", .cacheControl: "private, no-cache",
            .contentType: attachment.mediaType ?? "application/octet-stream",
            .contentDisposition: ContentDisposition.attachment(attachment.fileName),
            .xContentTypeOptions: "nosniff", .contentSecurityPolicy: "default-src 'none'; sandbox",
        ]
        if try request.has(tag) { return Response(status: .notModified, headers: headers) }
        switch request.byteRange(of: content.size, tagged: tag) {
        case .unsatisfiable:
            var problem = Problem(
                .rangeNotSatisfiable, "the content has \(content.size) bytes; ask for a range within them")
            problem.headers[.contentRange] = "bytes */\(content.size)"
            throw problem
        case .whole: return try await stream(0..<content.size, of: content, .ok, headers)
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.size)"
            return try await stream(range, of: content, .partialContent, headers)
        }
    }

    private func stream(
        _ range: Range<Int>, of content: StoredContent, _ status: HTTPResponse.Status, _ headers: HTTPFields
    ) async throws -> Response {
        guard let share = downloads.take() else {
            throw Problem(
                .serviceUnavailable, "\(downloads.limit) downloads are in progress, the most allowed; retry"
            ).limited(by: RateLimit(reached: "downloads", of: downloads.limit), retryAfter: 1)
        }
        guard let reader = try await store.open(content) else {
            throw Problem(.notFound, "the content is missing on the server; run taskd check there")
        }
        var headers = headers
        // The length is not the body's: the quota of answers counts those that are in memory as a whole.
        headers[.contentLength] = "\(range.count)"
        return Response(
            status: status, headers: headers,
            body: ResponseBody { writer in
                defer { withExtendedLifetime(share) {} }
                var offset = range.lowerBound
                while offset < range.upperBound {
                    let limit = min(range.upperBound - offset, Self.chunkSize)
                    let bytes = try await reader.read(at: offset, atMost: limit)
                    guard !bytes.isEmpty else {
                        throw StoreError(
                            .unavailable,
                            "the content of an attachment is shorter than when it was stored; run taskd check")
                    }
                    try await writer.write(ByteBuffer(bytes: bytes))
                    offset += bytes.count
                }
                try await writer.finish(nil)
            })
    }
}

extension NIOThreadPool: FileThreads {
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await runIfActive(body)
    }
}

extension EntityTag {
    /// The tag of content: its digest.
    init(of digest: ContentDigest) {
        opaque = digest.description
    }
}
