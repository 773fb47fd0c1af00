import Basics
import Storage

/// What `taskd check` has found.
struct CheckReport: Sendable {
    /// How many faults are kept to be printed.
    private static let maxFaults = 1_000

    /// The faults, as many as are printed.
    private(set) var faults: [StoreFault] = []
    /// How many there are.
    private(set) var count = 0
    var counts: [String: Int] = [:]
    var notes: [String] = []
    /// What is set aside, as much of it as is printed.
    private(set) var setAside: [SetAsideEntry] = []
    /// How many units are.
    private(set) var setAsideCount = 0

    /// Whether nothing is wrong.
    var isClean: Bool { count == 0 && setAsideCount == 0 }

    /// Notes what is set aside.
    mutating func addSetAside(in reader: any SetAsideReader) throws {
        setAside = try reader.setAside(after: nil, limit: Self.maxFaults)
        setAsideCount = max(try reader.setAsideCounts().values.reduce(0, +), setAside.count)
    }

    mutating func add(_ more: [StoreFault]) {
        count += more.count
        faults += more.prefix(Self.maxFaults - faults.count)
    }

    func text(of path: String) -> String {
        let lines =
            faults.map { "\($0.kind): \($0.subject): \($0.detail)" + ($0.mend.map { "; mend: \($0)" } ?? "") }
            + Self.hidden(count - faults.count)
        let aside =
            setAside.map { "set aside: \($0.unit.kind.rawValue) \($0.unit.subject) since \($0.since): \($0.reason)" }
            + Self.hidden(setAsideCount - setAside.count)
        let events = counts["event"] ?? 0
        let tasks = counts["task"].map { ", \($0.counted("task")), \(events.counted("event"))" } ?? ""
        let found =
            count.counted("fault") + (setAsideCount == 0 ? "" : ", \(setAsideCount) set aside")
        let verdict = "\(isClean ? "ok" : found): \(path)\(tasks)"
        return (notes.map { "note: \($0)" } + lines + aside + [verdict]).joined(separator: "\n") + "\n"
    }

    private static func hidden(_ count: Int) -> [String] {
        count > 0 ? ["… and \(count) more"] : []
    }

    func json(of path: String) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("ok", isClean)
            json.field("store", path)
            json.field("faultCount", count)
            json.field("faults") { json in
                json.array(faults) { json, fault in
                    json.object { json in
                        json.field("kind", fault.kind.description)
                        json.field("subject", fault.subject)
                        json.field("detail", fault.detail)
                        json.field("mend", fault.mend)
                    }
                }
            }
            json.field("setAsideCount", setAsideCount)
            json.field("setAside") { json in
                json.array(setAside) { json, entry in
                    json.object { json in
                        json.field("unit", entry.unit.kind.rawValue)
                        json.field("id", entry.unit.subject)
                        json.field("taskId", entry.unit.task?.description)
                        json.field("reason", entry.reason)
                        json.field("since", entry.since)
                    }
                }
            }
            json.field("notes", notes)
            json.field("rows") { json in
                json.object { json in
                    for (table, count) in counts.sorted(by: { $0.key < $1.key }) {
                        json.field(named: table) { $0.integer(count) }
                    }
                }
            }
        }
        return json.bytes
    }
}

/// Says on standard error how far the check of a large store has come.
struct CheckProgress {
    /// Smaller stores are checked before anybody asks.
    private static let step = 100_000

    let total: Int

    func note(_ count: Int) {
        guard total >= Self.step, count % Self.step == 0, count > 0 else { return }
        StandardError.write("taskd: checked \(count) of \(total) tasks\n")
    }
}
