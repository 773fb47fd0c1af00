import Filters

/// A hook that is being read, and what of it cannot be.
package struct HookRow {
    package let key: Int64
    package var hook: Hook
    package var faults = RowFaults()

    package init(key: Int64, hook: Hook) {
        (self.key, self.hook) = (key, hook)
    }
}

/// The hooks that are being read, found by their keys.
///
/// Every event asks for every hook: one that cannot be read is sent nothing, and holds nobody up.
package struct HookRows {
    private var rows: [HookRow]
    private let indexes: [Int64: Int]

    package init(_ rows: [HookRow]) {
        self.rows = rows
        indexes = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.key, $0) })
    }

    /// Changes the hook with a key; where that throws, notes that the field cannot be read.
    package mutating func change(_ key: Int64, field: String = "hook", _ body: (inout Hook) throws -> Void) {
        guard let index = indexes[key] else { return }
        do { try body(&rows[index].hook) } catch { rows[index].faults.note(field, error) }
    }

    /// The hooks; one that cannot be read whole is disabled, with the reason.
    package var hooks: [KeyedHook] {
        rows.map { row in
            var (hook, faults) = (row.hook, row.faults)
            let filter = faults.read("filter", or: nil) { try hook.filter.text.map { try TaskFilter($0) } }
            if let setAside = faults.setAside { (hook.isEnabled, hook.disabledReason) = (false, setAside.reason) }
            return KeyedHook(key: row.key, hook: hook, filter: filter)
        }
    }
}
