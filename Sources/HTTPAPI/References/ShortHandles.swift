import Basics
import HTTPTypes
import Hummingbird
import NIOCore
import Storage

/// Adds to what an answer shows how much of each handle is enough.
///
/// That depends on everything else that is open, so that such an answer has no entity tag. Here alone it is added, whatever
/// route made the answer.
struct ShortHandles: Sendable {
    /// The members of an answer that hold resources with handles, at any depth; nothing else is looked into, since clients
    /// write what is in it.
    private static let parts: Set<String> = [
        "items", "results", "tasks", "task", "completed", "next", "reopened", "skipped", "reminders",
    ]

    private struct Mark {
        /// Behind which byte the short form is written.
        let end: Int
        let handle: Handle
        let kind: HandleKind
        let name: StaticString
    }

    private var marks: [Mark] = []

    /// Finds the handles in an answer.
    ///
    /// - Parameters:
    ///   - answer: The JSON of the answer.
    ///   - kind: What it shows.
    init(in answer: [UInt8], of kind: HandleKind) {
        answer.withUnsafeBufferPointer { bytes in
            var skimmer = JSONSkimmer(bytes)
            find(in: &skimmer, kind)
        }
    }

    private mutating func find(in skimmer: inout JSONSkimmer, _ kind: HandleKind) {
        _ = skimmer.eachMember { name, value in
            let member = String(decoding: name, as: UTF8.self)
            if member == "handle" || member == "taskHandle" {
                guard let text = value.bytesOfValue() else { return true }
                guard let handle = Handle(String(decoding: text.dropFirst().dropLast(), as: UTF8.self)) else {
                    return true
                }
                marks.append(
                    Mark(
                        end: text.endIndex, handle: handle, kind: kind,
                        name: member == "handle" ? "shortHandle" : "taskShortHandle"))
            } else if Self.parts.contains(member) {
                let kind = member == "reminders" ? .reminder : kind
                if value.isAtArray {
                    _ = value.eachElement { find(in: &$0, kind) }
                } else if value.isAtObject {
                    find(in: &value, kind)
                }
            }
            return true
        }
    }

    /// The answer with the short forms.
    func added(to answer: [UInt8], by resolver: ReferenceResolver) throws -> [UInt8] {
        var shorts: [HandleKind: [String]] = [:]
        for kind in Set(marks.map(\.kind)) {
            let handles = marks.filter { $0.kind == kind }.map(\.handle)
            shorts[kind] = try resolver.shortHandles(of: handles, among: kind).reversed()
        }
        var (bytes, end): ([UInt8], Int) = ([], 0)
        bytes.reserveCapacity(answer.count + 32 * marks.count)
        for mark in marks {
            bytes += answer[end..<mark.end]
            end = mark.end
            bytes += ",\"\(mark.name)\":\"\(shorts[mark.kind]?.popLast() ?? mark.handle.description)\"".utf8
        }
        return bytes + answer[end...]
    }
}

extension APIContext {
    /// Answers a request, with short handles where it asks for them.
    ///
    /// - Throws: What the handler throws; a 400 ``Problem`` where it is not clear whether it asks for them.
    func answer(_ request: Request, by handler: ScopedRoutes.Handler) async throws -> Response {
        guard let kind = declaredQuery?.shortened, try request.asksForShortHandles else {
            return try await handler(request, self)
        }
        var head = request.head
        // What a client has may have other short handles.
        if request.method == .get || request.method == .head { head.headerFields[.ifNoneMatch] = nil }
        var response = try await handler(Request(head: head, body: request.body), self)
        response.headers[.eTag] = nil
        guard let store, response.headers[.contentType] == "application/json" else { return response }
        let answer = Array(try await response.body.collected().readableBytesView)
        let (shorts, access) = (ShortHandles(in: answer, of: kind), access)
        let bytes = try await store.read { reader in
            try shorts.added(to: answer, by: ReferenceResolver(access: access, reader: reader))
        }
        response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        return response
    }
}

extension Request {
    fileprivate var asksForShortHandles: Bool {
        get throws {
            guard let query = uri.query, query.utf8.contains(UInt8(ascii: "s")) else { return false }
            return try QueryReader(self).flag("short") ?? false
        }
    }
}
