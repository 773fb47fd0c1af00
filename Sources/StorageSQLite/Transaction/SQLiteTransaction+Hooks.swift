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

    func hooksByKey() throws -> [KeyedHook] {
        if let cachedHooks { return cachedHooks }
        if let known = hookCache?.hooks {
            cachedHooks = known
            return known
        }
        let hooks = try rows(
            """
            SELECT key, id, kind, created_at, version, url, events, is_enabled, disabled_reason, updated_at
            FROM hook ORDER BY key
            """
        ) { try hook(from: &$0) }
        cachedHooks = hooks
        hookCache?.keep(hooks)
        return hooks
    }

    private func forgetHooks() {
        cachedHooks = nil
        hookCache?.beginChange()
        changes.insert(.deliveries)
    }

    private func hook(from column: inout ColumnReader) throws -> KeyedHook {
        let key = try column.next(Int64.self)
        let id = try column.next(HookID.self)
        guard let kind = Hook.Kind(rawValue: try column.next()) else {
            throw StoreError(.newerVersion, "the hook \(id) is of a kind that this taskd does not know")
        }
        var hook = Hook(id: id, kind: kind, now: try column.next())
        hook.version = try column.next()
        hook.url = try column.next()
        hook.events = try JSONDecoder().decode([String].self, from: Data(try column.next(String.self).utf8))
            .compactMap { EventPattern($0) }
        hook.isEnabled = try column.next()
        hook.disabledReason = try column.next()
        hook.updatedAt = try column.next()
        try readShape(of: &hook, key: key)
        try readTraffic(of: &hook, key: key)
        hook.sealedSecrets = try rows("SELECT sealed FROM hook_secret WHERE hook_key = ? ORDER BY position", [key]) {
            Array(try $0.next(Data.self))
        }
        return KeyedHook(key: key, hook: hook)
    }

    func save(_ hook: Hook) throws {
        let patterns = String(decoding: try JSONEncoder().encode(hook.events.map(\.description)), as: UTF8.self)
        let key = try value(
            Int64.self,
            """
            INSERT INTO hook (id, version, kind, url, events, is_enabled, disabled_reason, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET version = excluded.version, url = excluded.url, events = excluded.events,
            is_enabled = excluded.is_enabled, disabled_reason = excluded.disabled_reason,
            updated_at = excluded.updated_at
            RETURNING key
            """,
            [
                hook.id, hook.version, hook.kind.rawValue, hook.url, patterns, hook.isEnabled, hook.disabledReason,
                hook.createdAt, hook.updatedAt,
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
