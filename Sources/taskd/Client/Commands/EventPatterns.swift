import ArgumentParser

/// Which events are meant by `--events`.
enum EventPatterns {
    /// The patterns, which commas separate.
    static func read(_ typed: [String]) -> [String] {
        typed.flatMap { $0.split(separator: ",") }.map { String($0).trimmingSpaces }.filter { !$0.isEmpty }
    }

    /// Refuses an option without any pattern, as a shell variable that is not set leaves it: it would mean all events.
    static func check(_ typed: [String]) throws {
        guard typed.isEmpty || !read(typed).isEmpty else {
            throw ValidationError("--events is empty; leave it out for all events.")
        }
    }
}
