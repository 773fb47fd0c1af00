import Recurrence
import Storage

extension PostgresTransaction {
    /// The attempts at deliveries, first to last.
    func attempts(of deliveries: [DeliveryID]) throws -> [DeliveryID: [DeliveryAttempt]] {
        guard !deliveries.isEmpty else { return [:] }
        let places = DeliveryPlaces(deliveries)
        var attempts: [DeliveryID: [DeliveryAttempt]] = [:]
        try each(
            """
            SELECT hook_key, event_seq, number, started_at, duration_ms, outcome, status_code, detail,
            response_excerpt, address, look_up_ms, connection_ms, first_byte_ms
            FROM unnest(?, ?) AS wanted (hook_key, event_seq) JOIN attempt USING (hook_key, event_seq)
            ORDER BY hook_key, event_seq, number
            """,
            [places.hooks, places.sequences]
        ) { column in
            let key = DeliveryKey.key(hook: try column.next(), sequence: try column.next())
            attempts[DeliveryID(number: key), default: []].append(try Self.attempt(from: &column))
            return true
        }
        return attempts
    }

    private static func attempt(from column: inout ColumnReader) throws -> DeliveryAttempt {
        var attempt = DeliveryAttempt(
            number: try column.next(),
            startedAt: try column.next(),
            durationMilliseconds: try column.next(),
            outcome: try column.next(),
            statusCode: try column.next(),
            detail: try column.next(),
            responseExcerpt: try column.next()
        )
        attempt.address = try column.next()
        attempt.phases = DeliveryAttempt.Phases(
            lookUp: try column.next(),
            connection: try column.next(),
            firstByte: try column.next()
        )
        return attempt
    }

    @discardableResult
    func record(_ results: [DeliveryResult], claimedBy owner: ClaimOwner) throws -> [Bool] {
        changes.insert(.deliveries)
        var recorded: [Bool] = []
        for results in Self.runs(of: results) { recorded += try recordRun(results, owner) }
        return recorded
    }

    /// Results in runs in none of which a delivery is twice: one statement writes a row once.
    private static func runs(of results: [DeliveryResult]) -> [ArraySlice<DeliveryResult>] {
        var (runs, start, seen): ([ArraySlice<DeliveryResult>], Int, Set<DeliveryID>) = ([], 0, [])
        for (index, result) in results.enumerated() where !seen.insert(result.delivery).inserted {
            runs.append(results[start..<index])
            (start, seen) = (index, [result.delivery])
        }
        return (runs + [results[start...]]).filter { !$0.isEmpty }
    }

    private func recordRun(_ results: ArraySlice<DeliveryResult>, _ owner: ClaimOwner) throws -> [Bool] {
        let places = DeliveryPlaces(results.map(\.delivery))
        let standings = results.map(\.verdict.standing)
        let ended = try rows(
            """
            UPDATE delivery SET state = ended.state, next_attempt_at = ended.next_attempt_at, is_claimed = false,
            claim_owner = NULL, suspicion = 0, attempts_made = coalesce(ended.attempts_made, delivery.attempts_made)
            FROM unnest(?, ?, ?, ?, ?) AS ended (hook_key, event_seq, state, next_attempt_at, attempts_made)
            WHERE delivery.hook_key = ended.hook_key AND delivery.event_seq = ended.event_seq AND claim_owner = ?
            RETURNING delivery.hook_key, delivery.event_seq
            """,
            [
                places.hooks, places.sequences, standings.map(\.state.code), standings.map(\.next),
                results.map(\.attempt?.number), owner.rawValue,
            ]
        ) { DeliveryID(number: DeliveryKey.key(hook: try $0.next(), sequence: try $0.next())) }
        // Its hook may have been deleted while it was on its way, or another owner have claimed it since.
        let known = Set(ended)
        log(results.filter { known.contains($0.delivery) })
        return results.map { known.contains($0.delivery) }
    }

    private func log(_ results: [DeliveryResult]) {
        let made = results.compactMap { result in result.attempt.map { (delivery: result.delivery, attempt: $0) } }
        guard !made.isEmpty else { return }
        let (places, attempts) = (DeliveryPlaces(made.map(\.delivery)), made.map(\.attempt))
        post(
            """
            INSERT INTO attempt
            (hook_key, event_seq, number, started_at, duration_ms, outcome, status_code, detail, response_excerpt,
            address, look_up_ms, connection_ms, first_byte_ms)
            SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (hook_key, event_seq, number) DO UPDATE SET started_at = excluded.started_at,
            duration_ms = excluded.duration_ms, outcome = excluded.outcome, status_code = excluded.status_code,
            detail = excluded.detail, response_excerpt = excluded.response_excerpt, address = excluded.address,
            look_up_ms = excluded.look_up_ms, connection_ms = excluded.connection_ms,
            first_byte_ms = excluded.first_byte_ms
            """,
            [
                places.hooks, places.sequences, attempts.map(\.number), attempts.map(\.startedAt),
                attempts.map(\.durationMilliseconds), attempts.map(\.outcome), attempts.map(\.statusCode),
                attempts.map(\.detail), attempts.map(\.responseExcerpt), attempts.map(\.address),
                attempts.map(\.phases.lookUp), attempts.map(\.phases.connection), attempts.map(\.phases.firstByte),
            ])
    }
}

/// The keys of deliveries as one array a column.
struct DeliveryPlaces {
    let hooks: [Int64]
    let sequences: [Int64]

    init(_ deliveries: [DeliveryID]) {
        let places = deliveries.map { DeliveryKey.place(of: $0.number) }
        (hooks, sequences) = (places.map(\.hook), places.map(\.sequence))
    }
}
