import Basics
import Foundation
import TestSupport
import Testing

/// `taskd token` against a running daemon.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct TokenCommandTests {
    @Test
    func `tokens are made, listed, changed and revoked`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("project", "add", "Shop")
        try await user.check([
            (["token", "list"], 0, ["admin\tread write hooks admin\teverything"]),
            (
                ["token", "add", "phone", "--scope", "write", "--scope", "read"], 0,
                [
                    "added phone  read write  everything\n", "secret: taskd_", "shown once",
                ]
            ),
            (["token", "add", "phone"], 1, ["another token has this name"]),
            (
                ["token", "add", "shop", "--project", "Shop", "--expires", "in 90d"], 0,
                ["read  project Shop\n", "expires: "]
            ),
            (
                ["token", "add", "tag", "--tag", "home", "--scope", "admin"], 64,
                ["--scope \"admin\"", "--scope read or --scope write"]
            ),
            (["token", "add", "x", "--tag", "home", "--project", "Shop"], 64, ["at most one of"]),
            (["token", "add", "x", "--project", "Attic"], 1, ["there is no project"]),
            (["token", "add", "x", "--expires", "soonish"], 64, ["--expires \"soonish\""]),
            (["token", "edit", "phone"], 64, ["no changes given"]),
            (["token", "edit", "phone", "--name", "tablet", "--scope", "read"], 0, ["changed tablet  read  every"]),
            (["token", "edit", "tablet", "--expires", "2099-01-01"], 0, ["expires: Thu 1 Jan 2099"]),
            (["token", "edit", "tablet", "--expires", "none"], 0, ["changed tablet"]),
            (["token", "list"], 0, ["tablet\tread\t", "shop\tread\tproject Shop\t"]),
            (["token", "revoke", "admin"], 1, ["last token with the scope admin"]),
            (["token", "revoke", "tablet"], 0, ["revoked tablet"]),
            (["token", "revoke", "tablet"], 1, ["there is no token \"tablet\"", "The tokens are admin, shop."]),
        ])
    }

    @Test
    func `where the output cannot be written it is told what was done all the same`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        let cases: [(arguments: [String], advice: String?)] = [
            (["token", "add", "x"], "The secret is lost; taskd token rotate NAME makes a new one."),
            (["add", "Tea"], "It was done all the same; taskd undo takes it back."),
            (["undo"], "It was done all the same; taskd redo takes it back."),
            (["add", "Tea", "--dry-run"], nil), (["token", "list"], nil),
        ]
        for (arguments, advice) in cases {
            // Standard output is closed.
            let child = try ChildProcess(
                URL(filePath: "/bin/sh"), ["-c", "\"$0\" \"$@\" >&-", BuiltProgram.url.path] + arguments,
                environment: BuiltProgram.baseEnvironment.merging(user.daemon.environment) { $1 })
            let errors = await child.errors.text()
            let hint = advice.map { "  \($0)\n" } ?? ""
            #expect(await child.exitStatus() == 1, "\(arguments): \(errors)")
            #expect(
                errors == "taskd: the output cannot be written: Bad file descriptor\n\(hint)", "\(arguments): \(errors)"
            )
        }
        let input = try ChildProcess(
            URL(filePath: "/bin/sh"), ["-c", "\"$0\" add - <&-", BuiltProgram.url.path],
            environment: BuiltProgram.baseEnvironment.merging(user.daemon.environment) { $1 })
        let told = await input.errors.text()
        #expect(told.contains("standard input cannot be read: Bad file descriptor"), "\(told)")
    }

    @Test
    func `a token for a project sees and makes what is in it`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("project", "add", "Shop")
        _ = try await user.text("add", "milk", "--project", "Shop")
        _ = try await user.text("add", "secret plan")
        let scopes = ["--scope", "read", "--scope", "write"]
        let outcome = try await user.run(["token", "add", "shop", "--project", "Shop", "--json"] + scopes)
        let made = try JSONValue(json: Data(outcome.output.utf8))
        let secret = try #require(made["secret"]?.string)
        try await user.check([
            (["add", "bread", "--token", secret], 0, ["added "]),
            (["list", "--project", "Shop"], 0, ["milk", "bread"]),
            (["token", "list", "--token", secret], 1, ["does not have the scope admin"]),
            (
                ["export", "--token", secret], 1,
                [
                    "the token \"shop\" is for the project \"Shop\" alone, and this command goes beyond it\n"
                        + "  Use one that reaches everything.\n"
                ]
            ),
            (
                ["pause", "--all", "--token", secret], 1,
                ["this would pause what lies outside of the project \"Shop\"\n  Use a token that reaches it.\n"]
            ),
            (["stats", "--by", "tag", "--token", secret], 1, ["\n  Leave --by, --tag and --project away.\n"]),
            (["undo", "--list", "--token", secret], 1, ["one task at a time\n  taskd history TASK shows them.\n"]),
            (["list", "--explain", "--token", secret], 1, ["\n  Leave --explain away.\n"]),
            (["list", "--token", secret + "x"], 1, ["mistyped", "the token from --token"]),
        ])
        let list = try await user.text("list", "--token", secret)
        #expect(list.contains("milk") && list.contains("bread") && !list.contains("plan"))
    }

    @Test
    func `the token that is used is rotated, and its file has the new secret`() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        // Not the token itself, but the store that its file stands beside.
        let environment = ["TASKD_URL": daemon.url, "TASKD_DB": folder.path("taskd.db")]
        func run(_ arguments: String...) async throws -> BuiltProgram.Outcome {
            try await BuiltProgram.run(arguments, environment: environment)
        }
        let path = try await run("token", "path").output.trimmingCharacters(in: .whitespacesAndNewlines)
        func secret() throws -> String {
            try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let old = try secret()
        let rotated = try await run("token", "rotate", "--overlap", "1h")
        for words in ["rotated admin", "old secrets end: ", "It was written to \(path)"] {
            #expect(rotated.status == 0 && rotated.output.contains(words), "\(rotated.output)\(rotated.errors)")
        }
        let new = try secret()
        #expect(new != old)
        #expect(
            rotated.output.replacing(new, with: "NEW").replacing(/old secrets end: .+/, with: "old secrets end: SOON")
                == """
                rotated admin  read write hooks admin  everything
                secret: NEW
                old secrets end: SOON
                The secret is shown once; the daemon keeps no more than its digest.
                It was written to \(path), where commands on this machine find it.

                """)
        for token in [old, new] { #expect(try await run("list", "--token", token).status == 0) }
        #expect(try await run("list").status == 0)
        // Who was named with --token keeps the secret, not the file.
        #expect(try await run("token", "rotate", "admin", "--overlap", "0s", "--token", new).status == 0)
        #expect(try secret() == new)
        for outcome in [try await run("list", "--token", new), try await run("token", "rotate")] {
            #expect(outcome.status == 1 && outcome.errors.contains("does not know the token"), "\(outcome.errors)")
        }
    }

    @Test(arguments: [nil, "mine"])
    func `a rotated token is written to the file that it came from, which a link may lead to`(
        named: String?
    ) async throws {
        let folder = try TemporaryFolder()
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        let elsewhere = folder.path("home/taskd.db")
        try FileManager.default.createDirectory(atPath: folder.path("home"), withIntermediateDirectories: false)
        let file = named.map { folder.path("home/\($0)") } ?? elsewhere + ".token"
        let target = named.map { folder.path($0) } ?? daemon.store + ".token"
        if named != nil { try FileManager.default.copyItem(atPath: daemon.store + ".token", toPath: target) }
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
        var environment = ["TASKD_URL": daemon.url, "TASKD_DB": elsewhere]
        if named != nil { environment["TASKD_TOKEN_FILE"] = file }
        let rotated = try await BuiltProgram.run(["token", "rotate"], environment: environment)
        #expect(rotated.output.contains("It was written to \(file)"), "\(rotated.output)\(rotated.errors)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == target)
        let secret = try String(contentsOfFile: target, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(rotated.output.contains(secret))
        let store = try String(contentsOfFile: daemon.store + ".token", encoding: .utf8)
        #expect((store == daemon.token + "\n") == (named != nil))
        await daemon.end(by: SIGTERM)
    }
}
