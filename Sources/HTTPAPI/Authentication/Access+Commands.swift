import HTTPTypes
import Recurrence
import Scheduler
import Storage

/// What commands ask of a reach: what may be named, and what is told.
extension Access: CommandReach {
    /// The same commands, to which what lies outside is not there.
    func guarding(_ commands: TaskCommands) -> TaskCommands {
        isBound ? commands.within(self) : commands
    }

    /// Whether a new task may have an id, which is taken for as long as something of a task that lay outside is kept.
    func isFree(_ id: TaskID, in reader: any StoreReader) throws -> Bool {
        try isFree(id, before: nil, in: reader)
    }

    func holds(_ task: TaskID, in reader: any StoreReader) throws -> Bool {
        try holds(.taskOrTrashed(task), in: reader)
    }

    func holds(_ series: SeriesID, in reader: any StoreReader) throws -> Bool {
        try holds(.series(series), in: reader)
    }

    /// Whether something may be put into a project.
    ///
    /// - Throws: A 403 ``Problem`` where it is not to a project: which projects there are is not for it to know.
    func admits(_ project: ProjectID, in reader: any StoreReader) throws -> Bool {
        switch reach {
        case .everything: return true
        case .project: return try holds(project, in: reader)
        case .tag, .hook:
            throw Problem(
                .forbidden,
                "a token that is for \(words) alone cannot be narrowed to a project, and puts nothing into one; leave "
                    + "projectId as it is, or use a token that reaches the project")
        }
    }

    /// How many occurrences of a series lie within it; those that were deleted for good may have lain anywhere.
    func counts(of series: SeriesID, in reader: any StoreReader) throws -> [LedgerEntry.State: Int] {
        var counts = try reader.entryCounts(of: series)
        guard isBound else { return counts }
        // One look tells whether all that have a task lie within, as nearly always.
        let isWhole = try holdsTasks(of: series, in: reader)
        let states = Set(LedgerEntry.State.allCases.filter { $0 != .withdrawn && !($0.hasTask && isWhole) })
        guard states.contains(where: { counts[$0] != nil }) else { return counts }
        for state in states { counts[state] = nil }
        var slot: CivilTime?
        repeat {
            let entries = try reader.entries(of: series, in: states, from: slot, limit: Self.pageSize + 1)
            for entry in entries.prefix(Self.pageSize) where try holds(entry.task, in: reader) {
                counts[entry.state, default: 0] += 1
            }
            slot = entries.count > Self.pageSize ? entries.last?.recurrenceID : nil
        } while slot != nil
        return counts
    }

    /// Refuses to tell how a list is served: that is chosen by counts of all tasks.
    ///
    /// - Throws: A 403 ``Problem``.
    func requirePlans() throws {
        guard isBound else { return }
        throw Problem(
            .forbidden,
            "a token that is for \(words) alone cannot see how a list is served, which depends on all tasks; leave "
                + "explain out")
    }
}
