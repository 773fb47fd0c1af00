/// How a daemon does.
public struct StatusView: Decodable, Hashable, Sendable {
    /// A hook that fails, or was disabled by the daemon.
    public struct FailingHook: Decodable, Hashable, Sendable {
        /// A UUID.
        public var id: String
        /// `webhook`, `command` or `stdout`.
        public var kind: String
        /// Whether events are sent to it.
        public var enabled: Bool
        /// Why it is not enabled.
        public var disabledReason: String?
        /// `closed`, `open` or `halfOpen`: whether deliveries are sent.
        public var circuit: String
        /// How many attempts have failed since the last that succeeded.
        public var consecutiveFailures: Int
        /// The instant since when all have failed.
        public var failingSince: String?
        /// Where events go; nil where the token may not know.
        public var target: String?
    }

    /// The hooks in numbers, and those in trouble.
    public struct Hooks: Decodable, Hashable, Sendable {
        /// How many are enabled.
        public var enabled: Int
        /// How many are not.
        public var disabled: Int
        /// Those that fail.
        public var failing: [FailingHook]
    }

    /// The size of the store.
    public struct Store: Decodable, Hashable, Sendable {
        /// What keeps it: `sqlite` or `postgresql`; nil where that is unknown.
        public var engine: String?
        /// The bytes of its files.
        public var bytes: Int?
        /// The bytes that are left on its disk.
        public var freeBytes: Int?
        /// Where it is; nil where the token may not know.
        public var path: String?
        /// What is amiss with its server; nil where the token may not know.
        public var findings: [StoreFinding]?
    }

    /// What is amiss with the server of a store.
    public struct StoreFinding: Decodable, Hashable, Sendable {
        /// What was looked at, in a word.
        public var check: String
        /// Whether something is broken or will be.
        public var isBad: Bool
        /// What it is.
        public var text: String
        /// How to mend it.
        public var mend: String
    }

    /// The backups that the daemon makes.
    public struct Backup: Decodable, Hashable, Sendable {
        /// The age of the latest; nil where there is none.
        public var ageSeconds: Double?
        /// How often one is made; nil for not by themselves.
        public var intervalSeconds: Double?
    }

    /// The daemon's version.
    public var version: String
    /// The instant since when it runs.
    public var startedAt: String?
    /// The daemon's clock.
    public var now: String
    /// Whether what is due is fired.
    public var firing: Bool
    /// Why it is not.
    public var reason: String?
    /// How long what is due the longest has been.
    public var lagSeconds: Double
    /// The version of the time zone rules.
    public var zoneData: String?
    /// How many rows cannot be read or evaluated.
    public var setAside: Int
    /// The hooks.
    public var hooks: Hooks
    /// The store.
    public var store: Store
    /// The backups.
    public var backup: Backup
}
