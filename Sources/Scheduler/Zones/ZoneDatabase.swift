import Basics
import Foundation
public import Recurrence

/// The machine's time zones, read from its compiled zone files (TZif, RFC 9636) when they are first asked for.
///
/// What was read stays as it is until it is read again for a review, so that every instant follows from the same
/// rules while the files change under a running daemon.
public final class ZoneDatabase: Sendable {
    /// Where Unix systems keep their zone files.
    public static let systemDirectories = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo"]

    let directories: [String]
    private struct Zone {
        var rules: ZoneRules
        var digest: Int64
    }

    private let loaded = Locked<[String: ZoneRules]>([:])
    private let reviewed = Locked<Set<String>>([])
    /// The names of all zones with their plain forms, once somebody asked for the one nearest to another.
    let named = Locked<[(name: String, plain: String)]?>(nil)

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
        let rules = try read(identifier).rules
        return loaded.withLock { loaded in
            // Whoever read it first is believed, so that all have the same.
            if let there = loaded[identifier] { return there }
            loaded[identifier] = rules
            return rules
        }
    }

    /// A digest of a zone's rules as its file holds them now: when it differs, so may the instants that follow from them.
    ///
    /// - Throws: ``SchedulerError`` with code `.unknownZone` when the file is there no more.
    package func digestOfFile(_ identifier: String) throws -> Int64 {
        try read(identifier).digest
    }

    /// Reads a zone's file again; its rules hold from here on, and the instants of its tasks are under review.
    func beginReview(of identifier: String) throws {
        let rules = try read(identifier).rules
        loaded.withLock { $0[identifier] = rules }
        reviewed.withLock { _ = $0.insert(identifier) }
    }

    /// Tells that the instants of every task in a zone follow from its rules.
    func endReview(of identifier: String) {
        reviewed.withLock { _ = $0.remove(identifier) }
    }

    /// Whether instants of tasks in a zone may follow from rules that hold no more.
    func isUnderReview(_ identifier: String) -> Bool {
        reviewed.withLock { $0.contains(identifier) }
    }

    /// Whether that may be so of any zone.
    var isAnyUnderReview: Bool {
        reviewed.withLock { !$0.isEmpty }
    }

    /// The release of the machine's zone database, such as `2026a`; nil where it does not say.
    package var version: String? {
        for directory in directories {
            if let data = FileManager.default.contents(atPath: "\(directory)/+VERSION") {
                return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            }
            guard let handle = FileHandle(forReadingAtPath: "\(directory)/tzdata.zi") else { continue }
            defer { try? handle.close() }
            let line = String(decoding: (try? handle.read(upToCount: 64)) ?? Data(), as: UTF8.self).prefix {
                $0 != "\n"
            }
            if line.hasPrefix("# version ") { return String(line.dropFirst("# version ".count)) }
        }
        return nil
    }

    private func read(_ identifier: String) throws -> Zone {
        if identifier == "UTC" { return Zone(rules: .utc, digest: 0) }
        guard Self.isWellFormed(identifier) else { throw SchedulerError.unknownZone(identifier) }
        for directory in directories {
            guard let data = FileManager.default.contents(atPath: "\(directory)/\(identifier)") else { continue }
            guard let rules = try? ZoneRules(identifier: identifier, tzif: Array(data)) else { continue }
            return Zone(rules: rules, digest: Self.digest(data))
        }
        throw SchedulerError.unknownZone(identifier)
    }

    /// FNV-1a over the file: it has to tell an old release from a new one, not to withstand anybody.
    private static func digest(_ data: Data) -> Int64 {
        Int64(bitPattern: data.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 })
    }

    /// Keeps a name inside the folder, and away from what is there beside the zones: `localtime` is another one on each
    /// machine, the copies under `right` count leap seconds, and `Factory` stands for none.
    private static func isWellFormed(_ identifier: String) -> Bool {
        let parts = identifier.split(separator: "/", omittingEmptySubsequences: false)
        guard identifier.utf8.count <= 64, (1...3).contains(parts.count), identifier != "Factory",
            // All of IANA's names begin so, and nothing else does.
            identifier.utf8.first.map((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) == true
        else { return false }
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
