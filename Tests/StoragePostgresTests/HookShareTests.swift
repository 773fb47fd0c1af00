import Testing

@testable import StoragePostgres

struct HookShareTests {
    /// Hooks with their owners, the nodes that are there, and how many hooks have to get another owner.
    @Test(arguments: [
        (owners: [Int64?](), nodes: [Int64](), moves: 0), (owners: [nil, nil, nil], nodes: [1], moves: 3),
        (owners: [1, 1, 1, 1], nodes: [1, 2], moves: 2), (owners: [1, 2, 3, nil, 3], nodes: [1, 2], moves: 3),
        (owners: [1, 1, 1, 2, 2, 9, 9, nil], nodes: [1, 2, 3], moves: 3),
        (owners: [5, 5], nodes: [1, 5, 9], moves: 1),
        (owners: Array(repeating: 7, count: 100), nodes: [7, 8, 9], moves: 66),
        (owners: [1, 2, 1], nodes: [1, 2], moves: 0),
        (owners: [1, 1], nodes: [], moves: 0),
    ])
    func `each node has as many hooks as any other or one more, and no more change than have to`(
        owners: [Int64?], nodes: [Int64], moves count: Int
    ) {
        let hooks = owners.enumerated().map { (hook: Int64($0.offset), owner: $0.element) }
        let moves = HookShares.moves(hooks, among: nodes)
        #expect(moves.count == count && Set(moves.map(\.hook)).count == count)
        var after = owners
        for move in moves { after[Int(move.hook)] = move.owner }
        let shares = nodes.map { node in after.count { $0 == node } }
        #expect((shares.max() ?? 0) - (shares.min() ?? 0) <= 1)
        #expect(nodes.isEmpty || shares.reduce(0, +) == owners.count)
    }
}
