import Foundation

/// Has a program take its machine's clock for another one, by libfaketime; its steady clocks stay right.
enum WrongClock {
    /// The library, where it is installed (Debian's package `faketime`).
    static let library = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/faketime/libfaketimeMT.so.1" }
        .first { FileManager.default.fileExists(atPath: $0) }

    /// What a program finds in its environment whose clock is so much ahead.
    static func environment(_ lead: Swift.Duration) -> [String: String] {
        let seconds = lead.components.seconds
        return [
            "LD_PRELOAD": library ?? "", "FAKETIME": "\(seconds < 0 ? "" : "+")\(seconds)",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
        ]
    }
}
