import Basics
import NIOPosix
import Storage

/// A few threads for calls that may block for long, so that neither event loops nor Swift's own threads wait for them.
final class BlockingThreads: Sendable {
    private let pool: NIOThreadPool

    init(count: Int) {
        pool = NIOThreadPool(numberOfThreads: count)
        pool.start()
    }

    deinit {
        // Nobody waits for a thread that may be stuck in a system call.
        pool.shutdownGracefully { _ in }
    }

    /// Runs a closure on one of the threads, after those handed over before.
    func submit(_ body: @escaping @Sendable () -> Void) {
        pool.submit { _ in body() }
    }

    /// Runs a closure on one of the threads and returns what it returns.
    ///
    /// - Throws: What `body` throws; `CancellationError` at once when the task is cancelled. A `body` that has begun
    ///   then runs to its end unseen; one that has not is not run.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        let answer = OneAnswer<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                answer.expect(by: continuation)
                submit { if !answer.isGiven { answer.give(Result { try body() }) } }
            }
        } onCancel: {
            answer.give(.failure(CancellationError()))
        }
    }
}

/// Hands the first of several answers to the one who waits for it, whoever comes first.
private final class OneAnswer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case expected(CheckedContinuation<Value, any Error>)
        case early(Result<Value, any Error>)
        case given
    }

    private let state = Locked(State.open)

    var isGiven: Bool {
        state.withLock { state in
            switch state {
            case .open, .expected: false
            case .early, .given: true
            }
        }
    }

    func expect(by continuation: CheckedContinuation<Value, any Error>) {
        let early = state.withLock { state -> Result<Value, any Error>? in
            guard case .early(let answer) = state else {
                state = .expected(continuation)
                return nil
            }
            state = .given
            return answer
        }
        if let early { continuation.resume(with: early) }
    }

    func give(_ answer: Result<Value, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            switch state {
            case .open:
                state = .early(answer)
                return nil
            case .expected(let continuation):
                state = .given
                return continuation
            case .early, .given:
                return nil
            }
        }
        continuation?.resume(with: answer)
    }
}
