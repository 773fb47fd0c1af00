import Basics
import Foundation
import NIOHTTP1
import Recurrence
import Storage
import TestSupport
import Testing

/// The files of a store, in folders that are not as one would wish.
@Suite(.timeLimit(.minutes(5)))
struct PrivateFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
    }

    private func refusal(_ arguments: [String] = []) async throws -> String {
        let outcome = try await BuiltProgram.run(
            ["serve", "--db", folder.path("taskd.db"), "--listen", "127.0.0.1:0"] + arguments)
        #expect(outcome.status == 1)
        return outcome.errors
    }

    @Test(arguments: ["000", "022", "077", "277"])
    func `whatever the umask, every file is its owner's alone from the moment it is there`(mask: String) async throws {
        let watcher = FolderWatcher(folder.path("made"))
        let store = folder.path("made/taskd.db")
        let daemon = try await RunningDaemon(store: store, limit: "umask \(mask)")
        _ = try await daemon.addWebhook("http://127.0.0.1:7489/")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("made")) {
            #expect(try mode("made/" + name) == 0o600, "\(name)")
        }
        #expect(watcher.stop().isEmpty)
        await daemon.end(by: SIGTERM)
    }

    @Test(arguments: ["taskd.db", "taskd.db.token", "taskd.db.key", "taskd.db.lock"])
    func `a file that others can reach, or that leads elsewhere, is refused`(name: String) async throws {
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        await daemon.end(by: SIGTERM)
        let path = folder.path(name)
        for mode in [0o644, 0o660, 0o602] {
            chmod(path, mode_t(mode))
            let errors = try await refusal()
            #expect(errors.contains("chmod 600"), "\(errors)")
        }
        chmod(path, 0o600)
        let real = folder.path("real")
        try FileManager.default.moveItem(atPath: path, toPath: real)
        let content = FileManager.default.contents(atPath: real)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: real)
        let errors = try await refusal()
        #expect(errors.contains("is a symbolic link"), "\(errors)")
        #expect(FileManager.default.contents(atPath: real) == content)
    }

    @Test(arguments: ["taskd.db", "taskd.db.token", "taskd.db.lock"])
    func `a file that another name leads to as well is refused`(name: String) async throws {
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        await daemon.end(by: SIGTERM)
        try FileManager.default.linkItem(atPath: folder.path(name), toPath: folder.path("other"))
        let errors = try await refusal()
        #expect(errors.contains("hard link"), "\(errors)")
    }

    @Test(arguments: [["real"], ["other", "deep/real"], ["none"]])
    func `what is replaced through links is what they lead to, and they stay`(steps: [String]) throws {
        try FileManager.default.createDirectory(atPath: folder.path("deep"), withIntermediateDirectories: false)
        for name in ["real", "deep/real"] {
            try "old".write(toFile: folder.path(name), atomically: false, encoding: .utf8)
            chmod(folder.path(name), 0o644)
        }
        for (link, target) in zip(["link"] + steps.dropLast(), steps) {
            try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
        }
        try PrivateFile(folder.path("link")).replace(with: Array("new".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == steps.first)
        let last = try #require(steps.last)
        #expect(try String(contentsOfFile: folder.path(last), encoding: .utf8) == "new")
        #expect(try mode(last) == 0o600)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path(".")).allSatisfy { !$0.contains(".new-") })
    }

    @Test
    func `links that lead round are told`() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("round"), withDestinationPath: "round")
        #expect { try PrivateFile(folder.path("round")).replace(with: []) } throws: {
            "\($0)".contains("leads to no file")
        }
    }

    @Test
    func `a first start makes no token behind a link, which the next one would refuse`() async throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("taskd.db.token"), withDestinationPath: "real")
        #expect(try await refusal().contains("taskd.db.token is a symbolic link"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("real")))
    }

    @Test
    func `what is no file, or is not there, is told with what can be done about it`() throws {
        let (pipe, file) = (folder.path("pipe"), folder.path("file"))
        try #require(mkfifo(pipe, 0o600) == 0)
        try Data().write(to: URL(filePath: file))
        let cases: [(path: String, words: String)] = [
            (pipe, "is not a regular file; move it away"), (folder.url.path, "is a folder; move it away"),
            // Only looked at.
            ("/dev/null", "is a device; name another file"),
        ]
        for (path, words) in cases {
            let error = #expect(throws: StoreError.self) { try PrivateFile(path).check() }
            #expect(error?.description == "\(path) \(words)")
        }
        let error = #expect(throws: StoreError.self) { try PrivateFolder(file).create() }
        #expect(error?.description == "\(file) is not a folder; name another one")
        #expect(FileAbsence.reason(file) == nil)
        #expect(FileAbsence.reason(folder.path("none")) == "does not exist")
        #expect(FileAbsence.reason(file + "/x") == "cannot be reached: Not a directory")
        #expect(FileAbsence.reason(file, otherwise: "ask") == nil)
        #expect(FileAbsence.reason(folder.path("none"), otherwise: "ask") == "does not exist; ask")
    }

    /// A file of somebody else: root's, or for root one that was given away, with its owner's name.
    private func foreignFile() throws -> (path: String, owner: String) {
        guard geteuid() == 0 else { return ("/etc/passwd", "root") }
        try Data().write(to: URL(filePath: folder.path("taskd.db")))
        try #require(chown(folder.path("taskd.db"), 65_534, 65_534) == 0)
        return (folder.path("taskd.db"), FileOwner.name(of: 65_534))
    }

    @Test
    func `whose a file is that one may not touch is told, with what its owner runs`() async throws {
        let (path, owner) = try foreignFile()
        let reset = try await BuiltProgram.run(["token", "reset", "--db", path])
        #expect(reset.status == 1)
        #expect(
            reset.errors == """
                taskd: the store is not yours: \(path) belongs to \(owner)
                  Run sudo -u \(owner) taskd token reset --db \(path).

                """, "\(reset.errors)")
        #expect {
            try PrivateFile(path).check()
        } throws: {
            "\($0)".hasPrefix("\(path) belongs to another user (\(owner)); ")
        }
        let denied = FileOwner.words(for: EACCES, at: path)
        #expect(denied == "Permission denied; it belongs to \(owner): run taskd as that user (sudo -u \(owner))")
        #expect(FileOwner.words(for: EISDIR, at: path) == "Is a directory")
        #expect(FileOwner(keepingOthersFrom: folder.path("none")) == nil)
    }

    @Test
    func `the folder that keeps one out is named`() throws {
        let (path, owner) = try foreignFile()
        let inside = FileOwner.words(for: EACCES, at: "\(path)/none")
        #expect(
            inside == "Permission denied; \(path) belongs to \(owner): run taskd as that user (sudo -u \(owner))")
        guard geteuid() != 0 else { return }
        #expect(
            FileAbsence.reason("/root/backup.db", otherwise: "no")
                == "cannot be reached: Permission denied; /root belongs to root: run taskd as that user (sudo -u root)")
        let new = FileOwner.words(for: EACCES, at: "/none.db")
        #expect(new == "Permission denied; / belongs to root: name another place, or run taskd as that user")
    }

    @Test
    func `a lock file that is none is left as it is`() async throws {
        try "precious".write(toFile: folder.path("taskd.db.lock"), atomically: false, encoding: .utf8)
        chmod(folder.path("taskd.db.lock"), 0o600)
        #expect(try await refusal().contains("not a taskd lock file"))
        #expect(try String(contentsOfFile: folder.path("taskd.db.lock"), encoding: .utf8) == "precious")
    }

    @Test
    func `a folder in which everybody may replace files is refused`() async throws {
        chmod(folder.path("."), 0o777)
        #expect(try await refusal().contains("chmod o-w"))
        chmod(folder.path("."), 0o700)
    }

    @Test
    func `a lost key is told where secrets need it, and is replaced where somebody says so`() async throws {
        let store = folder.path("taskd.db")
        let first = try await RunningDaemon(store: store)
        _ = try await first.addWebhook("http://127.0.0.1:7489/")
        await first.end(by: SIGTERM)
        try FileManager.default.removeItem(atPath: store + ".key")
        let errors = try await refusal()
        #expect(errors.contains("--new-key") && errors.contains("is missing"), "\(errors)")
        #expect(errors.contains("taskd hook rotate") && errors.contains("PATCH /v1/hooks/ID with headers and tls"))
        #expect(!FileManager.default.fileExists(atPath: store + ".key"))
        let second = try await RunningDaemon(store: store, flags: ["--new-key"])
        #expect(try await second.request(.GET, "/v1/hooks").status == 200)
        await second.end(by: SIGTERM)
    }

    @Test
    func `a lost token is made again by who owns the files, and the old one lets nobody in any more`() async throws {
        let store = folder.path("taskd.db")
        let first = try await RunningDaemon(store: store)
        let running = try await BuiltProgram.run(["token", "reset", "--db", store])
        #expect(running.status == 1)
        #expect(running.errors.contains("in use by a daemon"))
        await first.end(by: SIGTERM)
        let old = first.token
        try FileManager.default.removeItem(atPath: store + ".token")
        let reset = try await BuiltProgram.run(["token", "reset", "--db", store])
        #expect(reset.status == 0)
        #expect(reset.output == store + ".token\n")
        #expect(try mode("taskd.db.token") == 0o600)
        let second = try await RunningDaemon(store: store)
        #expect(second.token != old)
        #expect(try await second.request(.GET, "/v1/tasks").status == 200)
        let environment = ["TASKD_URL": second.url, "TASKD_TOKEN": old]
        #expect(
            try await BuiltProgram.run(["list"], environment: environment).errors.contains(
                "does not know the token from"))
        await second.end(by: SIGTERM)
        let nowhere = try await BuiltProgram.run(["token", "reset", "--db", folder.path("none.db")])
        #expect(nowhere.status == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path("none.db")))
    }
}

/// Looks at a folder's files without a pause, for one that others could ever reach.
private final class FolderWatcher: Sendable {
    private struct State {
        var isStopped = false
        var seen: Set<String> = []
    }

    private let state = Locked(State())

    init(_ folder: String) {
        let state = state
        Thread.detachNewThread {
            while !state.withLock({ $0.isStopped }) {
                for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                    var status = stat()
                    guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & 0o077 != 0 else { continue }
                    state.withLock { _ = $0.seen.insert("\(name): \(String(status.st_mode, radix: 8))") }
                }
                sched_yield()
            }
        }
    }

    /// Ends it.
    ///
    /// - Returns: The files that others could reach.
    func stop() -> Set<String> {
        state.withLock { state in
            state.isStopped = true
            return state.seen
        }
    }
}
