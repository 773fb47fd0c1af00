import Foundation
import Recurrence
import Scheduler

/// The time zone that the machine is set to.
struct MachineZone: Hashable, Sendable {
    /// The IANA name, or what the machine calls it.
    let identifier: String

    /// Asks `TZ`, then the link `/etc/localtime`, then `/etc/timezone`; UTC where none of them says anything.
    init(environment: [String: String], root: String = "") {
        if let variable = environment["TZ"] {
            let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
            identifier = name.isEmpty ? "UTC" : Self.name(inPath: name) ?? name
        } else {
            identifier = Self.linkedZone(root) ?? Self.writtenZone(root) ?? "UTC"
        }
    }

    /// The zone's rules.
    ///
    /// - Throws: ``CommandFailure`` when there is no such zone.
    func rules(from zones: ZoneDatabase) throws -> ZoneRules {
        do {
            return try zones.rules(for: identifier)
        } catch {
            throw CommandFailure.usage(
                "the machine's time zone \"\(identifier.prefix(64))\" is not an IANA name such as Europe/Berlin",
                "Give --zone, or set TZ.")
        }
    }

    private static func linkedZone(_ root: String) -> String? {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: root + "/etc/localtime")
        return path.flatMap(name(inPath:))
    }

    private static func writtenZone(_ root: String) -> String? {
        guard let data = FileManager.default.contents(atPath: root + "/etc/timezone") else { return nil }
        let line = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).first
        return line.map { $0.trimmingCharacters(in: .whitespaces) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The name that follows the zone folder in a path, such as `/usr/share/zoneinfo/Europe/Berlin`.
    private static func name(inPath path: String) -> String? {
        path.range(of: "/zoneinfo/").map { String(path[$0.upperBound...]) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
