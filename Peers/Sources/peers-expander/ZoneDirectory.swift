import Foundation
import Recurrence

/// The zones of the machine, each read once.
final class ZoneDirectory {
    private var zones: [String: ZoneRules] = ["UTC": .utc]

    func zone(_ name: String) throws -> ZoneRules {
        if let known = zones[name] { return known }
        let data = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/" + name))
        let zone = try ZoneRules(identifier: name, tzif: Array(data))
        zones[name] = zone
        return zone
    }
}
