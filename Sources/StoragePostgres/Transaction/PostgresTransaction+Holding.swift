import Recurrence
import Storage

extension PostgresTransaction: CommitHoldingTransaction {
    func holdCommit(until instant: UTCInstant) throws -> Duration? {
        var (left, now) = (Duration.zero, Int64.min)
        // The server waits, by the clock by which nothing may go off early, and behind what it has to write till then.
        postRows(
            """
            SELECT (seconds * 1000000)::bigint FROM (
                SELECT greatest(0, least(0.25, ? / 1000.0 - extract(epoch FROM clock_timestamp())))::float8 AS seconds
                OFFSET 0) AS hold, pg_sleep(seconds)
            """,
            [instant]
        ) { left = .microseconds(try $0.next(Int64.self)) }
        postRows("SELECT \(ServerTime.milliseconds)") { now = try $0.next() }
        try flush()
        guard now >= instant.millisecondsSinceEpoch else {
            throw StoreError(.unavailable, "by the clock of the database the instant to be waited for is not near")
        }
        return left > .zero ? left : nil
    }
}
