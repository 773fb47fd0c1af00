package import Recurrence

/// The status of a task.
package enum TaskStatus: String, Hashable, CaseIterable, Sendable {
    /// A status; the first two are open, the others closed.
    case needsAction, inProcess, completed, cancelled

    /// Whether there is still something to do.
    package var isOpen: Bool { self == .needsAction || self == .inProcess }
}

/// One task, plain or an occurrence, with its own full copy of the content.
package struct ModelTask: Hashable, Sendable {
    /// Its name.
    package let id: TaskID
    /// Its series; nil for a plain task.
    package var series: SeriesID?
    /// What it says.
    package var content: Content
    /// When it begins.
    package var start: CivilTime?
    /// When it is due.
    package var due: CivilTime?
    /// The zone of its times.
    package var zone: String
    /// Where it stands.
    package var status = TaskStatus.needsAction

    /// The time that a slot gives it: its start, else its due.
    package var base: CivilTime? { start ?? due }
}
