import ArgumentParser
import Basics
import Foundation
import Notify
import Storage
import StorageSQLite

#if POSTGRES
    import StoragePostgres
#endif

/// `taskd copy`: a store moves from a file to a server, or back.
struct Copy: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Move a store from a file to a PostgreSQL database, or back.",
        usage: "taskd copy --from <store> --to <store> [--json]",
        discussion: """
              taskd copy --from taskd.db --to postgresql://taskd@db.example.org/taskd

            Stop the daemon first. All that the store holds goes over as it is: ids, places in the event log, what hooks \
            are owed, tokens, what can be undone, contents of attachments. The target must be empty. From the first row on the store that is \
            copied fires nothing and takes no changes; a daemon started on it answers reads. At the end both are read \
            and compared, and only then can the target be served.

            If it is broken off, run it again: it goes on where it was. To stay with the old store instead, start it once \
            with taskd serve --adopt-store, and remove the unfinished copy.

            The key file and the admin token beside the store are not copied; the command says where they belong.
            """
    )

    @Option(help: ArgumentHelp("The store to move: its file, or the URI of its database.", valueName: "store"))
    var from: String

    @Option(help: ArgumentHelp("Where it is to be: a file, or the URI of an empty database.", valueName: "store"))
    var to: String

    @Flag(help: "Print a JSON object, on one line.")
    var json = false

    func run(in context: CommandContext) async throws {
        let (old, new) = (StorePaths(option: from, context.environment), StorePaths(option: to, context.environment))
        try check(old, new)
        #if POSTGRES
            do {
                let moved = try await move(old, new, context)
                try StandardOutput.write(
                    json
                        ? Self.json(moved, old, new) + [UInt8(ascii: "\n")]
                        : Array(Self.text(moved, old, new).utf8))
            } catch let error as StoreError {
                throw Self.failure(error)
            } catch let error as ContentError {
                throw Self.failure(StoreError(.diskFull, error.description))
            }
        #endif
    }

    /// Refuses what cannot be meant, before anything is opened.
    private func check(_ old: StorePaths, _ new: StorePaths) throws {
        for (option, typed, paths) in [("--from", from, old), ("--to", to, new)] {
            guard !typed.isEmpty else {
                throw CommandFailure.usage("\(option) is empty", "Name a file, or a postgresql:// URI.")
            }
            guard paths.server == nil, let reason = paths.reasonNotToServe else { continue }
            throw CommandFailure.usage("\(option) \(reason)")
        }
        #if POSTGRES
            guard (old.server == nil) != (new.server == nil) else {
                throw CommandFailure.usage(
                    "a store is copied between a file and a database on a server",
                    old.server == nil
                        ? "To copy a file: taskd backup, then taskd restore."
                        : "To copy a database: taskd backup, then taskd restore.")
            }
        #else
            throw CommandFailure.failed(
                "this build of taskd has no PostgreSQL", "Build it with TASKD_POSTGRES=1 (docs/postgresql.md).")
        #endif
    }
}

#if POSTGRES
    extension Copy {
        private func move(
            _ old: StorePaths, _ new: StorePaths, _ context: CommandContext
        ) async throws -> StoreCopy.Moved {
            let source = try await Self.opened("--from") { try await Self.source(old, context) }
            do {
                let isNew = new.server == nil && !FileManager.default.fileExists(atPath: new.database)
                let target = try await Self.opened("--to") { try await Self.target(new, context) }
                do {
                    let moved = try await StoreCopy(from: source, to: target, progress: CopyProgress.note).run(
                        at: context.clock.now, keyPrint: Self.keyPrint(old))
                    try await target.close()
                    try await source.close()
                    return moved
                } catch {
                    // What cannot be moved leaves nothing behind.
                    let isUsed = try? await target.mark() != nil
                    try? await target.close()
                    if isNew, isUsed == false { Self.remove(new) }
                    throw error
                }
            } catch {
                try? await source.close()
                throw error
            }
        }

        /// What could not be opened is told by the option that names it, which other commands have as `--db`.
        private static func opened(
            _ option: String, _ open: () async throws -> any CopyPlace
        ) async throws -> any CopyPlace {
            do { return try await open() } catch let error as StoreError {
                throw StoreError(error.code, error.description.replacing("(--db)", with: "(\(option))"))
            }
        }

        private static func source(_ paths: StorePaths, _ context: CommandContext) async throws -> any CopyPlace {
            guard let server = paths.server else {
                let given = context.environment["TASKD_STATE"].flatMap { $0.isEmpty ? nil : $0 }
                return try SQLiteCopyPlace.source(
                    paths.database, stateFolder: given ?? StatePaths.folder(environment: context.environment))
            }
            return try await PostgresCopyPlace.source(
                PostgresStore.Configuration(conninfo: server, node: "copy"), clock: context.clock.steady)
        }

        private static func target(_ paths: StorePaths, _ context: CommandContext) async throws -> any CopyPlace {
            guard let server = paths.server else { return try SQLiteCopyPlace.target(paths.database) }
            return try await PostgresCopyPlace.target(
                PostgresStore.Configuration(conninfo: server, node: "copy"), clock: context.clock.steady)
        }

        /// Removes the file of a store that was opened, and nothing written to it.
        private static func remove(_ paths: StorePaths) {
            for ending in ["", "-wal", "-shm", ".lock"] {
                try? FileManager.default.removeItem(atPath: paths.database + ending)
            }
        }

        /// What tells the key beside a file, by which a node with another one is refused; nil where there is none.
        private static func keyPrint(_ paths: StorePaths) throws -> String? {
            guard paths.server == nil, FileManager.default.fileExists(atPath: paths.keyFile) else { return nil }
            return SecretKeyFile.print(of: try SecretKeyFile(path: paths.keyFile).loadOrCreate(isNeeded: true))
        }

        /// What went wrong, and how to mend it on a line of its own.
        private static func failure(_ error: StoreError) -> CommandFailure {
            let (what, how) = ProblemText.halves(error.description)
            return .failed(what, how)
        }

        // MARK: - The answer

        private static func text(_ moved: StoreCopy.Moved, _ old: StorePaths, _ new: StorePaths) -> String {
            let rows = moved.tables.map(\.rows).reduce(0, +)
            let tasks = moved.tables.first { $0.table == "task" }?.rows ?? 0
            let events = moved.tables.first { $0.table == "event" }?.rows ?? 0
            var lines = [
                "moved: \(new.shown)  \(tasks.counted("task")), \(events.counted("event")), \(rows.counted("row")), verified",
                "\(old.shown) fires nothing and takes no changes any more.",
            ]
            if moved.missingContents > 0 {
                let count = moved.missingContents.counted("content")
                lines.append("\(count) of attachments: missing or damaged, and not copied; taskd check names them.")
            }
            let files = [(old.keyFile, new.keyFile), (old.tokenFile, new.tokenFile)]
            let here = files.filter { FileManager.default.fileExists(atPath: $0.0) }
            if !here.isEmpty {
                lines.append("Before the new store is served, copy the key of its secrets and the admin token:")
                lines += here.map { "  cp \($0.0) \($0.1)" }
            } else {
                lines.append(
                    "Before the new store is served, bring the key of its secrets and the admin token from where it was:"
                )
                lines += files.map { "  \($0.1)" }
            }
            return lines.joined(separator: "\n") + "\n"
        }

        private static func json(_ moved: StoreCopy.Moved, _ old: StorePaths, _ new: StorePaths) -> [UInt8] {
            var json = JSONWriter()
            json.object { json in
                json.field("from", old.shown)
                json.field("to", new.shown)
                json.field("keyFile", old.keyFile)
                json.field("newKeyFile", new.keyFile)
                json.field("missingContents", moved.missingContents)
                json.field("tables") { json in
                    json.object { json in
                        for table in moved.tables {
                            json.field(named: table.table) { json in
                                json.object { json in
                                    json.field("rows", table.rows)
                                    json.field("sha256", table.digest)
                                }
                            }
                        }
                    }
                }
            }
            return json.bytes
        }
    }

    /// Says on standard error how far the copy of a large store has come.
    private enum CopyProgress {
        /// Smaller tables are copied before anybody asks.
        private static let step = 100_000

        static func note(_ progress: StoreCopy.Progress) {
            let before = progress.rows - min(progress.rows, 2_000)
            guard progress.rows / step > before / step else { return }
            StandardError.write("taskd: \(progress.step.rawValue) \(progress.table): \(progress.rows) rows\n")
        }
    }
#endif
