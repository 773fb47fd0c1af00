import Recurrence
import Storage
import TestSupport

/// The windows of a simulation.
enum SimulatedQuietHours {
    /// Some begin or end while clocks are changed.
    private static let windows = [
        "22:00-07:00", "20:30-02:30", "02:15-08:00", "12:00-13:30", "23:30-23:45", "06:00-22:00 Asia/Seoul",
        "22:00-07:00 America/New_York", "22:00-07:00 high", "21:00-09:00 Europe/Berlin low",
    ]

    /// A window, or now and then none.
    static func random(using generator: inout SeededGenerator) -> QuietHours? {
        guard Int.random(in: 0..<3, using: &generator) > 0 else { return nil }
        return windows.randomElement(using: &generator).flatMap { QuietHours($0) }
    }

    /// What a task says of them: mostly nothing.
    static func choice(using generator: inout SeededGenerator) -> QuietHoursChoice? {
        guard Int.random(in: 0..<3, using: &generator) == 0 else { return nil }
        return random(using: &generator).map { .window($0) } ?? .off
    }
}
