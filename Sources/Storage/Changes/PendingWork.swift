/// What a transaction leaves to further ones, since it is too much for one.
public struct PendingWork: Hashable, Sendable {
    /// The series with edits that have not come to all of their open occurrences, in the order in which they were left.
    public private(set) var series: [SeriesID] = []
    /// Whether an undo has not come to all of its tasks.
    public var isUndoing = false

    /// Nothing.
    public init() {}

    /// Whether nothing is left.
    public var isEmpty: Bool { series.isEmpty && !isUndoing }

    /// Notes whether edits of a series are left.
    public mutating func note(_ id: SeriesID, isPending: Bool) {
        series.removeAll { $0 == id }
        if isPending { series.append(id) }
    }
}
