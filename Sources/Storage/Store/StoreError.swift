/// What went wrong in a store.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong; more kinds may come.
    public struct Code: Hashable, Sendable {
        private let name: String

        /// The file is not a taskd store.
        public static let notAStore = Code(name: "notAStore")
        /// The store was written by a newer taskd.
        public static let newerVersion = Code(name: "newerVersion")
        /// Another daemon has the store open.
        public static let inUse = Code(name: "inUse")
        /// An id already belongs to something else.
        public static let conflict = Code(name: "conflict")
        /// A row holds what cannot be read; the rest of the store can be used.
        public static let unreadable = Code(name: "unreadable")
        /// The store cannot be read or written: the disk is full, the file is damaged, the path is wrong.
        public static let unavailable = Code(name: "unavailable")
    }

    /// Whether the store as a whole is in trouble, and not just what was asked for: then nothing else can be done either.
    public var isOfWholeStore: Bool { code != .conflict && code != .unreadable }

    /// What kind of thing went wrong.
    public let code: Code
    /// What went wrong, where, and how to mend it.
    public let description: String

    /// Makes an error from its parts.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
