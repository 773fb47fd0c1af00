import Recurrence
import Storage

/// How far the removal of one part of the history has come in a pass.
struct RetentionPass: Sendable {
    let part: RetentionReport.Part
    private(set) var isDone = false
    private var leftAt: StoreCursor?
    private var firingsLeftAt: StoreCursor?
    /// The instant before which firings are old; unused for other parts.
    private let firingCutoff: UTCInstant?

    /// - Parameters:
    ///   - part: What is removed.
    ///   - firingCutoff: The instant before which firings are old; nil where none is.
    init(_ part: RetentionReport.Part, firingCutoff: UTCInstant?) {
        self.part = part
        self.firingCutoff = firingCutoff
        isDone = part == .firings && firingCutoff == nil
    }

    /// Removes a bounded number of rows.
    ///
    /// - Returns: How many were removed.
    mutating func step(
        _ policy: RetentionPolicy,
        in transaction: any StoreTransaction,
        now: UTCInstant,
        limit: Int
    ) throws -> Int {
        var step = RetentionStep(removed: 0, hasMore: false)
        switch part {
        case .deliveries:
            step = try transaction.trimDeliveries(RetentionBounds(policy.deliveries, at: now), limit: limit)
        case .events: step = try transaction.trimEvents(RetentionBounds(policy.events, at: now), limit: limit)
        case .left:
            let (removed, next) = try transaction.sweepLog(after: leftAt, limit: limit)
            leftAt = next
            step = RetentionStep(removed: removed, hasMore: next != nil)
        case .firings:
            // Most of what is looked at stays, and costs next to nothing.
            let (removed, next) = try transaction.trimFirings(
                before: firingCutoff ?? now, after: firingsLeftAt, limit: 10 * limit)
            firingsLeftAt = next
            step = RetentionStep(removed: removed, hasMore: next != nil)
        case .notes:
            guard let cutoff = policy.firings.cutoff(at: now) else { break }
            let removed = try transaction.trimNotes(before: cutoff, after: nil, limit: limit).deleted
            // They stand in the order in which they were made.
            step = RetentionStep(removed: removed, hasMore: removed == limit)
        case .answers: step = try transaction.trimAnswers(RetentionBounds(policy.answers, at: now), limit: limit)
        // They are files, which no transaction removes.
        case .contents: break
        case .changes: step = try transaction.trimChanges(RetentionBounds(policy.changes, at: now), limit: limit)
        }
        isDone = !step.hasMore
        return step.removed
    }
}

/// How many rows a pass of retention has removed.
public struct RetentionReport: Hashable, Sendable {
    /// What is removed, in the order in which it is.
    public enum Part: String, CaseIterable, Hashable, Sendable {
        /// Deliveries that are done with, counted without their attempts.
        case deliveries
        /// Events.
        case events
        /// Deliveries and events that had to be left before, since a delivery waited.
        case left
        /// Firings, and what was reported as missed.
        case firings
        /// Notes on reminders.
        case notes
        /// Remembered answers.
        case answers
        /// Changes that could be undone, and what they wrote.
        case changes
        /// Contents of attachments that nothing has any more.
        case contents
    }

    private var counts: [Part: Int] = [:]

    /// How many rows of a part were removed.
    public internal(set) subscript(part: Part) -> Int {
        get { counts[part, default: 0] }
        set { counts[part] = newValue == 0 ? nil : newValue }
    }

    /// Whether nothing was removed.
    public var isEmpty: Bool { counts.isEmpty }
}
