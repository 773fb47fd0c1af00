import Basics
import Storage

/// Where the store was at home when this node began to use it, and why it may be changed no more.
///
/// A node may sleep while its database is moved, or replaced by a backup: what it wakes to is not the store that it knew.
final class StoreHome: Sendable {
    private struct State {
        var home: String?
        var refusal: StoreError?
    }

    private let state = Locked(State())

    /// Why nothing in the store may be changed, as was last seen; nil where all may.
    var refusal: StoreError? { state.withLock { $0.refusal } }

    /// Notes where the store is at home.
    func settle(in home: String) {
        state.withLock { $0 = State(home: home) }
    }

    /// What the store says of itself, as two values of one row.
    static let marks = """
        (SELECT value FROM identity WHERE name = '\(CopyMark.name)'), (SELECT value FROM identity WHERE name = 'home')
        """

    /// Compares what the store says of itself with what is known.
    ///
    /// - Parameters:
    ///   - copy: The mark of a move; nil for none.
    ///   - home: Where it is at home now.
    /// - Returns: Why nothing in it may be changed; nil where all may.
    func refusal(copy: String?, home: String?) -> StoreError? {
        state.withLock { state in
            if let mark = copy.flatMap({ CopyMark($0) }) {
                state.refusal = mark.refusal(of: "the store")
            } else if let known = state.home, home != known {
                state.refusal = StoreError(
                    .moved,
                    "the store was replaced\(home.map { " by one \($0)" } ?? "") while this node had it open; start it again"
                )
            } else {
                state.refusal = nil
            }
            return state.refusal
        }
    }
}
