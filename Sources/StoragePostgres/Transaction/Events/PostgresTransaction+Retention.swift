import Recurrence
import Storage

extension PostgresTransaction {
    func trimmedSequence() throws -> Int64 {
        try trimmedEnd(of: .events)
    }

    func firingCounts(after cursor: StoreCursor?, limit: Int) throws -> (byHour: [Int64: Int], next: StoreCursor?) {
        let begin = try cursor.map { try FiringKey($0) }
        var (byHour, count, last): ([Int64: Int], Int, FiringKey?) = ([:], 0, nil)
        try each(
            """
            SELECT reminder_key, scheduled_at, greatest(scheduled_at, fired_at) / 3600000 FROM firing
            WHERE (reminder_key, scheduled_at) > (?, ?) ORDER BY reminder_key, scheduled_at LIMIT ?
            """,
            [begin?.reminderKey ?? .min, begin?.scheduledAt.millisecondsSinceEpoch ?? .min, limit]
        ) { column in
            last = FiringKey(reminderKey: try column.next(), scheduledAt: try column.next())
            byHour[try column.next(), default: 0] += 1
            count += 1
            return true
        }
        return (byHour, count < limit ? nil : last?.cursor)
    }

    func restoredAt() throws -> UTCInstant? {
        try value(String.self, "SELECT value FROM identity WHERE name = 'restoredAt'")
            .flatMap { Int64($0) }.map { UTCInstant(millisecondsSinceEpoch: $0) }
    }

    func trimDeliveries(_ bounds: RetentionBounds, limit: Int) throws -> RetentionStep {
        let floor = try trimmedEnd(of: .deliveries)
        let (end, hasMore) = try oldEvents(after: floor, bounds, limit: limit)
        guard end > floor else { return RetentionStep(removed: 0, hasMore: false) }
        let removed = try removeDoneDeliveries(ofEvents: floor + 1...end)
        try setTrimmedEnd(end, of: .deliveries)
        return RetentionStep(removed: removed, hasMore: hasMore)
    }

    func trimEvents(_ bounds: RetentionBounds, limit: Int) throws -> RetentionStep {
        let floor = try trimmedEnd(of: .events)
        let (end, hasMore) = try oldEvents(after: floor, bounds, limit: limit)
        guard end > floor else { return RetentionStep(removed: 0, hasMore: false) }
        // Nothing is removed that is not counted: the log is counted at least up to where it was trimmed.
        if try statisticsProgress().sequence < end { try countEvents(limit: limit) }
        // Nothing may be left that is about an event which is there no more.
        try removeDoneDeliveries(ofEvents: floor + 1...end)
        let leftEnd = try endLeftToParts(behind: floor, until: end, bounds)
        var removed = Int(leftEnd - floor)
        if leftEnd < end { removed += try removeUnneededEvents(leftEnd + 1...end) }
        try setTrimmedEnd(end, of: .events)
        if try trimmedEnd(of: .deliveries) < end { try setTrimmedEnd(end, of: .deliveries) }
        return RetentionStep(removed: removed, hasMore: hasMore)
    }

    func trimAnswers(_ bounds: RetentionBounds, limit: Int) throws -> RetentionStep {
        var before = bounds.before?.millisecondsSinceEpoch ?? .min
        if let count = bounds.keeping {
            let oldest = try value(
                Int64.self,
                "SELECT answered_at FROM remembered_answer ORDER BY answered_at DESC LIMIT 1 OFFSET ? - 1",
                [count]
            )
            before = max(before, oldest ?? .min)
        }
        let removed = try run(
            """
            DELETE FROM remembered_answer WHERE (token, key) IN (
                SELECT token, key FROM remembered_answer WHERE answered_at < ?
                ORDER BY answered_at LIMIT ?
            )
            """,
            [before, limit]
        )
        return RetentionStep(removed: removed, hasMore: removed == limit)
    }

    // MARK: How far the log was trimmed

    func trimmedEnd(of part: RetentionPart) throws -> Int64 {
        try value(Int64.self, "SELECT place FROM retention WHERE name = ?", [part.rawValue]) ?? 0
    }

    func setTrimmedEnd(_ end: Int64, of part: RetentionPart) throws {
        try run(
            "INSERT INTO retention (name, place) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET place = excluded.place",
            [part.rawValue, end])
    }

    /// The last of the events after one that are old without a younger one before them, as far as `limit` goes.
    ///
    /// The latest event of all is never old: the sequence of the next one follows from it. Here sequences are given without
    /// gaps, so that the difference of two counts the events between.
    private func oldEvents(
        after floor: Int64,
        _ bounds: RetentionBounds,
        limit: Int
    ) throws -> (end: Int64, hasMore: Bool) {
        let last = try lastEventSequence()
        let counted = bounds.keeping.map { last - Int64($0) } ?? 0
        let before = bounds.before?.millisecondsSinceEpoch ?? .min
        var (end, count) = (floor, 0)
        try each(
            "SELECT seq, at FROM event WHERE seq > ? AND seq < ? ORDER BY seq LIMIT ?", [floor, last, limit]
        ) { column in
            let (sequence, at): (Int64, Int64) = (try column.next(), try column.next())
            guard sequence <= counted || at < before else { return false }
            (end, count) = (sequence, count + 1)
            return true
        }
        return (end, count == limit)
    }

    @discardableResult
    private func removeDoneDeliveries(ofEvents range: ClosedRange<Int64>) throws -> Int {
        try run(
            "DELETE FROM delivery WHERE event_seq >= ? AND event_seq <= ? AND state <> 0",
            [range.lowerBound, range.upperBound])
    }

    /// Removes the events of a range that no delivery is about.
    private func removeUnneededEvents(_ range: ClosedRange<Int64>) throws -> Int {
        try run(
            """
            DELETE FROM event WHERE seq >= ? AND seq <= ?
            AND NOT EXISTS (SELECT 1 FROM delivery WHERE event_seq = event.seq)
            """,
            [range.lowerBound, range.upperBound]
        )
    }

    // MARK: What was left

    /// First the deliveries are swept, then the events: the cursor says which, and behind which key.
    func sweepLog(after cursor: StoreCursor?, limit: Int) throws -> (removed: Int, next: StoreCursor?) {
        let values = try cursor?.values(2) ?? [0, 0]
        if values[0] == 1 { return try sweepEvents(after: values[1], limit: limit) }
        // Behind the place of an event stand the deliveries of all hooks of it.
        let found = try rows(
            """
            SELECT event_seq, hook_key, state FROM delivery WHERE event_seq > ? AND event_seq <= ?
            ORDER BY event_seq LIMIT ?
            """,
            [values[1], try trimmedEnd(of: .deliveries), limit]
        ) { (sequence: try $0.next(Int64.self), hook: try $0.next(Int64.self), state: try $0.next(Int.self)) }
        guard let last = found.last else { return (0, StoreCursor([1, 0])) }
        let end = found.count < limit || found[0].sequence == last.sequence ? last.sequence : last.sequence - 1
        let removed = try run(
            "DELETE FROM delivery WHERE event_seq > ? AND event_seq <= ? AND state <> 0", [values[1], end])
        return (removed, StoreCursor([0, end]))
    }

    private func sweepEvents(after sequence: Int64, limit: Int) throws -> (removed: Int, next: StoreCursor?) {
        let trimmed = try trimmedSequence()
        let (latest, parts) = (try lastEventSequence(), try eventParts())
        let left = try parts.first { try $0.last > sequence && isLeftWhole($0, trimmed: trimmed, latest: latest) }
        // What is before it is swept, then it is passed over.
        if let left, left.first <= sequence + 1 {
            return left.last < trimmed ? (0, StoreCursor([1, left.last])) : (0, nil)
        }
        let end = left.map { min(trimmed, $0.first - 1) } ?? trimmed
        let last = try value(
            Int64.self,
            "SELECT max(seq) FROM (SELECT seq FROM event WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?) AS found",
            [sequence, end, limit]
        )
        guard let last else { return (0, end < trimmed ? StoreCursor([1, end]) : nil) }
        return (try removeUnneededEvents(sequence + 1...last), StoreCursor([1, last]))
    }

    // MARK: What goes as a whole

    /// How far events that are old are left to go with the part of the log that they are in: to where a step of trimming
    /// begins, where it removes them itself.
    ///
    /// A part is left alone where it is old up to its last event, or small beside what is kept: its first events stay as
    /// much longer as it takes to fill one. Others are removed one by one, so that few are kept no longer than was asked for.
    private func endLeftToParts(
        behind floor: Int64, until end: Int64, _ bounds: RetentionBounds
    ) throws -> Int64 {
        let latest = try lastEventSequence()
        var leftEnd = floor
        for part in try eventParts() where part.last > floor && part.first <= end {
            guard part.behind <= latest, try isSmall(part, beside: latest - end) || isOld(part.last, bounds, latest)
            else { break }
            leftEnd = min(part.last, end)
        }
        return leftEnd
    }

    /// Whether a sweep leaves a part alone: all of it is to go, or it is not all old yet and small beside what is kept.
    ///
    /// One in which a delivery waits is not dropped, so that what is not needed of it is removed one by one.
    private func isLeftWhole(_ part: EventPart, trimmed: Int64, latest: Int64) throws -> Bool {
        guard part.behind <= latest, part.first <= trimmed else { return false }
        guard part.last <= trimmed else { return isSmall(part, beside: latest - trimmed) }
        let sql = "SELECT 1 FROM delivery WHERE event_seq >= ? AND event_seq < ? ORDER BY event_seq LIMIT 1"
        return try value(Int.self, sql, [part.first, part.behind]) == nil
    }

    private func isSmall(_ part: EventPart, beside kept: Int64) -> Bool { part.span <= kept / 4 }

    private func isOld(_ sequence: Int64, _ bounds: RetentionBounds, _ latest: Int64) throws -> Bool {
        if let count = bounds.keeping, sequence <= latest - Int64(count) { return true }
        guard let before = bounds.before?.millisecondsSinceEpoch else { return false }
        return try value(Int64.self, "SELECT at FROM event WHERE seq = ?", [sequence]).map { $0 < before } ?? false
    }
}
