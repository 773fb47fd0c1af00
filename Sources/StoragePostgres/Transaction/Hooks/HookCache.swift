import Basics
import Filters
import Recurrence
import Storage

/// The hooks as a commit left them, so that a transaction that appends events need not read them again.
///
/// The log's head, which every such transaction reads, counts the changes of hooks, those by other nodes among them.
final class HookCache: Sendable {
    private let state = Locked<(version: Int64, hooks: [KeyedHook])?>(nil)
    /// The rules of a zone by its name, or with nil those of the server's.
    private let zones: @Sendable (String?) throws -> ZoneRules

    init(zones: @escaping @Sendable (String?) throws -> ZoneRules = { _ in .utc }) {
        self.zones = zones
    }

    /// The zone that a hook's filter means; one that this machine does not know any more is taken for UTC, so that the log
    /// goes on.
    func zone(of hook: Hook) -> ZoneRules { (try? zones(hook.filter.timeZone)) ?? .utc }

    /// What was kept of a version; nil when it must be read.
    func hooks(of version: Int64) -> [KeyedHook]? {
        state.withLock { $0?.version == version ? $0?.hooks : nil }
    }

    /// Keeps what was read of a version.
    func keep(_ hooks: [KeyedHook], of version: Int64) {
        state.withLock { $0 = (version, hooks) }
    }
}
