import Basics
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

/// A hook and the key of its row.
struct KeyedHook: Sendable {
    var key: Int64
    var hook: Hook
}
