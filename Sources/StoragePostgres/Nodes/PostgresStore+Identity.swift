import Recurrence
public import Storage

extension PostgresStore {
    /// Whether the database is the one in which the store was made, or adopted.
    public enum Standing: Hashable, Sendable {
        case original
        /// It was dumped and loaded elsewhere, or cloned.
        case copy(reason: String)
    }

    /// What tells the database from others.
    static let databaseIdentity = """
        SELECT (SELECT system_identifier FROM pg_control_system())::text || '/' || current_database()
        """

    /// What the place says in which a store was at home, which a restore names after its file.
    static func origin(_ home: String) -> String {
        home.hasPrefix("of ") ? "it was restored from\(home.dropFirst(2))" : "it was kept in the database \(home)"
    }

    /// Whether the store is where it was; one that is new is at home here from now on.
    ///
    /// It is known by what the server was given once and keeps through restarts and promotions (`system_identifier`), and
    /// by the name of the database.
    ///
    /// - Throws: ``StoreError``.
    public func standing() async throws -> Standing {
        let (home, here) = try await write(named: "standing") { transaction -> (String, String) in
            guard let transaction = transaction as? PostgresTransaction else { return ("", "") }
            let here = try transaction.value(String.self, Self.databaseIdentity) ?? ""
            if let home = try transaction.identity("home") { return (home, here) }
            transaction.setIdentity("home", here)
            return (here, here)
        }
        guard home == here else {
            return .copy(reason: "\(Self.origin(home)) and is now in \(here)")
        }
        self.home.settle(in: here)
        return .original
    }

    /// Makes a copy a store of its own, which fires what is due in it.
    ///
    /// - Throws: ``StoreError``.
    public func adopt() async throws {
        let here = try await write(named: "standing") { transaction -> String in
            guard let transaction = transaction as? PostgresTransaction else { return "" }
            let here = try transaction.value(String.self, Self.databaseIdentity) ?? ""
            transaction.setIdentity("home", here)
            return here
        }
        home.settle(in: here)
    }

    /// What tells the key that seals the secrets in the store from any other; nil where no node has had one yet.
    ///
    /// - Throws: ``StoreError``.
    public func keyPrint() async throws -> String? {
        try await read { try ($0 as? PostgresTransaction)?.identity("key") }
    }

    /// Notes what tells the key from others.
    ///
    /// - Parameters:
    ///   - print: What tells it.
    ///   - replaces: Whether another one that is there already gives way.
    /// - Returns: What stands there from now on.
    /// - Throws: ``StoreError``.
    public func noteKeyPrint(_ print: String, replaces: Bool) async throws -> String {
        try await write(named: "key") { transaction in
            guard let transaction = transaction as? PostgresTransaction else { return print }
            if !replaces, let known = try transaction.identity("key") { return known }
            transaction.setIdentity("key", print)
            return print
        }
    }

    /// The nodes that have the store open, in the order in which they joined, with the hooks that each sends for.
    ///
    /// One that was killed is among them until its lease has ended.
    ///
    /// - Throws: ``StoreError``.
    public func nodes() async throws -> [StoreNode] {
        let own = claimOwner
        return try await read { reader in
            guard let reader = reader as? PostgresTransaction else { return [] }
            let hooks = try reader.rows(
                "SELECT hook_owner.owner, hook.id FROM hook_owner JOIN hook ON hook.key = hook_key ORDER BY hook.key"
            ) { (owner: try $0.next(Int64.self), hook: try $0.next(HookID.self)) }
            let byOwner = Dictionary(grouping: hooks, by: \.owner).mapValues { $0.map(\.hook) }
            return try reader.rows(
                """
                SELECT owner, name, version, (extract(epoch FROM joined_at) * 1000)::bigint,
                    (extract(epoch FROM seen_until) * 1000)::bigint, clock_offset,
                    owner IS NOT DISTINCT FROM (SELECT leader FROM log_head)
                FROM node WHERE \(NodeLease.isThere) ORDER BY joined_at, owner
                """
            ) { column in
                let owner = try column.next(Int64.self)
                return StoreNode(
                    id: owner, name: try column.next(), version: try column.next(), joinedAt: try column.next(),
                    leaseEnd: try column.next(), clockOffset: (try column.next() as Double?).map { .seconds($0) },
                    isLeader: try column.next(), isOwn: owner == own.rawValue, hooks: byOwner[owner] ?? [])
            }
        }
    }
}

extension PostgresTransaction {
    func identity(_ name: String) throws -> String? {
        try value(String.self, "SELECT value FROM identity WHERE name = ?", [name])
    }

    fileprivate func setIdentity(_ name: String, _ value: String) {
        post(
            """
            INSERT INTO identity (name, value) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, [name, value])
    }
}
