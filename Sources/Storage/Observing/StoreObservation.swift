/// A value that is read from a store: as it is, and again after each commit that has changed it.
///
/// ```swift
/// for try await tasks in store.changes(of: query) { show(tasks) }
/// ```
///
/// - **Nothing is missed**: after the last commit, the last element is what the store holds.
/// - **Nothing piles up**: it is read only when the next element is asked for. All that was committed in the meantime is
///   one element, and a commit after which the value is equal to the last element is none.
/// - **It costs nothing in between**: it waits for commits, without a clock.
/// - **It ends** when its task is cancelled, and leaves nothing in the store. An error of the store, a ``StoreError``, or
///   of the closure is thrown, and ends it too; observe again to go on.
///
/// A store reads for two of its observers at a time. However many there are, commits do not wait for them, and other
/// reads have connections of their own; with many, each is up to date later.
public struct StoreObservation<Value: Equatable & Sendable>: AsyncSequence, Sendable {
    /// Reads the value again after commits.
    public struct Iterator: AsyncIteratorProtocol {
        private let store: any Store
        private let body: @Sendable (any StoreReader) throws -> Value
        private var observer: StoreObserver?
        private var last: Value?

        fileprivate init(_ observation: StoreObservation) {
            (store, body) = (observation.store, observation.body)
            observer = StoreObserver(observation.interest, of: observation.store.changes)
        }

        /// The value, once it is another than the last one; nil once the task is cancelled.
        ///
        /// - Throws: A ``StoreError``, or what the closure throws.
        public mutating func next() async throws -> Value? {
            guard let observer else { return nil }
            // Whatever ends it, the place in the queue is given back.
            self.observer = nil
            while let value = try await observer.takeTurn({ try await store.read(body) }), !Task.isCancelled {
                if let last, last == value { continue }
                (last, self.observer) = (value, observer)
                return value
            }
            return nil
        }
    }

    fileprivate let store: any Store
    fileprivate let interest: StoreChanges
    fileprivate let body: @Sendable (any StoreReader) throws -> Value

    /// Begins to observe; the first element is read when it is asked for.
    public func makeAsyncIterator() -> Iterator {
        Iterator(self)
    }
}

extension Store {
    /// The tasks that a query asks for, now and after each commit that changes them: one page, in the query's order.
    ///
    /// The instants of a query stay what they are: what is overdue by the clock alone is no change.
    ///
    /// - Parameter query: Which tasks, how many of them at most (``TaskQuery/limit``), and in what order.
    /// - Returns: A sequence that can be iterated any number of times.
    public func changes(of query: TaskQuery) -> StoreObservation<[TaskItem]> {
        observe(.tasks) { try $0.tasks(matching: query).items }
    }

    /// What a closure reads, now and after each commit that changes it.
    ///
    /// - Parameters:
    ///   - interest: After which commits it is read again; only what these change is seen to change.
    ///   - body: Reads what it needs in one snapshot, as in ``read(_:)``; what it throws ends the observation.
    /// - Returns: A sequence that can be iterated any number of times.
    public func observe<Value: Equatable & Sendable>(
        _ interest: StoreChanges = .anything,
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) -> StoreObservation<Value> {
        StoreObservation(store: self, interest: interest, body: body)
    }
}
