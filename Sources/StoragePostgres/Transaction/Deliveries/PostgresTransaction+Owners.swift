import Storage

/// Which node sends what a hook is owed.
enum HookOwner {
    /// Whether the owner in a row of `hook_owner` is a node that is there.
    static let isThere = """
        EXISTS (SELECT 1 FROM node WHERE node.owner = hook_owner.owner AND \(NodeLease.isThere))
        """

    /// Whether a rate or a number of requests at a time is promised to a hook's receiver.
    private static func isLimited(_ hook: String) -> String {
        """
        EXISTS (SELECT 1 FROM hook AS limited WHERE limited.key = \(hook)
            AND (limited.concurrency IS NOT NULL OR limited.rate_per_second IS NOT NULL))
        """
    }

    /// Whether a node may claim deliveries of a hook: it owns it, or nobody does who is there; and the owner before has said
    /// what came of all that it had claimed, or is not there.
    ///
    /// One that is there and has lost its session has most likely been killed. What it had claimed may still be on its way,
    /// and waits; the others of the hook wait only where a rate or a number of requests at a time is promised. The order in
    /// which a task's are sent holds in any case, since each is blocked by those before it.
    ///
    /// - Parameters:
    ///   - hook: The hook's key, in the words of SQL.
    ///   - node: The node.
    /// - Returns: The condition.
    static func mayClaim(_ hook: String, node: String) -> String {
        """
        NOT EXISTS (SELECT 1 FROM hook_owner WHERE hook_owner.hook_key = \(hook) AND (
            hook_owner.owner <> \(node) AND \(isThere)
            OR former IS NOT NULL AND EXISTS (SELECT 1 FROM delivery AS sent JOIN node ON node.owner = sent.claim_owner
                WHERE sent.hook_key = \(hook) AND sent.is_claimed AND sent.claim_owner = former AND former <> \(node)
                AND \(NodeLease.isThere) AND (\(isLimited(hook)) OR \(NodeLease.isAwake)))))
        """
    }
}

extension PostgresTransaction {
    /// Has the node own hooks that it may claim of.
    func own(_ hooks: [Int64]) {
        post(
            """
            INSERT INTO hook_owner (hook_key, owner) SELECT key, ?2 FROM unnest(?1) AS claimed (key)
            WHERE EXISTS (SELECT 1 FROM node WHERE node.owner = ?2)
            ON CONFLICT (hook_key) DO UPDATE SET owner = excluded.owner, former = NULL
            WHERE hook_owner.owner <> excluded.owner OR hook_owner.former IS NOT NULL
            """, [hooks, node.rawValue])
    }
}
