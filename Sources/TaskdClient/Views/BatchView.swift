/// What each operation of a batch came to, in the order in which they were sent.
public struct BatchView<Result: Decodable & Sendable>: Decodable, Sendable {
    /// The results; of operations of one kind they have one form.
    public var results: [Result]
}

/// A task that was deleted.
public struct DeletionView: Decodable, Hashable, Sendable {
    /// Its id.
    public var deleted: String
}
