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

extension Request {
    /// Reads the body of a request that has no input: there is none, or an object without members.
    ///
    /// - Throws: A 400 problem when it is no JSON, and a 422 problem that names each member.
    func requireNoInput() async throws {
        let input = try await bytes()
        guard input.readableBytes > 0 else { return }
        let collector = ProblemCollector()
        let reader = ObjectReader(try JSONValue(body: input), at: "", collector)
        reader.finish()
        try collector.throwIfAny()
    }
}
