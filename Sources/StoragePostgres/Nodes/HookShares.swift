import Storage

/// Which node sends what which hook is owed.
enum HookShares {
    private static let lock = Statement("SELECT term FROM log_head WHERE id = 1 FOR UPDATE")
    private static let hooks = Statement(
        "SELECT hook.key, owner FROM hook LEFT JOIN hook_owner ON hook_key = hook.key ORDER BY hook.key")
    private static let move = Statement(
        """
        INSERT INTO hook_owner (hook_key, owner) SELECT * FROM unnest(?, ?)
        ON CONFLICT (hook_key) DO UPDATE SET owner = excluded.owner, former = hook_owner.owner
        """)

    /// Shares the hooks out among nodes, and tells them.
    ///
    /// - Parameters:
    ///   - connection: The leader's session.
    ///   - nodes: The nodes.
    ///   - term: The leader's term; where another node leads by now, nothing is done.
    ///   - channel: Where the nodes are told.
    /// - Throws: ``PostgresError``.
    static func share(
        on connection: PostgresConnection, among nodes: [Int64], term: Int64, channel: String
    ) throws {
        var flight = Flight()
        for statement in [Statement.begin, lock, hooks] { flight.add(statement) }
        let answers = try connection.run(flight, within: NodeLease.patience)
        let owners = try (0..<answers[2].count).map { row in
            var column = ColumnReader(answers[2], row: row)
            return (hook: try column.next() as Int64, owner: try column.next() as Int64?)
        }
        let moves = try answers[1].value(Int64.self, 0, 0) == term ? moves(owners, among: nodes) : []
        var ending = Flight()
        if !moves.isEmpty {
            ending.add(move, Parameters([moves.map(\.hook), moves.map(\.owner)]))
            ending.add(CommitNote.tell, Parameters([channel, CommitNote([.deliveries]).payload]))
        }
        ending.add(.commit)
        _ = try connection.run(ending, within: NodeLease.patience)
    }

    /// What has to change for each node to have as many as any other, or one more; no more than that changes.
    ///
    /// - Parameters:
    ///   - hooks: The hooks and who has them; nil for nobody.
    ///   - nodes: The nodes.
    /// - Returns: The hooks that get another owner, and whom.
    static func moves(
        _ hooks: [(hook: Int64, owner: Int64?)], among nodes: [Int64]
    ) -> [(hook: Int64, owner: Int64)] {
        guard !nodes.isEmpty else { return [] }
        var shares = Dictionary(uniqueKeysWithValues: nodes.map { ($0, [Int64]()) })
        var free: [Int64] = []
        for (hook, owner) in hooks {
            if let owner, shares[owner] != nil { shares[owner]?.append(hook) } else { free.append(hook) }
        }
        let least = hooks.count / nodes.count
        // Who has the most keeps one more than the others, as far as there are so many.
        let byCount = nodes.sorted { (shares[$0]?.count ?? 0, $1) > (shares[$1]?.count ?? 0, $0) }
        for (rank, node) in byCount.enumerated() {
            let room = least + (rank < hooks.count % nodes.count ? 1 : 0)
            let surplus = (shares[node] ?? []).dropFirst(room)
            free += surplus
            shares[node]?.removeLast(surplus.count)
        }
        var moves: [(hook: Int64, owner: Int64)] = []
        for (rank, node) in byCount.enumerated() {
            let room = least + (rank < hooks.count % nodes.count ? 1 : 0) - (shares[node]?.count ?? 0)
            for hook in free.prefix(room) { moves.append((hook, node)) }
            free.removeFirst(min(room, free.count))
        }
        return moves
    }
}
