import Basics
import Storage

/// A part of the log's table: the places that it is for.
struct EventPart: Hashable, Sendable {
    /// How many places a part is for at least.
    ///
    /// It becomes an eighth of what is kept where that is more, so that there are never many parts.
    static let leastSpan: Int64 = 1_000_000

    let first: Int64
    /// The place behind its last one.
    let behind: Int64

    /// How many places it is for; what has no end is endless.
    var span: Int64 {
        let (span, isTooLarge) = behind.subtractingReportingOverflow(max(first, 0))
        return isTooLarge ? .max : span
    }

    /// Its last place.
    var last: Int64 { behind - 1 }

    /// The columns of `event_part` as it is read from.
    static let columns = "coalesce(first, \(Int64.min)), coalesce(behind, \(Int64.max))"

    /// Reads the columns ``columns``.
    init(from column: inout ColumnReader) throws {
        (first, behind) = (try column.next(), try column.next())
    }
}

/// Which places in the log there is a part for, as was last seen by a session that had nothing of it in a transaction.
///
/// Parts are made long before they are needed, so that a commit need not ask the server.
final class LogRoom: Sendable {
    private let places = Locked<(first: Int64, behind: Int64)>((0, 0))

    func has(_ place: Int64) -> Bool { places.withLock { $0.first <= place && place < $0.behind } }

    func note(first: Int64, behind: Int64) { places.withLock { $0 = (first, behind) } }
}

/// Makes and drops parts of the log, away from what is committed.
enum EventParts {
    private static let make = Statement("SELECT * FROM make_room()")
    private static let look = Statement(
        """
        SELECT min(first), max(behind) FROM (SELECT \(EventPart.columns) FROM event_part) AS part (first, behind)
        HAVING count(*) > 0
        """)
    private static let bound = Statement("SET LOCAL statement_timeout = '2s'")
    private static let drop = Statement("SELECT dropped IS NOT NULL, is_in_use FROM drop_event_part()")

    /// Sees which places there is room for, and has further room made where it is little.
    ///
    /// - Parameters:
    ///   - room: Is told.
    ///   - connection: A session that is in no transaction.
    ///   - makes: Whether room is made.
    /// - Throws: ``PostgresError``.
    static func see(_ room: LogRoom, on connection: PostgresConnection, makes: Bool) throws(PostgresError) {
        var flight = Flight()
        flight.add(makes ? make : look)
        let answer = try connection.run(flight, within: NodeLease.patience)[0]
        guard answer.count > 0, let first = try answer.value(Int64.self, 0, 0),
            let behind = try answer.value(Int64.self, 0, 1)
        else { return }
        room.note(first: first, behind: behind)
    }

    /// What came of it to drop a part.
    enum Dropping: Hashable, Sendable {
        case dropped
        /// There is none of which nothing is needed.
        case nothing
        /// Somebody reads who is not to be waited for.
        case inUse
    }

    /// Drops the oldest part of which nothing is needed any more.
    ///
    /// For that nobody else may have the log's tables for a moment. Whoever has them is waited for no longer than 50 ms, in
    /// which all others wait as well.
    ///
    /// - Throws: ``PostgresError``.
    static func dropOne(on connection: PostgresConnection) throws(PostgresError) -> Dropping {
        var flight = Flight()
        for statement in [Statement.begin, bound] { flight.add(statement) }
        let place = flight.add(drop)
        flight.add(.commit)
        do throws(PostgresError) {
            let answer = try connection.run(flight, within: NodeLease.patience)[place]
            if try answer.value(Bool.self, 0, 0) == true { return .dropped }
            return try answer.value(Bool.self, 0, 1) == true ? .inUse : .nothing
        } catch {
            guard error.kind != .connection else { throw error }
            var ending = Flight()
            ending.add(.rollback)
            _ = try connection.run(ending, within: NodeLease.patience)
            guard error.kind == .retryable else { throw error }
            return .inUse
        }
    }
}

extension PostgresTransaction {
    /// Has a part of the log made for a place where there is none.
    func makeRoom(for place: Int64) throws {
        if room?.has(place) ?? false || ownRoom?.contains(place) ?? false { return }
        let part = try rows(
            "SELECT \(EventPart.columns) FROM make_event_part(?, ?)", [place, EventPart.leastSpan]
        ) { try EventPart(from: &$0) }
        // It may have been made in this transaction, and be gone with it: others are not told.
        ownRoom = part.first.map { $0.first...$0.last }
    }

    /// The parts of the log, oldest first.
    func eventParts() throws -> [EventPart] {
        try rows("SELECT \(EventPart.columns) FROM event_part ORDER BY 2") { try EventPart(from: &$0) }
    }
}
