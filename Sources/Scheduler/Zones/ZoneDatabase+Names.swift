import Basics
import Filters
import Foundation
package import Recurrence

extension ZoneDatabase {
    /// The rules of a zone whose name was typed by hand.
    ///
    /// - Parameter name: An IANA name.
    /// - Returns: The rules.
    /// - Throws: ``SchedulerError`` with code `.unknownZone` and the name that was probably meant.
    package func rules(forTyped name: String) throws -> ZoneRules {
        do { return try rules(for: name) } catch let error as SchedulerError where error.code == .unknownZone {
            throw SchedulerError.unknownZone(name, nearest: self.name(nearestTo: name))
        }
    }

    /// The names of the machine's zones, those of continents and then `UTC`; it alone where no table of them is there.
    package var names: [String] {
        for directory in directories {
            let table = FileManager.default.contents(atPath: "\(directory)/tzdata.zi") ?? Data()
            let names = String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line -> String? in
                let fields = line.split(separator: " ")
                switch fields.first {
                case "Z" where fields.count > 1: return String(fields[1])
                case "L" where fields.count > 2: return String(fields[2])
                default: return nil
                }
            }
            if !names.isEmpty { return names.filter { $0.contains("/") }.sorted() + ["UTC"] }
        }
        return ["UTC"]
    }

    /// The zone that was probably meant by a name that none has: in other letters, of its place alone, or with a slip or two.
    ///
    /// The table of names is read once, which takes some milliseconds.
    package func name(nearestTo identifier: String) -> String? {
        let typed = Self.plain(identifier)
        guard (3...64).contains(typed.utf8.count) else { return nil }
        let known = named.withLock { named in
            let known = named ?? names.map { (name: $0, plain: Self.plain($0)) }
            named = known
            return known
        }
        if let same = known.first(where: { $0.plain == typed }) { return same.name }
        let place = typed.split(separator: "/").last ?? ""
        if let same = known.first(where: { $0.plain.hasSuffix("/\(place)") }) { return same.name }
        let limit = typed.utf8.count < 8 ? 1 : 2
        let near = known.filter { abs($0.plain.utf8.count - typed.utf8.count) <= limit }.map {
            (name: $0.name, distance: NearestWord.distance(Array($0.plain.utf8), Array(typed.utf8)))
        }
        return near.min { $0.distance < $1.distance }.flatMap { $0.distance <= limit ? $0.name : nil }
    }

    private static func plain(_ name: String) -> String {
        name.lowercased().replacing(" ", with: "_")
    }
}
