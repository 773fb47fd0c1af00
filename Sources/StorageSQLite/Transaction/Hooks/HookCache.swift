import Basics
import Filters
import Recurrence
import Storage

/// The hooks as the last commit left them, so that a transaction that appends events need not read them again.
///
/// Only the writer uses it: there is one, so nothing but its own transactions changes a hook.
final class HookCache: Sendable {
    private struct State {
        var hooks: [KeyedHook]?
        var isChanging = false
    }

    private let state = Locked(State())
    /// The rules of a zone by its name, or with nil those of the server's.
    private let zones: @Sendable (String?) throws -> ZoneRules

    init(zones: @escaping @Sendable (String?) throws -> ZoneRules = { _ in .utc }) {
        self.zones = zones
    }

    /// The zone that a hook's filter means; one that this machine does not know any more is taken for UTC, so that the log
    /// goes on.
    func zone(of hook: Hook) -> ZoneRules { (try? zones(hook.filter.timeZone)) ?? .utc }

    /// What was kept; nil when it must be read.
    var hooks: [KeyedHook]? { state.withLock { $0.hooks } }

    /// Keeps what was read, unless the commit that is being made changes hooks: it may still fail.
    func keep(_ hooks: [KeyedHook]) {
        state.withLock { state in
            if !state.isChanging { state.hooks = hooks }
        }
    }

    /// Forgets what was kept, until the commit that is being made has ended.
    func beginChange() {
        state.withLock { $0 = State(hooks: nil, isChanging: true) }
    }

    /// Lets hooks be kept again: a commit has ended, well or badly.
    func endCommit() {
        state.withLock { $0.isChanging = false }
    }
}
