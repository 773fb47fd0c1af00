import HTTPTypes
import Hummingbird
import Storage

/// Where in the log a client goes on.
enum EventPlace {
    /// The place that a stream starts behind: the one of `Last-Event-ID`, else the one of `after`, else the log's end.
    ///
    /// - Throws: A 400 problem when one of them is no place in the log.
    static func start(of request: Request, in store: any Store) async throws -> Int64 {
        var query = QueryReader(request)
        let after = query.value("after", "the seq of an event", QueryReader.number)
        try query.finish()
        let given = try lastEventID(of: request) ?? after
        return try await store.read { reader in
            guard let given else { return try reader.lastEventSequence() }
            try check(given, in: reader)
            return given
        }
    }

    /// Refuses a place that the log has not reached: who was told so far has known another log.
    static func check(_ place: Int64, in reader: any EventReader) throws {
        guard place > 0 else { return }
        let end = try reader.lastEventSequence()
        guard place <= end else {
            throw Problem(.badRequest, "there is no event \(place) yet; the log ends at \(end), so read it from there")
        }
    }

    private static func lastEventID(of request: Request) throws -> Int64? {
        guard let name = HTTPField.Name("Last-Event-ID"), let text = request.headers[name] else { return nil }
        guard !text.isEmpty, let place = QueryReader.number(text) else {
            throw Problem(.badRequest, "Last-Event-ID must be the id of an event of the stream, a number from 0 on")
        }
        return place
    }
}
