import Recurrence
import Storage

/// Finds the instant before which firings are old: the ledger is ordered by reminder, so their ages are counted first.
///
/// It only reads, from snapshots, and keeps one number for each hour in which anything went off.
struct FiringSurvey {
    /// How many firings are looked at in one snapshot: about a millisecond.
    private static let pageSize = 2_000
    private static let millisecondsPerHour: Int64 = 3_600_000

    let store: any Store

    /// The instant before which firings are old by a limit; nil where none is.
    ///
    /// The count is kept to the hour: an hour that does not fit in whole goes.
    func cutoff(_ limit: RetentionLimit, now: UTCInstant) async throws -> UTCInstant? {
        guard limit != .forever else { return nil }
        let byHour = try await counts()
        guard let oldest = byHour.keys.min() else { return nil }
        let cutoffs = [limit.cutoff(at: now), limit.count.flatMap { Self.cutoff(keeping: $0, of: byHour) }]
        guard let cutoff = cutoffs.compactMap(\.self).max().map({ min($0, now) }) else { return nil }
        return oldest * Self.millisecondsPerHour < cutoff.millisecondsSinceEpoch ? cutoff : nil
    }

    private func counts() async throws -> [Int64: Int] {
        var byHour: [Int64: Int] = [:]
        var cursor: StoreCursor?
        repeat {
            let after = cursor
            let page = try await store.read { try $0.firingCounts(after: after, limit: Self.pageSize) }
            byHour.merge(page.byHour, uniquingKeysWith: +)
            cursor = page.next
        } while cursor != nil
        return byHour
    }

    private static func cutoff(keeping count: Int, of byHour: [Int64: Int]) -> UTCInstant? {
        var kept = 0
        for (hour, number) in byHour.sorted(by: { $0.key > $1.key }) {
            kept += number
            if kept > count { return UTCInstant(millisecondsSinceEpoch: (hour + 1) * millisecondsPerHour) }
        }
        return nil
    }
}
