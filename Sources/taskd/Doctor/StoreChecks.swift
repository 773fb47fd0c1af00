import Foundation
import Notify
import Recurrence
import Storage
import StorageSQLite
import TaskdClient

/// The store of this machine, and the files beside it.
struct StoreChecks {
    /// Up to which size each page of the store is looked at.
    private static let quickSize = 500_000_000
    /// How far files may be ahead of the clock.
    private static let clockPatience = 120
    /// With how many bytes left on the disk something should be done, and from when on nothing can be written.
    private static let (narrow, full) = (1_000_000_000, 50_000_000)

    let paths: StorePaths
    let now: UTCInstant

    var findings: [Finding] {
        guard paths.server == nil else {
            return [
                .note(
                    "store", "\(paths.shown) is on a server, which is not looked into from here",
                    mend: "taskd status tells what the daemon says of it; taskd check looks into it.")
            ]
        }
        if let absence = FileAbsence.reason(paths.database) {
            if let holder = StoreHolders(paths).processes.first {
                return [
                    .bad(
                        "store", "\(paths.database) was removed or moved while process \(holder) has it open",
                        mend: "Stop the daemon and put the file back, or restore a backup: taskd restore.")
                ]
            }
            guard absence == FileAbsence.absent else {
                return [
                    .bad(
                        "store", "\(paths.database) \(absence)",
                        mend: FileOwner(keepingOthersFrom: paths.database)?.remedy.asSentence
                            ?? "Set TASKD_DB or give --db.")
                ]
            }
            return [
                .note(
                    "store", "there is none at \(paths.database)",
                    mend: "taskd serve makes it; if it is elsewhere, set TASKD_DB or give --db.")
            ]
        }
        let store = store
        // What is no store has no key and no token.
        guard store.level != .bad || FileManager.default.fileExists(atPath: paths.keyFile) else { return [store] }
        let key = key
        return [store, secret("token", paths.tokenFile), key].compactMap(\.self)
            + (key?.level == .good ? unopenedSecrets : []) + [lostKey, clock, disk, daemons].compactMap(\.self)
    }

    /// The hooks with secrets that the key does not open; those of a store that cannot be read are not known.
    private var unopenedSecrets: [Finding] {
        guard let snapshot = try? StoreSnapshot(path: paths.database) else { return [] }
        defer { try? snapshot.close() }
        guard let hooks = try? snapshot.read({ try $0.hooks() }),
            let key = try? SecretKeyFile(path: paths.keyFile).loadOrCreate()
        else { return [] }
        let box = SecretBox(key: key)
        return hooks.flatMap { box.faults(of: $0) }.map { fault in
            let (what, how) = ProblemText.halves(fault)
            return .bad("key", what, mend: how ?? "taskd check tells more.")
        }
    }

    /// The file of the key, which also has to hold one.
    private var key: Finding? {
        let finding = secret("key", paths.keyFile)
        guard finding?.level == .good, let bytes = try? PrivateFile(paths.keyFile).read(upTo: SecretBox.keyLength + 1),
            bytes.count != SecretBox.keyLength
        else { return finding }
        return .bad(
            "key", "\(paths.keyFile) must have \(SecretBox.keyLength) bytes; the daemon does not start with it",
            mend: "Restore it; or remove it, and have taskd serve --new-key make another one.")
    }

    /// A store has a key from its first start on.
    private var lostKey: Finding? {
        guard !FileManager.default.fileExists(atPath: paths.keyFile) else { return nil }
        return .bad(
            "key", "\(paths.keyFile) is missing, with which the secrets of hooks are sealed",
            mend: "Put it back from where the store came from; taskd check tells whether anything needs it.")
    }

    private var store: Finding {
        do {
            let snapshot = try StoreSnapshot(path: paths.database)
            defer { try? snapshot.close() }
            let bytes = paths.bytes ?? 0
            let size = "\(paths.database), \(StatusView.bytes(bytes))"
            if try snapshot.isOlder() {
                return .good("store", "\(size), of an older taskd; the daemon brings it up to date")
            }
            if let refusal = unwritable { return refusal }
            // The daemon does not open what others can reach.
            if let exposed = secret("store", paths.database), exposed.level == .bad { return exposed }
            guard bytes <= Self.quickSize else {
                _ = try snapshot.counts()
                return .good("store", "\(size), can be read; taskd check looks at all of it")
            }
            let faults = try snapshot.quickFaults()
            guard let first = faults.first else { return .good("store", "\(size), whole") }
            return .bad(
                "store", "\(paths.database) is damaged: \(first.detail)",
                mend: "Stop the daemon, run taskd check, and restore a backup: taskd restore.")
        } catch {
            let (what, how) = ProblemText.halves("\(error)")
            return .bad("store", what, mend: how ?? "Run taskd check; a backup is restored by taskd restore.")
        }
    }

    /// That the daemon could not write what it has to write; nil where it can.
    private var unwritable: Finding? {
        let folder = URL(fileURLWithPath: paths.database).deletingLastPathComponent().path
        for (path, mode) in [(paths.database, "600"), (folder, "700")] where access(path, W_OK) != 0 {
            return .bad(
                "store", "\(path) cannot be written: \(String(cString: strerror(errno)))",
                mend: "Run chmod \(mode) \(path), or this as its owner.")
        }
        return nil
    }

    /// A file that is for its owner alone.
    private func secret(_ name: String, _ path: String) -> Finding? {
        SecretFile(check: name, path: path).finding
    }

    /// Whether files were written in what the clock takes for the future.
    private var clock: Finding {
        let files = [paths.database, paths.database + "-wal", paths.database + ".instance", paths.tokenFile]
        let times = files.compactMap { path in Self.modification(of: path).map { (path, $0) } }
        let latest = times.max { $0.1 < $1.1 }
        let ahead = latest.map { $0.1 - Int(now.millisecondsSinceEpoch / 1_000) } ?? 0
        guard let latest, ahead > Self.clockPatience else { return .good("clock", "no file is of the future") }
        return .bad(
            "clock", "\(latest.0) was written \(StatusView.span(Double(ahead))) after now: the clock is, or was, wrong",
            mend: "Set the clock: timedatectl set-ntp true. Reminders fire by it.")
    }

    /// When a file was last written, in seconds since 1970; nil where there is none.
    private static func modification(of path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            return status.st_mtimespec.tv_sec
        #else
            return status.st_mtim.tv_sec
        #endif
    }

    private var disk: Finding? {
        guard let free = paths.freeBytes else { return nil }
        let text = "\(StatusView.bytes(free)) free where the store is"
        let mend = "Make room: old backups and exports, or a shorter keepEvents (docs/operating.md)."
        if free < Self.full { return .bad("disk", text, mend: mend) }
        return free < Self.narrow ? .note("disk", text, mend: mend) : .good("disk", text)
    }

    private var daemons: Finding? {
        let holders = StoreHolders(paths).processes
        guard holders.count > 1 else { return nil }
        return .bad(
            "daemons",
            "\(holders.count) processes have the store locked: \(holders.map(String.init).joined(separator: ", "))",
            mend: "Stop all but one; each store has one daemon.")
    }
}

/// A file with a secret: it is its owner's alone.
struct SecretFile {
    let check: String
    let path: String

    /// How it stands; nil where there is none.
    var finding: Finding? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        do {
            try PrivateFile(path).check()
            guard access(path, R_OK) == 0 else {
                return .bad(
                    check, "\(path) cannot be read: \(String(cString: strerror(errno)))",
                    mend: "Run chmod 600 \(path).", .protect(path))
            }
            return .good(check, "\(path) is its owner's alone")
        } catch {
            let canProtect =
                status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid() && status.st_nlink == 1
                && status.st_mode & 0o077 != 0
            let reason = "\(error)"
            let parts = reason.split(separator: ";", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            let mend = parts.count > 1 ? parts[1].prefix(1).uppercased() + parts[1].dropFirst() + "." : "Run chmod 600."
            return .bad(check, parts.first ?? reason, mend: mend, canProtect ? .protect(path) : nil)
        }
    }
}

/// The processes that have a store's lock open (Linux; elsewhere none is known).
struct StoreHolders {
    private let lock: String

    init(_ paths: StorePaths) {
        let folder = URL(fileURLWithPath: paths.database).deletingLastPathComponent().resolvingSymlinksInPath()
        lock = folder.appending(path: URL(fileURLWithPath: paths.database).lastPathComponent + ".lock").path
    }

    var processes: [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { $0 != getpid() && hasLock($0) }.sorted()
    }

    private func hasLock(_ process: Int32) -> Bool {
        let folder = "/proc/\(process)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
            return target == lock || target == lock + " (deleted)"
        }
    }
}
