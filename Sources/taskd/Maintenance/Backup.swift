import ArgumentParser
import Basics
import Foundation
import Storage
import StorageSQLite

#if POSTGRES
    import StoragePostgres
#endif

/// Which store a command is about, and in what form it answers.
struct StoreOptions: ParsableArguments {
    @OptionGroup var choice: AnyStoreChoice

    @Flag(help: "Print a JSON object, on one line.")
    var json = false

    /// Where the store and the files beside it are.
    ///
    /// - Throws: ``CommandFailure`` where the environment names a store that this build does not have.
    func paths(_ context: CommandContext) throws -> StorePaths {
        let paths = choice.paths(context)
        guard choice.db == nil, let reason = paths.reasonNotToServe else { return paths }
        throw CommandFailure.usage("TASKD_DB \(reason)")
    }
}

/// `taskd backup`: a verified copy of the store.
struct Backup: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back the store up to one file, whether or not the daemon runs.",
        usage: "taskd backup [<options>]",
        discussion: """
            The backup is a snapshot whose pages, references and event log are verified. Only its owner can read it. \
            taskd serve --backup-every P1D makes backups by itself, and removes the oldest of those (--backup-keep); one that \
            this command made stays until you remove it.

            The secrets of hooks are sealed with the key file beside the store, which a backup leaves out: without it \
            nobody can open them. With --key include the key is copied beside the backup, as FILE.key.

            The contents of attachments go into the folder FILE-attachments, as hard links where the file system \
            allows it. A backup consists of both: keep them side by side.

            Of a PostgreSQL database its schema is backed up, by pg_dump, in the custom format of that; pg_dump and \
            pg_restore must be on PATH (and psql, to restore it), not older than the server.
            """
    )

    @Option(
        help: ArgumentHelp(
            "The backup's file, which must not exist (default: a new file in TASKD_BACKUP_TO, else in the store's path with .backups behind it).",
            valueName: "file"))
    var to: String?

    @Option(help: "Whether to copy the key file too")
    var key: BackupConfiguration.Key = .leave

    @OptionGroup var store: StoreOptions

    func run(in context: CommandContext) async throws {
        guard to != "" else { throw CommandFailure.usage("--to is empty", "Name a file that does not exist.") }
        let paths = try store.paths(context)
        let hasKey = key == .include && FileManager.default.fileExists(atPath: paths.keyFile)
        let report: BackupReport
        do {
            report = try await paths.server == nil ? backUpFile(paths, context) : backUpDatabase(paths, context)
        } catch let error as StoreError {
            throw CommandFailure.failed(error.description)
        }
        guard store.json else {
            return try StandardOutput.write(report.text + (hasKey ? "" : note(ofKey: paths.keyFile)) + report.note)
        }
        try StandardOutput.write(report.json(hasKey: hasKey) + [UInt8(ascii: "\n")])
    }

    /// That the key is not in the backup, and why where it was to be.
    private func note(ofKey file: String) -> String {
        let isMissing = key == .include
        let what = isMissing ? "The key file \(file) is missing, and so not included" : "The key file is not included"
        let place = isMissing ? "it" : file
        return "\(what); without \(place) the hooks' secrets cannot be opened.\n"
    }

    private func backUpFile(_ paths: StorePaths, _ context: CommandContext) throws -> BackupReport {
        // What cannot be backed up leaves no folder behind.
        try StoreSnapshot(path: paths.database).close()
        let backup = try StoreBackup.write(storeAt: paths.database, to: try target(paths, context), key: key)
        return BackupReport(
            path: backup.path, bytes: backup.bytes, lastSequence: backup.lastSequence, counts: backup.counts,
            missingContents: backup.missingContents, note: backup.missingNote())
    }

    private func backUpDatabase(_ paths: StorePaths, _ context: CommandContext) async throws -> BackupReport {
        #if POSTGRES
            let target = try target(paths, context, suffix: DatabaseBackup.suffix)
            let backup = try await DatabaseBackup.write(paths, to: target, key: key, in: context)
            return BackupReport(
                path: backup.path, bytes: backup.bytes, lastSequence: backup.contents.lastSequence,
                counts: backup.contents.counts)
        #else
            throw StoreError(.notAStore, "this build of taskd has no PostgreSQL; name a file")
        #endif
    }

    /// The file that is named, or one in the folder of backups, which is made.
    private func target(
        _ paths: StorePaths, _ context: CommandContext, suffix: String = BackupFolder.fileSuffix
    ) throws -> String {
        if let to {
            guard to != "-" else {
                throw CommandFailure.usage(
                    "a backup is a file, and cannot be written to standard output", "Name the file: --to backup.db.")
            }
            return to
        }
        let folder = BackupFolder(
            path: context.environment["TASKD_BACKUP_TO"].flatMap { $0.isEmpty ? nil : $0 }
                ?? BackupConfiguration.folder(ofDatabase: paths.database), suffix: suffix)
        try folder.create()
        return folder.file(at: context.clock.now, byHand: true)
    }
}

extension BackupConfiguration.Key: ExpressibleByArgument {}

/// The output of `taskd backup`.
private struct BackupReport {
    let path: String
    let bytes: Int
    let lastSequence: Int64
    let counts: [String: Int]
    var missingContents = 0
    /// What is wrong with it, on a line; empty for nothing.
    var note = ""

    var text: String {
        "backed up: \(path)  \((counts["task"] ?? 0).counted("task")), "
            + "events up to \(lastSequence), \(bytes) bytes, verified\n"
    }

    func json(hasKey: Bool) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("file", path)
            json.field("bytes", bytes)
            json.field("lastSeq", lastSequence)
            json.field("hasKey", hasKey)
            json.field("missingContents", missingContents)
            json.field("rows") { json in
                json.object { json in
                    for (table, count) in counts.sorted(by: { $0.key < $1.key }) {
                        json.field(named: table) { $0.integer(count) }
                    }
                }
            }
        }
        return json.bytes
    }
}

extension StoreError {
    /// What a command that works on a store tells of its errors.
    static func asFailure<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as StoreError {
            throw CommandFailure.failed(error.description)
        }
    }
}

extension StoreBackup {
    /// Says that contents of attachments are missing, and what names them.
    ///
    /// - Parameter option: By which `taskd check` looks at the store that they are missing from; empty for the usual one.
    /// - Returns: A line; empty where none is missing.
    func missingNote(_ option: String = "") -> String {
        guard missingContents > 0 else { return "" }
        let contents =
            missingContents == 1 ? "1 content of an attachment is" : "\(missingContents) contents of attachments are"
        return "\(contents) missing; taskd check\(option) tells which.\n"
    }
}
