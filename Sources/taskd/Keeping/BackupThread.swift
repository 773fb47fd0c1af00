import Foundation

/// A thread for work that blocks for long, which none of Swift's own may do.
enum BackupThread {
    /// Runs a closure on a thread of its own.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result(catching: body)) }.start()
        }
    }
}
