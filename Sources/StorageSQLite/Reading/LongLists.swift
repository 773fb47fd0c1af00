import Basics

/// By what a list is known again.
struct ListForm: Sendable {
    /// Of the statement alone: of lists that ask for the same with other values, too.
    fileprivate let shape: Int
    /// Of the statement with its values.
    fileprivate let whole: Int

    /// - Parameters:
    ///   - text: The statement, or what stands for it.
    ///   - values: Its parameters.
    init(_ text: String, _ values: Arguments) {
        var hasher = Hasher()
        hasher.combine(text)
        shape = hasher.finalize()
        for value in values { hasher.combine(value.map { "\($0)" }) }
        whole = hasher.finalize()
    }
}

/// Which lists took longer than a moment lately.
///
/// Each of them would take a moment from those that take no more, before it is handed on; many clients that ask for such lists
/// would leave these nothing. So a list goes at once to where long ones are read if it took long twice lately, since a machine
/// may be busy once, or if a few did that ask for the same with other values. Of the latter one in a while is tried, and
/// where it takes no more than a moment, wherever it is read, the others have theirs again.
final class LongLists: Sendable {
    private struct Whole {
        /// How often it took long since it did not.
        var count = 0
        var last: Swift.Duration
    }

    private struct Shape {
        /// How many different ones took long since one did not.
        var count = 0
        var last: Swift.Duration
        var nextTry: Swift.Duration
    }

    private struct State {
        var lists: [Int: Whole] = [:]
        var shapes: [Int: Shape] = [:]
    }

    /// How often a list must have taken long.
    private static let twice = 2
    /// How many that ask for the same with other values must have taken long.
    private static let enough = 3
    /// After how long one of these is tried again.
    private static let pause = Swift.Duration.seconds(1)
    /// How many are known, of either kind.
    private static let maxCount = 1_024

    private let moment: Swift.Duration
    private let memory: Swift.Duration
    private let state = Locked(State())

    /// - Parameters:
    ///   - moment: How long a list takes that is not long.
    ///   - memory: For how long one is known.
    init(moment: Swift.Duration, memory: Swift.Duration) {
        (self.moment, self.memory) = (moment, memory)
    }

    /// Whether a list is expected to take long.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - now: The time.
    ///   - isBegun: Whether it is begun with where the answer is no, so that it is the one that is tried.
    /// - Returns: Whether it is.
    func contains(_ list: ListForm, at now: Swift.Duration, isBegun: Bool) -> Bool {
        state.withLock { state in
            if let whole = state.lists[list.whole], whole.count >= Self.twice, now - whole.last < memory { return true }
            guard let shape = state.shapes[list.shape], shape.count >= Self.enough, now - shape.last < memory else {
                return false
            }
            guard now >= shape.nextTry else { return true }
            if isBegun { state.shapes[list.shape]?.nextTry = now + Self.pause }
            return false
        }
    }

    /// Notes how long a list took.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - duration: How long it took, or has taken so far.
    ///   - now: The time.
    ///   - isNoted: Whether it is noted already that it took long.
    /// - Returns: Whether it took long.
    func note(
        _ list: ListForm, after duration: Swift.Duration, at now: Swift.Duration, unlessLong isNoted: Bool
    ) -> Bool {
        state.withLock { state in
            if duration <= moment {
                state.lists[list.whole] = nil
                state.shapes[list.shape] = nil
                return false
            }
            guard memory > .zero, !isNoted else { return true }
            Self.makeRoom(in: &state.lists, by: \.last)
            Self.makeRoom(in: &state.shapes, by: \.last)
            var whole = state.lists[list.whole] ?? Whole(last: now)
            if now - whole.last >= memory { whole.count = 0 }
            (whole.count, whole.last) = (min(whole.count + 1, Self.twice), now)
            state.lists[list.whole] = whole
            var shape = state.shapes[list.shape] ?? Shape(last: now, nextTry: now)
            if now - shape.last >= memory { shape.count = 0 }
            shape.last = now
            if whole.count == 1, shape.count < Self.enough {
                (shape.count, shape.nextTry) = (shape.count + 1, now + Self.pause)
            }
            state.shapes[list.shape] = shape
            return true
        }
    }

    private static func makeRoom<Value>(
        in known: inout [Int: Value], by time: (Value) -> Swift.Duration
    ) {
        guard known.count >= maxCount, let oldest = known.min(by: { time($0.value) < time($1.value) }) else { return }
        known[oldest.key] = nil
    }
}
