import Storage

/// What a node sees of the others, and what it does about it: takes the lead where nobody has it.
struct HeadLook {
    /// The how manieth leader there is, or was last.
    let term: Int64
    /// Whether it is this node.
    let isOwn: Bool
    /// Whether nobody leads who is there.
    let isVacant: Bool
    /// Whether some node has gone without saying so.
    let hasLost: Bool
    /// The nodes that are awake.
    let nodes: [Int64]
    /// What the store says of itself.
    let marks: (copy: String?, home: String?)

    private static let isVacant = """
        (leader IS NULL OR NOT EXISTS (SELECT 1 FROM node WHERE node.owner = leader AND \(NodeLease.isAwake)))
        """
    private static let look = Statement(
        """
        SELECT term, leader IS NOT DISTINCT FROM ?, \(isVacant),
            EXISTS (SELECT 1 FROM node WHERE NOT (\(NodeLease.isThere))),
            coalesce((SELECT array_agg(owner ORDER BY owner) FROM node WHERE \(NodeLease.isAwake)), '{}'),
            \(StoreHome.marks)
        FROM log_head
        """)
    private static let lock = Statement("SELECT 1 FROM log_head WHERE id = 1 FOR UPDATE")
    /// The condition is looked at by a statement of its own, behind the lock, with all that was committed before.
    private static let take = Statement(
        """
        UPDATE log_head SET leader = ?, term = term + 1 WHERE id = 1 AND \(isVacant) AND NOT \(CopyMark.isThere)
        RETURNING term
        """)

    /// Looks.
    init(on connection: PostgresConnection, by owner: ClaimOwner) throws {
        var flight = Flight()
        flight.add(Self.look, Parameters([owner.rawValue]))
        let rows = try connection.run(flight, within: NodeLease.patience)[0]
        var column = ColumnReader(rows, row: 0)
        (term, isOwn) = (try column.next(), try column.next())
        (isVacant, hasLost, nodes) = (try column.next(), try column.next(), try column.next())
        marks = (try column.next(), try column.next())
    }

    /// Takes the lead, unless somebody has it by now.
    ///
    /// No transaction of the leader before is under way meanwhile, since each has the head of the log locked, and none can
    /// follow: each compares its term with the one that stands there. Nobody takes it of a store that is being moved.
    ///
    /// - Returns: The term; nil where another node was faster.
    static func takeLead(on connection: PostgresConnection, as owner: ClaimOwner) throws -> Int64? {
        var flight = Flight()
        for statement in [Statement.begin, lock] { flight.add(statement) }
        let place = flight.add(take, Parameters([owner.rawValue]))
        flight.add(.commit)
        let answer = try connection.run(flight, within: NodeLease.patience)[place]
        return answer.count > 0 ? try answer.value(Int64.self, 0, 0) : nil
    }
}
