/// Something in a store that is not as it must be.
public struct StoreFault: Hashable, Sendable {
    /// What kind of fault it is; more kinds may come.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The name, for machines.
        public let description: String

        /// Names a kind.
        public init(_ name: String) {
            description = name
        }

        /// The database is damaged: its pages, its indexes, its references.
        public static let damage = Kind("damage")
        /// Events are missing in the log that retention did not remove.
        public static let gap = Kind("gap")
        /// A delivery is in a state that cannot be.
        public static let delivery = Kind("delivery")
        /// A task cannot be read.
        public static let unreadable = Kind("unreadable")
        /// A derived value does not follow from what it is derived from.
        public static let derived = Kind("derived")
        /// A reminder is in a state that cannot be.
        public static let reminder = Kind("reminder")
        /// A task is not found by its words, or has not its place among titles.
        public static let search = Kind("search")
        /// The statistics are not what a recount gives.
        public static let statistics = Kind("statistics")
        /// The content of an attachment is missing, or not what was stored.
        public static let content = Kind("content")
        /// A secret of a hook cannot be opened by the key beside the store.
        public static let secret = Kind("secret")
    }

    /// What kind of fault it is.
    public var kind: Kind
    /// What it is about, such as `task 0198c5a0-…`.
    public var subject: String
    /// What is wrong.
    public var detail: String
    /// A statement or a command that mends it; nil where it takes more than one, or a backup.
    public var mend: String?

    /// Makes a fault from its parts.
    public init(_ kind: Kind, _ subject: String, _ detail: String, mend: String? = nil) {
        (self.kind, self.subject, self.detail, self.mend) = (kind, subject, detail, mend)
    }
}

extension StoreFault {
    /// Why a task cannot be read.
    public struct Unreadable: Error, Hashable, Sendable {
        /// The key of its row.
        public var key: Int64
        /// Why.
        public var reason: String

        /// Makes a reason.
        public init(key: Int64, reason: String) {
            (self.key, self.reason) = (key, reason)
        }
    }
}
