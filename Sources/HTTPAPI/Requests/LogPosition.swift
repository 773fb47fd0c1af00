import Basics
import HTTPTypes
import Hummingbird
import Storage

/// Where a reader of the event log goes on.
enum LogPosition {
    /// The position after which events are read.
    ///
    /// - Parameters:
    ///   - asked: The `seq` that the client knows; nil to begin with the first event that is kept.
    ///   - reader: The log.
    /// - Returns: The `seq` of the event before the next one to read.
    /// - Throws: A 410 ``Problem`` when events after it were removed, so that what follows would have a gap.
    static func resolve(_ asked: Int64?, in reader: any StoreReader) throws -> Int64 {
        let trimmed = try reader.trimmedSequence()
        guard let asked else { return trimmed }
        guard asked < trimmed else { return asked }
        var problem = Problem(
            .gone,
            """
            events after \(asked) are no longer kept; the log begins at \(trimmed + 1). Read the resources again, then \
            continue after \(trimmed)
            """
        )
        problem.members["firstSeq"] = .number(Double(trimmed + 1))
        throw problem
    }
}

extension LogPosition {
    /// The position that a stream starts after: the one of `Last-Event-ID`, else the one of `after`, else the log's end.
    ///
    /// - Throws: A 400 problem when one of them is no position in the log, a 410 problem when it was removed.
    static func start(of request: Request, _ context: APIContext, in store: any Store) async throws -> Int64 {
        var query = QueryReader(request, context)
        let after = query.value("after", "the seq of an event", QueryReader.number)
        try query.finish()
        let last = try lastEventID(of: request)
        guard let asked = last ?? after else { return try await store.read { try $0.lastEventSequence() } }
        return try await store.read { try given(asked, as: last == nil ? "?after" : nil, in: $0) }
    }

    /// The position that a client asked for; the first event that is kept where it asked for none.
    ///
    /// - Parameters:
    ///   - asked: What the client asked for; nil where it asked for nothing.
    ///   - pointer: Where that stands in the request; nil where no pointer leads there.
    ///   - reader: The log.
    /// - Returns: The `seq` of the event before the next one to read.
    /// - Throws: A 400 problem for a position that the log has not reached: who knows it has read another log. A 410
    ///   problem for one that was removed.
    static func given(_ asked: Int64?, as pointer: String? = "?after", in reader: any StoreReader) throws -> Int64 {
        let position = try resolve(asked, in: reader)
        guard let asked, asked > 0 else { return position }
        let end = max(try reader.lastEventSequence(), try reader.trimmedSequence())
        guard asked <= end else {
            let detail = "is beyond the end of the log, \(end); read from there"
            throw Problem(
                .badRequest, "\(asked) \(detail)",
                problems: pointer.map { [InputProblem(pointer: $0, detail: detail)] } ?? [])
        }
        return position
    }

    private static func lastEventID(of request: Request) throws -> Int64? {
        guard let name = HTTPField.Name("Last-Event-ID"), let text = request.headers[name] else { return nil }
        guard !text.isEmpty, let position = QueryReader.number(text) else {
            throw Problem(.badRequest, "Last-Event-ID must be the id of an event of this stream, a number of 0 or more")
        }
        return position
    }
}
