import Foundation
public import Recurrence
import Storage

/// The machine's time zones, read from its compiled zone files (TZif, RFC 9636) when they are first asked for.
public final class ZoneDatabase: Sendable {
    /// Where Unix systems keep their zone files.
    public static let systemDirectories = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo"]

    private let directories: [String]
    private let loaded = Locked<[String: ZoneRules]>([:])

    /// Makes a database over folders of zone files; the first folder that has a zone is taken.
    public init(directories: [String] = ZoneDatabase.systemDirectories) {
        self.directories = directories
    }

    /// The rules of a zone.
    ///
    /// - Parameter identifier: An IANA name such as `Europe/Berlin`; upper and lower case count.
    /// - Returns: The rules; those of a zone asked for before are at hand.
    /// - Throws: ``SchedulerError`` with code `.unknownZone` when there is no such zone on this machine.
    public func rules(for identifier: String) throws -> ZoneRules {
        if let rules = loaded.withLock({ $0[identifier] }) { return rules }
        let rules = try read(identifier)
        loaded.withLock { $0[identifier] = rules }
        return rules
    }

    private func read(_ identifier: String) throws -> ZoneRules {
        if identifier == "UTC" { return .utc }
        guard Self.isWellFormed(identifier) else { throw SchedulerError.unknownZone(identifier) }
        for directory in directories {
            guard let data = FileManager.default.contents(atPath: "\(directory)/\(identifier)") else { continue }
            guard let rules = try? ZoneRules(identifier: identifier, tzif: Array(data)) else { continue }
            return rules
        }
        throw SchedulerError.unknownZone(identifier)
    }

    /// Keeps a name inside the folder, and away from the copies with leap seconds (`right/…`), which count otherwise.
    private static func isWellFormed(_ identifier: String) -> Bool {
        let parts = identifier.split(separator: "/", omittingEmptySubsequences: false)
        guard identifier.utf8.count <= 64, (1...3).contains(parts.count), parts[0] != "right" else { return false }
        return parts.allSatisfy { part in
            !part.isEmpty
                && part.utf8.allSatisfy { unit in
                    switch unit {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
                        true
                    default: false
                    }
                }
        }
    }
}
