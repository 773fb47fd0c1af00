import Basics
import HTTPTypes
import Hummingbird
import NIOCore
import Storage

extension JSONValue {
    /// Reads a request's body.
    ///
    /// - Throws: A 400 problem when it is no JSON, or too deep or large, that says where.
    init(body: ByteBuffer, limits: JSONLimits = .request) throws {
        do {
            try self.init(json: body.readableBytesView, limits: limits)
        } catch  where body.readableBytes == 0 {
            throw Problem(.badRequest, "the body is empty; send a JSON object")
        } catch {
            let problems = error.pointer.isEmpty ? [] : [InputProblem(pointer: error.pointer, detail: error.reason)]
            throw Problem(.badRequest, "the body is not valid JSON: \(error)", problems: problems)
        }
    }
}

extension ProblemCollector {
    /// Ends the reading of an input in which something is wrong.
    ///
    /// - Throws: A 422 problem that names each field at fault.
    func throwIfAny() throws {
        if !problems.isEmpty { throw Problem(problems) }
    }
}

extension APIContext {
    /// The largest body of an ordinary request, in bytes.
    private static let maxBody = 1 << 20

    /// Reads a whole body into memory.
    ///
    /// - Throws: A 413 ``Problem`` where it is larger than the limit, a 503 one where too much is held for others, and a 400
    ///   one where it ends early.
    func bytes(of request: Request, upTo limit: Int = maxBody) async throws -> ByteBuffer {
        var bytes = ByteBuffer()
        do {
            for try await piece in request.body {
                guard bytes.readableBytes + piece.readableBytes <= limit else {
                    throw Problem(
                        .contentTooLarge, "the body is larger than \(limit >> 20) MiB; send less at once")
                }
                bytes.writeImmutableBuffer(piece)
                try heldBody?.cover(bytes.storageCapacity)
            }
            return bytes
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(.badRequest, "the body ended early; send it again")
        }
    }

    /// Reads the body of a request that has no input: there is none, or an object without members.
    ///
    /// - Throws: A 400 problem when it is no JSON, and a 422 problem that names each member.
    func requireNoInput(of request: Request) async throws {
        let input = try await bytes(of: request)
        guard input.readableBytes > 0 else { return }
        let collector = ProblemCollector()
        let reader = ObjectReader(try JSONValue(body: input), at: "", collector)
        reader.finish()
        try collector.throwIfAny()
    }
}
