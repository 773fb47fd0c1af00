#if POSTGRES
    import Basics
    import Logging
    import Notify
    import ServiceLifecycle
    import Storage
    import StoragePostgres

    extension PostgresStore: DaemonStore {
        var trouble: String? { isAway ? "the database cannot be reached; see the server's log" : nil }

        func moveMark() async throws -> CopyMark? { try await copyMark() }

        func stay() async throws { try await removeCopyMark() }

        func refusal(isAdopted: Bool, _ logger: Logger) async throws -> String? {
            guard case .copy(let reason) = try await standing() else { return nil }
            guard isAdopted else { return CopyRefusal.tell(reason, of: place, logger) }
            try await adopt()
            logger.notice("the store was adopted", metadata: ["store": "\(place)", "reason": "\(reason)"])
            return nil
        }

        /// A server has no folder that could be copied back.
        func checkWitness(_ stateFolder: String?, _ logger: Logger) {}

        /// The key of the store, which each node has in a file of its own: the first makes one, the others are given it.
        func secretKey(in file: SecretKeyFile, isReplaced: Bool) async throws -> [UInt8] {
            let (known, hasSecrets) = (try await keyPrint(), try await hasSecrets())
            let key = try file.loadOrCreate(isNeeded: (known != nil || hasSecrets) && !isReplaced)
            let print = SecretKeyFile.print(of: key)
            guard try await noteKeyPrint(print, replaces: isReplaced) == print else {
                throw StoreError(
                    .notAStore,
                    """
                    the key file \(file.path) is not the one that the secrets in this store are sealed with; copy the key \
                    file of another node
                    """)
            }
            return key
        }

        func upkeep(_ clock: CorrectedClock, _ logger: Logger) -> [any Service] {
            [LoopService { await self.run() }]
        }

        func end(noting: Bool) async throws {
            await close()
        }
    }
#endif
