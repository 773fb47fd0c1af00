/// What went wrong in a store.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong; more kinds may come.
    public struct Code: Hashable, Sendable {
        private let name: String
        fileprivate let scope: Scope
        fileprivate let isRetryable: Bool

        fileprivate enum Scope { case store, request }

        private init(_ name: String, of scope: Scope, isRetryable: Bool) {
            (self.name, self.scope, self.isRetryable) = (name, scope, isRetryable)
        }

        /// What was named is not a taskd store.
        ///
        /// Trying again does not help: another one must be named.
        public static let notAStore = Code("notAStore", of: .store, isRetryable: false)
        /// The store was written by a newer taskd.
        ///
        /// Trying again does not help: a newer taskd must be installed.
        public static let newerVersion = Code("newerVersion", of: .store, isRetryable: false)
        /// Another process has the store open or locked, or somebody has a table of it locked.
        ///
        /// Trying again helps once that one is done.
        public static let inUse = Code("inUse", of: .store, isRetryable: true)
        /// The store cannot be reached, read or written just now: the file is damaged, the server down.
        ///
        /// Trying again helps once that is fixed. Nothing of the closure was kept, unless the description says that this
        /// is not known.
        public static let unavailable = Code("unavailable", of: .store, isRetryable: true)
        /// The server refuses something to the role that the store was opened with.
        ///
        /// Trying again does not help: the role must be granted the right.
        public static let forbidden = Code("forbidden", of: .store, isRetryable: false)
        /// The disk that holds the store is full.
        ///
        /// Trying again helps once there is room. Nothing of the closure was kept.
        public static let diskFull = Code("diskFull", of: .store, isRetryable: true)
        /// The store was moved to another place, or is being moved: what is here can be read, and changes no more.
        ///
        /// Trying again does not help: the store must be used where it is now.
        public static let moved = Code("moved", of: .store, isRetryable: false)
        /// What was to be written contradicts what is there: an id belongs to something else.
        ///
        /// Trying again does not help.
        public static let conflict = Code("conflict", of: .request, isRetryable: false)
        /// A row holds what cannot be read; the rest of the store can be used.
        ///
        /// Trying again does not help: the row must be repaired.
        public static let unreadable = Code("unreadable", of: .request, isRetryable: false)
        /// A cursor was not made for this list.
        ///
        /// Trying again does not help: the list must be read from its beginning.
        public static let invalidCursor = Code("invalidCursor", of: .request, isRetryable: false)
        /// A filter asks for what tasks do not have yet.
        ///
        /// Trying again does not help: a newer taskd may have it.
        public static let notAvailable = Code("notAvailable", of: .request, isRetryable: false)
        /// A list took longer than it may, since no index serves what was asked for.
        ///
        /// Trying again does not help: something must be asked for that an index serves.
        public static let tooSlow = Code("tooSlow", of: .request, isRetryable: false)
        /// Too many lists that take long are being read, or wait.
        ///
        /// Trying again helps in a few seconds; what an index serves is not concerned.
        public static let crowded = Code("crowded", of: .request, isRetryable: true)
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What went wrong, where, and how to fix it.
    public let description: String

    /// Makes an error.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Whether the same call may succeed later without anybody changing what it asks for.
    ///
    /// What a back end can try again by itself, such as a transaction that lost against another one, it has tried again
    /// before it throws.
    public var isRetryable: Bool { code.isRetryable }

    /// Whether the store as a whole is in trouble, and not just what was asked for: then nothing else can be done either.
    public var isOfWholeStore: Bool { code.scope == .store }
}
