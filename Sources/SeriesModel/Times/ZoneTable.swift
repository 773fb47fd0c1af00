import Foundation
package import Recurrence

/// The time zones that a model knows, by name.
package struct ZoneTable: Hashable, Sendable {
    private var rules: [String: ZoneRules]

    /// Makes a table of the rules given.
    package init(_ zones: [ZoneRules]) {
        rules = Dictionary(zones.map { ($0.identifier, $0) }) { first, _ in first }
    }

    /// Reads zones by name from the files of the operating system; one that is missing there is left out.
    package init(named names: [String], folder: String = "/usr/share/zoneinfo") {
        self.init(
            names.compactMap { name in
                guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return nil }
                return try? ZoneRules(identifier: name, tzif: [UInt8](data))
            })
    }

    /// Whether the table has a zone of that name.
    package func contains(_ name: String) -> Bool { rules[name] != nil }

    /// The rules of a zone that was checked when it came in.
    subscript(_ name: String) -> ZoneRules {
        guard let zone = rules[name] else { preconditionFailure("no zone \(name)") }
        return zone
    }

    /// The instant of a local time, or the first moment of a date.
    package func instant(of time: CivilTime, in zone: String) -> UTCInstant {
        self[zone].instant(of: time.startOfDayOrTime)
    }

    /// The moment from which a time is past: its instant, or for a date the end of its day.
    package func end(of time: CivilTime, in zone: String) -> UTCInstant {
        time.isDate ? instant(of: time.moved(by: 86_400), in: zone) : instant(of: time, in: zone)
    }

    /// What clocks show in a zone at an instant.
    func local(at instant: UTCInstant, in zone: String) -> CivilDateTime {
        self[zone].civilDateTime(at: instant)
    }

    /// Two tables of the same names are the same; the rules themselves do not change.
    package static func == (left: ZoneTable, right: ZoneTable) -> Bool { left.rules.keys == right.rules.keys }

    /// Hashes the names.
    package func hash(into hasher: inout Hasher) { hasher.combine(Set(rules.keys)) }
}
