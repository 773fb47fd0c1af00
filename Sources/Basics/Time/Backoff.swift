/// How long to wait after a failure: twice as long after each in a row, up to a longest pause.
package struct Backoff: Hashable, Sendable {
    private let first: Swift.Duration
    private let longest: Swift.Duration
    private var failures = 0

    /// Makes one that no failure was noted in.
    ///
    /// - Parameters:
    ///   - first: The pause after the first failure; above zero.
    ///   - longest: What no pause is longer than.
    package init(first: Swift.Duration = .seconds(1), longest: Swift.Duration = .seconds(30)) {
        (self.first, self.longest) = (first, longest)
    }

    /// Notes a failure.
    ///
    /// - Returns: How long to wait before it is tried again.
    package mutating func fail() -> Swift.Duration {
        if failures < .max { failures += 1 }
        return pause(after: failures)
    }

    /// Notes a success: the next failure is the first again.
    package mutating func succeed() {
        failures = 0
    }

    /// The pause after so many failures in a row; none where there was no failure.
    package func pause(after failures: Int) -> Swift.Duration {
        guard failures > 0 else { return .zero }
        var pause = first
        var left = failures - 1
        while left > 0, pause < longest {
            pause += pause
            left -= 1
        }
        return min(pause, longest)
    }
}
