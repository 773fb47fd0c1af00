import Recurrence
package import Storage

/// What whoever gives commands may know of.
///
/// What lies outside is to them as what is not there: no command names it, and none tells by how it is refused whether it is
/// there. What a command writes outside is not looked at here.
package protocol CommandReach: Sendable {
    /// Whether an id that no task has may be given to a new one.
    func isFree(_ id: TaskID, in reader: any StoreReader) throws -> Bool

    /// Whether a task is there, or in the trash, and lies within.
    func holds(_ task: TaskID, in reader: any StoreReader) throws -> Bool

    /// Whether a series is there and lies within.
    func holds(_ series: SeriesID, in reader: any StoreReader) throws -> Bool

    /// Whether all that a change wrote lies within, as it was and as it is.
    func holds(_ change: ChangeID, in reader: any StoreReader) throws -> Bool

    /// Whether what a pause is about lies within.
    func holds(pausing target: PauseTarget, in reader: any StoreReader) throws -> Bool

    /// Whether something may be put into a project, which is there and lies within.
    ///
    /// - Throws: What refuses it where no project may be named, whether it is there or not.
    func admits(_ project: ProjectID, in reader: any StoreReader) throws -> Bool

    /// How many occurrences of a series lie within, in each state of its ledger.
    func counts(of series: SeriesID, in reader: any StoreReader) throws -> [LedgerEntry.State: Int]
}

extension TaskCommands {
    /// The same commands, for somebody who may know only of what lies within a reach.
    package func within(_ reach: any CommandReach) -> TaskCommands {
        var commands = self
        commands.reach = reach
        return commands
    }

    /// Refuses an id that was chosen for a new task and is taken.
    ///
    /// - Throws: ``SchedulerError`` with code `.conflict`.
    func requireFree(_ id: TaskID, in reader: any StoreReader) throws {
        guard try reader.task(id) == nil, try reach?.isFree(id, in: reader) ?? true else {
            throw SchedulerError(.conflict, "a task \(id) already exists; choose another id, or change that task")
        }
    }

    /// Whether there is a project, as far as whoever gives the commands may know.
    func isThere(_ id: ProjectID, in reader: any StoreReader) throws -> Bool {
        // Asked first: it may refuse whatever there is.
        guard try reach?.admits(id, in: reader) ?? true, let project = try reader.project(id) else { return false }
        return !project.isDeleted
    }
}
