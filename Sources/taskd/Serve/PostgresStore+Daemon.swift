#if POSTGRES
    import Basics
    import Logging
    import Notify
    import ServiceLifecycle
    import Storage
    import StoragePostgres

    extension PostgresStore: DaemonStore {
        var trouble: String? { refusal?.description ?? (isAway ? "the database cannot be reached" : nil) }

        func makeContents() -> any ContentStore { contents }

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
            let isNeeded = known != nil || hasSecrets
            let others = try await nodes().filter { !$0.isOwn }.map(\.name).joined(separator: ", ")
            // Nodes that run have the key, and would be left with one that opens nothing.
            guard !isReplaced || !isNeeded || others.isEmpty else {
                throw StoreError(
                    .inUse,
                    """
                    the key is not lost: \(others) runs with it; copy its key file to \(file.path), or stop it first (a node \
                    that was killed is gone after 10 s)
                    """)
            }
            guard !isNeeded || isReplaced || others.isEmpty || file.isThere else {
                throw StoreError(
                    .notAStore,
                    "the key file \(file.path) is missing, and secrets are sealed with it; copy the key file of \(others)"
                )
            }
            let wasThere = file.isThere
            let key = try file.loadOrCreate(isNeeded: isNeeded && !isReplaced)
            let print = SecretKeyFile.print(of: key)
            guard try await noted(print, besides: known, replaces: isReplaced) == print else {
                // Two that are started at once on an empty database make one each.
                if !wasThere { file.remove() }
                throw StoreError(
                    .notAStore,
                    """
                    the key file \(file.path) is not the one that the secrets in this store are sealed with; copy the key \
                    file of another node
                    """)
            }
            return key
        }

        /// What tells the key of the store from others, from now on; a store that was moved notes nothing.
        private func noted(_ print: String, besides known: String?, replaces: Bool) async throws -> String {
            if let known, !replaces || known == print { return known }
            do { return try await noteKeyPrint(print, replaces: replaces) } catch let error as StoreError
                where error.code == .moved
            {
                return known ?? print
            }
        }

        func upkeep(_ clock: CorrectedClock, _ logger: Logger) -> [any Service] {
            [
                LoopService { await self.run() },
                LoopService { await StoreReach(store: self, clock: clock, logger: logger).run() },
            ]
        }

        func end(noting: Bool) async throws {
            await close()
        }
    }
#endif
