#if POSTGRES
    import Basics
    import Foundation
    import Recurrence
    import Storage
    import StorageSQLite
    import StoragePostgres

    /// The backup of a store in a PostgreSQL database: a file as `pg_dump` writes it.
    struct DatabaseBackup: Hashable, Sendable {
        /// What the names of backups end with that are made without a name.
        static let suffix = ".dump"

        let path: String
        let bytes: Int
        let contents: PostgresDump.Contents

        /// Backs a database up to a file that is not there yet, readable by its owner only.
        ///
        /// The file gets its name when it was read again and is durable.
        ///
        /// - Parameters:
        ///   - paths: The database, and where its key is.
        ///   - target: The backup.
        ///   - key: Whether the key goes beside it.
        ///   - context: Where programs are found, and the clock by which the server is waited for.
        /// - Returns: The backup.
        /// - Throws: ``StoreError``, or ``CommandFailure`` for the key file; then there is no such file.
        static func write(
            _ paths: StorePaths, to target: String, key: BackupConfiguration.Key, in context: CommandContext
        ) async throws -> DatabaseBackup {
            guard !FileManager.default.fileExists(atPath: target) else {
                throw StoreError(.conflict, "\(target) already exists; name another file")
            }
            let draft = DraftFile(path: target + ".partial")
            try draft.create()
            do {
                let contents = try await dump(paths, context).write(to: draft.path)
                let bytes = try FileManager.default.attributesOfItem(atPath: draft.path)[.size] as? Int ?? 0
                try draft.publish(as: target)
                if key == .include, FileManager.default.fileExists(atPath: paths.keyFile) {
                    do { try KeyFileCopy.make(of: paths.keyFile, at: target + ".key") } catch {
                        try? FileManager.default.removeItem(atPath: target)
                        throw error
                    }
                }
                return DatabaseBackup(path: target, bytes: bytes, contents: contents)
            } catch {
                try? FileManager.default.removeItem(atPath: draft.path)
                throw error
            }
        }

        /// Loads a backup into a database.
        ///
        /// - Returns: What was loaded, and the schema that was moved aside; nil for none.
        /// - Throws: ``StoreError``.
        static func load(
            _ path: String, into paths: StorePaths, replaces: Bool, in context: CommandContext
        ) async throws -> (contents: PostgresDump.Contents, aside: String?) {
            try await dump(paths, context).load(path, at: context.clock.now, replaces: replaces)
        }

        private static func dump(_ paths: StorePaths, _ context: CommandContext) -> PostgresDump {
            PostgresDump(
                PostgresStore.Configuration(conninfo: paths.server ?? "", node: "backup"), clock: context.clock.steady,
                environment: context.environment)
        }
    }
#endif
