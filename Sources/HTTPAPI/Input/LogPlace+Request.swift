import HTTPTypes
import Hummingbird
import Storage

extension LogPlace {
    /// The place that a stream starts behind: the one of `Last-Event-ID`, else the one of `after`, else the log's end.
    ///
    /// - Throws: A 400 problem when one of them is no place in the log, a 410 problem when it was removed.
    static func start(of request: Request, in store: any Store) async throws -> Int64 {
        var query = QueryReader(request)
        let after = query.value("after", "the seq of an event", QueryReader.number)
        try query.finish()
        let asked = try lastEventID(of: request) ?? after
        return try await store.read { reader in
            try asked == nil ? reader.lastEventSequence() : given(asked, in: reader)
        }
    }

    /// The place that a client asked for; the first event that is kept where it asked for none.
    ///
    /// - Throws: A 400 problem for a place that the log has not reached: who was told so far has known another log. A 410
    ///   problem for one that was removed.
    static func given(_ asked: Int64?, in reader: any StoreReader) throws -> Int64 {
        let place = try resolve(asked, in: reader)
        guard let asked, asked > 0 else { return place }
        let end = max(try reader.lastEventSequence(), try reader.trimmedSequence())
        guard asked <= end else {
            throw Problem(.badRequest, "there is no event \(asked) yet; the log ends at \(end), so read it from there")
        }
        return place
    }

    private static func lastEventID(of request: Request) throws -> Int64? {
        guard let name = HTTPField.Name("Last-Event-ID"), let text = request.headers[name] else { return nil }
        guard !text.isEmpty, let place = QueryReader.number(text) else {
            throw Problem(.badRequest, "Last-Event-ID must be the id of an event of the stream, a number from 0 on")
        }
        return place
    }
}
