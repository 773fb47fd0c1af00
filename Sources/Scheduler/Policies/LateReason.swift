import Recurrence
import Storage

/// Why a reminder went off late, or not at all.
public enum LateReason: String, CaseIterable, Hashable, Sendable {
    /// Quiet hours held it.
    case quietHours
    /// A pause held it.
    case paused
    /// It was set when its time had passed already.
    case setLate
    /// The daemon was not running at its time.
    case downtime
    /// Others that were due went before it.
    case backlog
    /// The store was restored from a backup after its time: the original may have let it go off.
    case restored
    /// The daemon was woken late, or kept from its work: the machine was asleep or busy, its clock was set forward, or its
    /// disk was full.
    case wokenLate

    /// How late a reminder must be for it to be asked why.
    static let minLateness = Swift.Duration.seconds(5)
}

/// When a due loop began, and when it last had nothing left to do: enough to tell why something is late.
struct LoopHistory: Hashable, Sendable {
    /// When the loop began to run.
    let startedAt: UTCInstant
    /// The latest instant up to which everything due was done; nil before the first.
    var idleAt: UTCInstant?

    /// Why a reminder that was due at an instant, and that nothing held, is late.
    ///
    /// - Parameters:
    ///   - instant: When it was due.
    ///   - setAt: When somebody set it last; nil where nobody did.
    /// - Returns: The reason.
    func reason(for instant: UTCInstant, setAt: UTCInstant?) -> LateReason {
        if let setAt, instant < setAt { return .setLate }
        if instant < startedAt { return .downtime }
        guard let idleAt, instant > idleAt else { return .backlog }
        return .wokenLate
    }
}

extension TaskItem {
    /// Whether the loop made it, and nobody has touched it since: then what was set late, if anything, is its series.
    var hasAppearedByItself: Bool {
        recurrence?.respawn == .schedule && (occurrence?.number ?? 1) > 1 && createdAt == updatedAt
    }
}
