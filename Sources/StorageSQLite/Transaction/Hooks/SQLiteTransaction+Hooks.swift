import Filters
import Foundation
import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    func hook(_ id: HookID) throws -> Hook? {
        try hooksByKey().first { $0.hook.id == id }?.hook
    }

    func hooks() throws -> [Hook] {
        try hooksByKey().map(\.hook)
    }

    /// Every hook, by as many statements however many there are.
    func hooksByKey() throws -> [KeyedHook] {
        if let cachedHooks { return cachedHooks }
        if let known = hookCache?.hooks {
            cachedHooks = known
            return known
        }
        var rows = try HookRows(
            rows(
                """
                SELECT key, id, kind, created_at, version, url, events, is_enabled, disabled_reason, updated_at
                FROM hook ORDER BY key
                """
            ) { try HookRow(from: &$0) }
        )
        try readShapes(of: &rows)
        try readTraffic(of: &rows)
        try each("SELECT hook_key, sealed FROM hook_secret ORDER BY hook_key, position", []) { column in
            let key = try column.next(Int64.self)
            let sealed = Array(try column.next(Data.self))
            rows.change(key) { hook in hook.sealedSecrets.append(sealed) }
            return true
        }
        let hooks = rows.hooks
        cachedHooks = hooks
        hookCache?.keep(hooks)
        return hooks
    }

    private func forgetHooks() {
        (cachedHooks, findings.appender) = (nil, nil)
        hookCache?.beginChange()
        changes.insert(.deliveries)
    }

    func save(_ hook: Hook) throws {
        let patterns = String(decoding: try JSONEncoder().encode(hook.events.map(\.description)), as: UTF8.self)
        let key = try value(
            Int64.self,
            """
            INSERT INTO hook (id, version, kind, url, events, is_enabled, disabled_reason, created_at, updated_at,
            handle)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET version = excluded.version, url = excluded.url, events = excluded.events,
            is_enabled = excluded.is_enabled, disabled_reason = excluded.disabled_reason,
            updated_at = excluded.updated_at
            RETURNING key
            """,
            [
                hook.id, hook.version, hook.kind.rawValue, hook.url, patterns, hook.isEnabled, hook.disabledReason,
                hook.createdAt, hook.updatedAt, hook.id.handle,
            ]
        )
        try saveShape(of: hook)
        try saveTraffic(of: hook)
        try run("DELETE FROM hook_secret WHERE hook_key = ?", [key])
        for (position, sealed) in hook.sealedSecrets.enumerated() {
            try run(
                "INSERT INTO hook_secret (hook_key, position, sealed) VALUES (?, ?, ?)",
                [key, position, Data(sealed)]
            )
        }
        forgetHooks()
    }

    func deleteHook(_ id: HookID) throws {
        guard let key = try hooksByKey().first(where: { $0.hook.id == id })?.key else { return }
        let deliveries = DeliveryKey.keys(ofHook: key)
        try run("DELETE FROM delivery WHERE key >= ? AND key < ?", [deliveries.lowerBound, deliveries.upperBound])
        try run("DELETE FROM hook WHERE key = ?", [key])
        forgetHooks()
    }
}

extension HookRow {
    /// Reads the columns `key, id, kind, created_at, version, url, events, is_enabled, disabled_reason, updated_at`.
    init(from column: inout ColumnReader) throws {
        let (key, id): (Int64, HookID) = (try column.next(), try column.next())
        let name = try column.next(String.self)
        let kind = Hook.Kind(rawValue: name)
        self.init(key: key, hook: Hook(id: id, kind: kind ?? .webhook, now: try column.next()))
        if kind == nil {
            faults.note("kind", StoreError(.unreadable, "this version does not know \"\(name.prefix(80))\""))
        }
        hook.version = try column.next()
        hook.url = try column.next()
        let events = try column.next(String.self)
        hook.events = faults.read("events", or: []) {
            try JSONDecoder().decode([String].self, from: Data(events.utf8)).compactMap { EventPattern($0) }
        }
        hook.isEnabled = try column.next()
        hook.disabledReason = try column.next()
        hook.updatedAt = try column.next()
    }
}
