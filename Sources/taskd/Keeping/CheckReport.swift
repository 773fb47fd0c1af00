import Storage
import StorageSQLite

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

    mutating func add(_ more: [StoreFault]) {
        count += more.count
        faults += more.prefix(Self.maxFaults - faults.count)
    }

    func text(of path: String) -> String {
        let lines = faults.map { "\($0.kind): \($0.subject): \($0.detail)" }
        let hidden = count > faults.count ? ["… and \(count - faults.count) more"] : []
        let tasks = counts["task"].map { ", \($0) tasks, \(counts["event"] ?? 0) events" } ?? ""
        let verdict = count == 0 ? "ok: \(path)\(tasks)" : "\(count) faults: \(path)\(tasks)"
        return (notes.map { "note: \($0)" } + lines + hidden + [verdict]).joined(separator: "\n") + "\n"
    }

    func json(of path: String) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("ok", count == 0)
            json.field("store", path)
            json.field("faultCount", count)
            json.field("faults") { json in
                json.array(faults) { json, fault in
                    json.object { json in
                        json.field("kind", fault.kind.description)
                        json.field("subject", fault.subject)
                        json.field("detail", fault.detail)
                    }
                }
            }
            json.field("notes", notes)
            json.field("rows") { json in
                json.object { json in
                    for (table, count) in counts.sorted(by: { $0.key < $1.key }) { json.field(table, count) }
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
