import Basics
import Logging
import Notify
import ServiceLifecycle
import Storage

/// A store that was moved elsewhere, or is being moved: what is in it can be read, and nothing of it changes.
struct MovedStore: DaemonStore {
    let store: any DaemonStore
    /// What a change was refused with when it was opened.
    let firstRefusal: StoreError

    var changes: StoreChangeFeed { store.changes }
    var claimOwner: ClaimOwner { store.claimOwner }
    var place: String { store.place }
    var trouble: String? { store.trouble }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await store.read(body)
    }

    func readList<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await store.readList(body)
    }

    func write<Value: Sendable>(
        named name: String, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        throw try await refusal()
    }

    /// What a change is refused with, as the store says by now: the move goes on beside the daemon.
    private func refusal() async throws -> StoreError { try await moveMark()?.refusal(of: place) ?? firstRefusal }

    func makeContents() -> any ContentStore { store.makeContents() }

    func nodes() async throws -> [StoreNode] { try await store.nodes() }

    func moveMark() async throws -> CopyMark? { try await store.moveMark() }

    func stay() async throws { try await store.stay() }

    func refusal(isAdopted: Bool, _ logger: Logger) async throws -> String? {
        "\(try await refusal().description) (or start it with --adopt-store, if that copy is to be no more)"
    }

    func checkWitness(_ stateFolder: String?, _ logger: Logger) {}

    func secretKey(in file: SecretKeyFile, isReplaced: Bool) async throws -> [UInt8] {
        try await store.secretKey(in: file, isReplaced: isReplaced)
    }

    func upkeep(_ clock: CorrectedClock, _ logger: Logger) -> [any Service] { [] }

    func lead(_ work: @escaping @Sendable (any Store) async -> Void, whileAnotherDoes note: @Sendable () -> Void) async
    {}

    func end(noting: Bool) async throws { try await store.end(noting: false) }
}

extension DaemonStore {
    /// The store as a daemon may have it that finds it like this.
    ///
    /// - Parameters:
    ///   - isAdopted: Whether one that was moved is to be a store of its own again.
    ///   - logger: Is told of it.
    /// - Returns: The store, or what lets nothing change in it.
    /// - Throws: ``StoreError`` where it is an unfinished copy, of which nothing can be told.
    func unlessMoved(isAdopted: Bool, _ logger: Logger) async throws -> (store: any DaemonStore, isMoved: Bool) {
        guard let mark = try await moveMark() else { return (self, false) }
        let refusal = mark.refusal(of: place)
        guard mark.state != .arriving else {
            try await end(noting: false)
            throw refusal
        }
        guard !isAdopted else {
            try await stay()
            logger.notice("the store was adopted", metadata: ["store": "\(place)", "reason": "\(refusal)"])
            return (self, false)
        }
        logger.error(
            "the store was moved: it can only be read", metadata: ["store": "\(place)", "to": "\(mark.place)"])
        return (MovedStore(store: self, firstRefusal: refusal), true)
    }
}
