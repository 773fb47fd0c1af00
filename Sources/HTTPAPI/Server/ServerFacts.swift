package import Recurrence
package import Storage

/// What a server tells of itself and its machine, for `/v1/status`.
package struct ServerFacts: Sendable {
    /// How large the store is, and how much room is left for it.
    package struct Room: Hashable, Sendable {
        /// The bytes of the store's files.
        package var used: Int
        /// The bytes that its file system has left; nil where that is unknown.
        package var free: Int?

        /// Makes the room from its parts.
        package init(used: Int, free: Int?) {
            (self.used, self.free) = (used, free)
        }
    }

    /// Since when the server runs; nil where nobody counts.
    package var startedAt: UTCInstant?
    /// The nodes that have the store open.
    package var nodes: @Sendable () async throws -> [StoreNode] = { [] }
    /// What keeps the store: `sqlite` or `postgresql`; nil where that is unknown.
    package var engine: String?
    /// Measures the store; nil where it cannot be measured.
    package var room: @Sendable () -> Room? = { nil }
    /// How the server of the store is kept; nil where the store is a file, or its server cannot be asked.
    package var keeping: @Sendable () async -> StoreKeeping? = { nil }
    /// The zone of tasks that name none; nil where that is unknown.
    package var zone: String?
    /// The version of the time zone rules; nil where that is unknown.
    package var zoneData: String?
    /// How often backups are made; nil where none is by itself.
    package var backupInterval: Swift.Duration?
    /// Where the store's file is, and the folder of its backups, for those alone who administer the server.
    package var store: String?
    package var backups: String?

    /// Makes facts of which nothing is known yet.
    package init() {}
}
