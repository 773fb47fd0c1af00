public import Basics
public import Recurrence

/// A firing that is to come, with what a list of such firings shows of its task.
public struct UpcomingFiring: Hashable, Sendable {
    /// Which, and when.
    public let firing: PlannedFiring
    /// The task's handle.
    public let handle: Handle
    /// The task's title.
    public let title: String
    /// The task's due time, in its zone.
    public let due: CivilTime?
    /// The IANA name of the zone that `due` is in.
    public let timeZone: String
    /// The task's number in its series; nil where it has none.
    public let occurrence: Int?
    /// Whether quiet hours hold it until then already.
    public var isHeld = false
    /// Whether the task says something of quiet hours itself.
    public var hasOwnQuietHours = false

    /// Makes one from its parts.
    public init(
        _ firing: PlannedFiring, handle: Handle, title: String, due: CivilTime?, timeZone: String, occurrence: Int?
    ) {
        (self.firing, self.handle) = (firing, handle)
        (self.title, self.due, self.timeZone, self.occurrence) = (title, due, timeZone, occurrence)
    }
}
