import GRDB
import Storage

/// Reads lists of tasks, each in the first of the lanes that has time for it.
///
/// Each lane has connections and a line of its own. What an index serves is short, and waits only for the like of it;
/// what takes longer is bounded, in how many wait, for how long, and how long one is read. What is known to take long goes
/// to the like of it at once.
final class ListReaders: Sendable {
    /// How many wait for what takes a moment, so that the last of them waits for a few seconds.
    private static let maxBrief = 64
    /// How many wait for what may take as long as a list may.
    private static let maxLong = 16

    private let served: GroupReader
    private let brief: GroupReader
    private let long: GroupReader
    private let queries: QueryWatch?
    private let known: LongLists

    /// - Parameters:
    ///   - path: The file.
    ///   - configuration: How connections are opened; they can only read.
    ///   - queries: Bounds how long a list may take, how many wait, and for how long; nil for no bound.
    init(path: String, configuration: Configuration, queries: QueryWatch?) {
        self.queries = queries
        known = LongLists(moment: queries?.moment ?? .zero, memory: queries?.memory ?? .zero)
        served = GroupReader(path: path, configuration: configuration, maxCount: 2)
        brief = GroupReader(
            path: path, configuration: configuration, maxCount: 1, line: queries?.line(ofAtMost: Self.maxBrief))
        long = GroupReader(
            path: path, configuration: configuration, maxCount: 2, line: queries?.line(ofAtMost: Self.maxLong))
    }

    /// Runs a body on a snapshot, and again on later ones where it takes longer than the lanes before have time for.
    ///
    /// - Parameter body: Reads what it needs.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; ``StoreError`` with code `.crowded` where too many wait; `CancellationError` where
    ///   the calling task was cancelled before the body was run to its end.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        let turn = ListTurn(known)
        return try await withTaskCancellationHandler {
            if let value = try await read(in: .served, turn, body) { return value }
            // Without a clock nobody knows what a moment is.
            if queries != nil, !turn.isKnownAsLong, let value = try await read(in: .brief, turn, body) { return value }
            guard let value = try await read(in: .long, turn, body) else {
                preconditionFailure("the last lane hands nothing on")
            }
            return value
        } onCancel: {
            turn.cancel()
            // What is served is done sooner than it is given up.
            brief.withdraw(turn)
            long.withdraw(turn)
        }
    }

    /// Runs a body in a lane; nil where it takes longer than the lane has time for.
    private func read<Value: Sendable>(
        in lane: ListLane, _ turn: ListTurn, _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value? {
        let (reader, queries) = (reader(of: lane), queries)
        return try await withCheckedThrowingContinuation { continuation in
            reader.submit(for: turn) { db in
                turn.begin(in: lane, at: queries?.uptime() ?? .zero)
                let result = Result<Value?, any Error> {
                    let db = try db.get()
                    if turn.isGivenUp { throw CancellationError() }
                    return try body(SQLiteTransaction(db, queries: queries, turn: turn))
                }
                let outcome: Result<Value?, any Error> =
                    if turn.isGivenUp { .failure(CancellationError()) } else if turn.isHandedOn { .success(nil) } else {
                        result
                    }
                return { continuation.resume(with: outcome) }
            }
            // Cancelled before it stood in the line, where it would not have been found.
            if turn.isCancelled { reader.withdraw(turn) }
        }
    }

    private func reader(of lane: ListLane) -> GroupReader {
        switch lane {
        case .served: served
        case .brief: brief
        case .long: long
        }
    }

    /// Waits for what runs, and lets go of the file.
    func close() throws {
        try served.close()
        try brief.close()
        try long.close()
    }
}

extension QueryWatch {
    fileprivate func line(ofAtMost count: Int) -> GroupReader.Line {
        GroupReader.Line(maxCount: count, maxTime: maxWait, uptime: uptime, waiting: waiting, refused: refused)
    }
}
