public import Basics

// The short names of what has an id, and what is asked for by them.

extension Identifier {
    /// The handle that follows from the id.
    public var handle: Handle { Handle(high: uuid.high, low: uuid.low) }
}

extension TaskItem {
    /// The task's handle; all occurrences of a series have that of the series.
    public var handle: Handle { occurrence?.series.handle ?? id.handle }
}

/// What has handles of one kind, among which they are told apart.
public enum HandleKind: String, CaseIterable, Hashable, Sendable {
    /// Tasks that are there.
    case task
    /// Series.
    case series
    /// Reminders of tasks that are there.
    case reminder
    /// Projects that are there.
    case project
    /// Hooks.
    case hook
    /// Tasks in the trash.
    case trashedTask
}

/// Something that has a handle.
public struct HandleHolder: Hashable, Sendable {
    /// The handle.
    public var handle: Handle
    /// Its id.
    public var id: UUIDValue
    /// Whether it goes before what is not open: an open task, a series that goes on, a reminder of an open task, a project
    /// that is not archived; every hook.
    public var isOpen: Bool
    /// Of an occurrence its series; nil for everything else.
    public var series: SeriesID?

    /// Makes one from its parts.
    public init(_ handle: Handle, id: UUIDValue, isOpen: Bool, series: SeriesID? = nil) {
        (self.handle, self.id, self.isOpen, self.series) = (handle, id, isOpen, series)
    }
}

/// The handles next to one.
public struct HandleNeighbours: Hashable, Sendable {
    /// The next smaller one with the same shortest beginning; nil for none.
    public var below: Handle?
    /// The next greater one with the same shortest beginning; nil for none.
    public var above: Handle?

    /// Makes a pair of neighbours.
    public init(below: Handle?, above: Handle?) {
        (self.below, self.above) = (below, above)
    }
}
