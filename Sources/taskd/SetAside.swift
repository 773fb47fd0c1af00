import Foundation
import Recurrence

/// How files are called that are kept when others take their place.
enum SetAside {
    /// A suffix for files that are moved aside together, which none that was moved aside before has.
    ///
    /// - Parameters:
    ///   - now: When they are moved aside, which the suffix tells to the second.
    ///   - files: The paths of the files.
    /// - Returns: The suffix, with a number behind it where another one was moved aside in the same second.
    static func suffix(at now: UTCInstant, of files: [String]) -> String {
        func isTaken(_ suffix: String) -> Bool {
            files.contains { FileManager.default.fileExists(atPath: $0 + suffix) }
        }
        let wanted = ".replaced-\(now.compact)"
        guard isTaken(wanted) else { return wanted }
        return (2...).lazy.map { "\(wanted)-\($0)" }.first { !isTaken($0) } ?? wanted
    }
}
