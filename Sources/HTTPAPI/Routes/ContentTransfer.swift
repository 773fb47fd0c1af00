import Basics
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
package import NIOPosix
package import Storage

/// The contents of attachments, and how much of them may be on the way at the same time.
package struct AttachmentContents: Sendable {
    /// The largest content, unless another bound is set: 25 MB.
    package static let standardSize = 25_000_000
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
        } catch let error as ContentError where error == .full {
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
    /// The first piece is read before the answer begins: what cannot be read is refused. Whole content whose bytes turn out
    /// to be others on the way is broken off, so that nobody takes it for what was stored.
    ///
    /// - Throws: A ``Problem``; ``StoreError``.
    func answer(
        _ attachment: Attachment, _ content: StoredContent, to request: Request, logger: Logger
    ) async throws -> Response {
        let tag = EntityTag(of: content.digest)
        try request.requireMatch(tag)
        var headers: HTTPFields = [
            .eTag: tag.text, .acceptRanges: "bytes", .cacheControl: "private, no-cache",
            .contentType: attachment.mediaType ?? "application/octet-stream",
            .contentDisposition: ContentDisposition.attachment(attachment.fileName),
            .xContentTypeOptions: "nosniff", .contentSecurityPolicy: "default-src 'none'; sandbox",
        ]
        if try request.has(tag) { return Response(status: .notModified, headers: headers) }
        let (range, status): (Range<Int>, HTTPResponse.Status)
        switch request.byteRange(of: content.size, tagged: tag) {
        case .unsatisfiable:
            var problem = Problem(
                .rangeNotSatisfiable, "the content has \(content.size) bytes; ask for a range within them")
            problem.headers[.contentRange] = "bytes */\(content.size)"
            throw problem
        case .whole: (range, status) = (0..<content.size, .ok)
        case .part(let part):
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(content.size)"
            (range, status) = (part, .partialContent)
        }
        // The length is not the body's: the quota of answers counts those that are in memory as a whole.
        headers[.contentLength] = "\(range.count)"
        let body = try await body(range, of: content, as: attachment.id, logger)
        return Response(status: status, headers: headers, body: body)
    }

    private func body(
        _ range: Range<Int>, of content: StoredContent, as id: AttachmentID, _ logger: Logger
    ) async throws -> ResponseBody {
        guard let share = downloads.take() else {
            throw Problem(
                .serviceUnavailable, "\(downloads.limit) downloads are in progress, the most allowed; retry"
            ).limited(by: RateLimit(reached: "downloads", of: downloads.limit), retryAfter: 1)
        }
        @Sendable func note(_ error: any Error) {
            logger.error(
                "the content of an attachment cannot be sent; taskd check tells which contents are missing or damaged",
                metadata: ["attachment.id": "\(id)", "error": "\(error)"])
        }
        let (first, rest): (ByteBuffer?, ContentPieces)
        do {
            guard let reader = try await store.open(content) else { throw ContentError.missing }
            var pieces = ContentPieces(range, of: content, from: reader)
            (first, rest) = (try await pieces.next(), pieces)
        } catch let error as ContentError where error != .full {
            note(error)
            throw Problem(
                error == .missing ? .notFound : .internalServerError, "\(error) on the server; run taskd check there")
        }
        return ResponseBody { writer in
            defer { withExtendedLifetime(share) {} }
            var (piece, rest) = (first, rest)
            while let bytes = piece {
                try await writer.write(bytes)
                do { piece = try await rest.next() } catch {
                    note(error)
                    throw error
                }
            }
            try await writer.finish(nil)
        }
    }
}

/// The bytes of a range of content, a piece at a time.
private struct ContentPieces: Sendable {
    private static let size = 64 << 10

    private let reader: any ContentReader
    private let content: StoredContent
    private let end: Int
    private var offset: Int
    /// What the bytes are so far; nil for a part, of which nothing follows.
    private var hasher: ContentHasher?

    init(_ range: Range<Int>, of content: StoredContent, from reader: any ContentReader) {
        (self.reader, self.content) = (reader, content)
        (offset, end) = (range.lowerBound, range.upperBound)
        hasher = range.count == content.size ? ContentHasher() : nil
    }

    /// The next piece; nil behind the last one, which comes only where the whole is what was stored.
    ///
    /// - Throws: ``ContentError/damaged``; ``StoreError``.
    mutating func next() async throws -> ByteBuffer? {
        guard offset < end else { return nil }
        let bytes = try await reader.read(at: offset, atMost: min(end - offset, Self.size))
        guard !bytes.isEmpty else { throw ContentError.damaged }
        offset += bytes.count
        bytes.withUnsafeBytes { hasher?.update($0) }
        if offset == end, let digest = hasher?.digest(), digest != content.digest { throw ContentError.damaged }
        return ByteBuffer(bytes: bytes)
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
