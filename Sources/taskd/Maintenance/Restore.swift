import ArgumentParser
import Basics
import Foundation
import Storage
import StorageSQLite

/// `taskd restore`: puts a backup in the place of the store.
struct Restore: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a store from a backup, while no daemon runs on it.",
        usage: "taskd restore <file> [<options>]",
        discussion: """
            The backup is verified first. An existing store is not touched without --replace, which keeps it beside the \
            new one, with .replaced- and the time behind its name.

            Reminders whose time has passed are reported as missed (reminder.missed, with the reason restored), since \
            the original store may have fired them; later ones fire. Pending deliveries are sent, under the same ids.

            The contents of attachments are restored from the folder FILE-attachments.

            A backup of a PostgreSQL database goes into a database without a schema taskd; --replace renames one that \
            is there. Nothing goes off from it until a node is started with --adopt-store.

            A key file beside the backup (FILE.key) is restored too; otherwise the existing one is kept. The file with \
            the admin token is not in a backup: where it is missing, or its token was made after the backup, taskd token reset makes a new \
            one, before the daemon starts.
            """
    )

    @Argument(help: "The backup's file.")
    var file: String

    @Flag(help: "Replace the existing store, which is moved aside.")
    var replace = false

    @Option(
        help: ArgumentHelp(
            "The state folder of the daemon, which remembers how far each store had come (TASKD_STATE; default: that of taskd serve).",
            valueName: "folder"))
    var state: String?

    @OptionGroup var store: StoreOptions

    func run(in context: CommandContext) async throws {
        guard !file.isEmpty else { throw CommandFailure.usage("the file's name is empty", "Name the backup's file.") }
        let paths = try store.paths(context)
        let now = context.clock.now
        guard paths.server == nil else { return try await restoreDatabase(paths, context) }
        let suffix = SetAside.suffix(at: now, of: [paths.database, paths.keyFile])
        let given = state ?? context.environment["TASKD_STATE"].flatMap { $0.isEmpty ? nil : $0 }
        try Self.check(stateFolder: given, namedBy: state == nil ? "TASKD_STATE" : "--state")
        try refuseFolder()
        let isKeyNew = try prepareKey(paths)
        let wasThere = FileManager.default.fileExists(atPath: paths.database)
        let restore = StoreRestore(
            backup: file, path: paths.database,
            stateFolder: given ?? StatePaths.folder(environment: context.environment))
        let restored: StoreBackup
        do { restored = try restore.run(at: now, settingAsideAs: replace ? suffix : nil) } catch let error as StoreError
        {
            // What is said of a damaged store sends here, where it is the backup that is.
            let (what, how) = ("; restore a backup with taskd restore", "; restore another backup")
            throw CommandFailure.failed(error.description.replacing(what, with: how))
        }
        if isKeyNew { try installKey(paths, suffix) }
        let aside = wasThere ? paths.database + suffix : nil
        if store.json {
            return try StandardOutput.write(
                json(
                    of: paths.database, upTo: restored.lastSequence, replaced: aside,
                    missing: restored.missingContents, isKeyNew: isKeyNew, paths))
        }
        try StandardOutput.write(words(restored, paths, aside))
    }

    /// What was restored, on a line for machines.
    func json(
        of place: String, upTo lastSequence: Int64, replaced aside: String?, missing: Int, isKeyNew: Bool,
        _ paths: StorePaths
    ) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("store", place)
            json.field("lastSeq", lastSequence)
            json.field("replaced", aside)
            json.field("missingContents", missing)
            json.field(
                "key",
                isKeyNew ? "restored" : FileManager.default.fileExists(atPath: paths.keyFile) ? "kept" : "missing"
            )
            json.field("token", FileManager.default.fileExists(atPath: paths.tokenFile) ? "kept" : "missing")
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    /// Refuses a folder in place of a backup, with the latest backup that is in it.
    func refuseFolder() throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue else { return }
        let folder = BackupFolder(path: file)
        let newest = folder.newestFile.map { "Name the file of a backup, such as \($0.shown)." }
        throw CommandFailure.failed("\(file.shown) is a folder", newest ?? "Name the file of a backup.")
    }

    /// Refuses a folder of state that is no folder, so that nothing could be noted there.
    private static func check(stateFolder path: String?, namedBy name: String) throws {
        var isFolder: ObjCBool = false
        guard let path, FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
            return
        }
        throw CommandFailure.usage("\(name): \(path.shown) is not a folder", "Name the daemon's state folder.")
    }

    private func words(_ restored: StoreBackup, _ paths: StorePaths, _ aside: String?) -> String {
        let tasks = restored.counts["task"] ?? 0
        let option = store.choice.db.map { " --db \($0)" } ?? ""
        var lines = ["restored: \(paths.database)  \(tasks.counted("task")), events up to \(restored.lastSequence)"]
        if let aside { lines.append("What was there was moved to \(aside).") }
        lines += missingFiles(paths, option)
        if restored.missingContents > 0 { lines.append(String(restored.missingNote(option).dropLast())) }
        lines.append("Run taskd check\(option) to verify that every row can be read.")
        lines.append("Reminders due before now will be reported as missed, not fired.")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Which of the files beside a store are missing, and what to do about it.
    func missingFiles(_ paths: StorePaths, _ option: String) -> [String] {
        var lines: [String] = []
        if !FileManager.default.fileExists(atPath: paths.keyFile) {
            lines.append(
                """
                The key file \(paths.keyFile) is missing. If hooks have secrets, restore it, or start once with taskd serve \
                --new-key and give each of them a new secret (taskd hook rotate).
                """)
        }
        if !FileManager.default.fileExists(atPath: paths.tokenFile) {
            lines.append(
                "The file with the admin token is not in a backup: taskd token reset\(option) makes a new one; run it "
                    + "before the daemon.")
        } else {
            lines.append(
                "The token in \(paths.tokenFile) is kept; if it was made after the backup, taskd token reset\(option) makes "
                    + "a new one.")
        }
        return lines
    }

    /// Whether a key came with the backup that is not there yet; one that differs is refused unless all is replaced.
    func prepareKey(_ paths: StorePaths) throws -> Bool {
        let source = file + ".key"
        guard FileManager.default.fileExists(atPath: source) else { return false }
        guard FileManager.default.fileExists(atPath: paths.keyFile) else { return true }
        if KeyFileCopy.isSame(source, paths.keyFile) { return false }
        guard replace else {
            throw CommandFailure.failed(
                "the store's key file \(paths.keyFile) differs from that of the backup, \(source)",
                "Give --replace to move the store and its key file aside.")
        }
        return true
    }

    func installKey(_ paths: StorePaths, _ suffix: String) throws {
        if FileManager.default.fileExists(atPath: paths.keyFile) {
            do {
                try FileManager.default.moveItem(atPath: paths.keyFile, toPath: paths.keyFile + suffix)
            } catch {
                throw CommandFailure.failed(
                    "\(paths.keyFile) cannot be moved aside: \(CommandFailure.reason(of: error))")
            }
        }
        try KeyFileCopy.make(of: file + ".key", at: paths.keyFile)
    }
}
