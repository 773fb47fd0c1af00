import Basics
import HTTPAPI
import Logging
import Notify
import ServiceLifecycle
import Storage

/// A store as the daemon opens it: what of it depends on where it is kept.
protocol DaemonStore: Store {
    /// Where it is, in words that hold no password.
    var place: String { get }
    /// Why it cannot be used as it was opened, in words that tell nothing of the machine; nil when all is well.
    var trouble: String? { get }
    /// Where the contents of attachments are kept; to be asked for once, before any are.
    func makeContents() -> any ContentStore
    /// The nodes that have it open; none where there can be no other than this one.
    func nodes() async throws -> [StoreNode]

    /// What it has noted of a move to another place or from one; nil where there is none.
    func moveMark() async throws -> CopyMark?
    /// Forgets that it was moved: it is a store of its own from now on.
    func stay() async throws

    /// Why it must not fire: it is a copy, and nobody said that it is to be a store of its own; nil where it may.
    func refusal(isAdopted: Bool, _ logger: Logger) async throws -> String?
    /// Says so where an older copy of the store could not be told; to be called once it is known whether it may fire.
    func checkWitness(_ stateFolder: String?, _ logger: Logger)
    /// The key by which the secrets of hooks are sealed; one is made unless it is missed.
    func secretKey(in file: SecretKeyFile, isReplaced: Bool) async throws -> [UInt8]

    /// What runs beside it for as long as it is open.
    func upkeep(_ clock: CorrectedClock, _ logger: Logger) -> [any Service]
    /// Runs what one node alone may do, whenever this is the node, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - work: What to do, with the store as that node has it.
    ///   - note: Is called again and again while another node does it.
    func lead(_ work: @escaping @Sendable (any Store) async -> Void, whileAnotherDoes note: @Sendable () -> Void) async

    /// Closes it, with nothing under way.
    func end(noting: Bool) async throws
}

extension DaemonStore {
    /// Whether hooks have something that is sealed.
    func hasSecrets() async throws -> Bool {
        try await read { try $0.hooks().contains(where: \.holdsSecrets) }
    }
}

extension Hook {
    /// Whether something of it is sealed.
    fileprivate var holdsSecrets: Bool {
        !sealedSecrets.isEmpty || tls?.sealedKey != nil || headers.contains(where: \.isSecret)
    }
}
