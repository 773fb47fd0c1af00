import Foundation
import Storage
import TaskdClient
import TestSupport
import Testing

@testable import taskd

struct CredentialTests {
    private let folder: TemporaryFolder
    private var environment: [String: String] { ["TASKD_DB": folder.path("taskd.db")] }

    init() throws {
        folder = try TemporaryFolder()
        try PrivateFile(folder.path("taskd.db.token")).replace(with: Array("secret\n".utf8))
    }

    /// Where a request goes, and whether the token of the machine's own store may be shown there.
    private static let addresses: [(String, Bool)] = [
        ("http://127.0.0.1:7373", true), ("http://localhost:7373", true), ("http://[::1]:7373", true),
        ("http://127.8.9.1", true), ("https://localhost", true),
        ("http://taskd.example", false), ("https://taskd.example", false), ("http://192.0.2.7:7373", false),
        ("http://127.0.0.1.example", false), ("http://localhost.example", false),
    ]

    @Test(arguments: addresses)
    func `the token of this machine's store is shown to this machine alone`(url: String, isShown: Bool) throws {
        let credential = try Credential(option: nil, environment: environment, for: DaemonAddress(url))
        #expect((credential.token == "secret") == isShown)
        if !isShown { #expect(credential.suggestion.contains("--token")) }
    }

    @Test
    func `why there is no token is told, and how there may be one`() throws {
        let address = try DaemonAddress()
        let folders = try Credential(
            option: nil, environment: environment,
            file: ClientSettings.TokenFile(path: folder.path(""), origin: "TASKD_TOKEN_FILE"), for: address)
        #expect(folders.origin.hasSuffix("(named by TASKD_TOKEN_FILE) is a folder"), "\(folders.origin)")
        let store = folder.path("other.db")
        let missing = { try Credential(option: nil, environment: ["TASKD_DB": store], for: address) }
        #expect(try missing().suggestion.contains("set TASKD_DB"))
        try Data().write(to: URL(fileURLWithPath: store))
        #expect(try missing().suggestion.contains("taskd token reset makes a new one"))
        let named = try Credential(
            option: nil, environment: environment,
            file: ClientSettings.TokenFile(path: folder.path("taskd.db/x"), origin: "TASKD_TOKEN_FILE"), for: address)
        #expect(named.suggestion.hasPrefix("Correct TASKD_TOKEN_FILE or remove it"), "\(named.suggestion)")
        let unused = try Credential(
            option: nil, environment: ["TASKD_DB": folder.path("none.db")], unused: "\"tokenFile\" in FILE, line 1",
            for: address)
        #expect(unused.suggestion.hasPrefix("\"tokenFile\" in FILE, line 1 is sent only to"), "\(unused.suggestion)")
    }

    private static let refusals: [(variable: String?, detail: String, what: String, how: String)] = [
        ("TASKD_TOKEN", "no", "the daemon does not know the token from TASKD_TOKEN", "Unset TASKD_TOKEN, so"),
        (nil, "no", "the daemon does not know the token from the file ", "It runs on another store"),
        (
            "TASKD_TOKEN", "the token \"x3\" expired at noon; ask for more",
            "the token \"x3\" (from TASKD_TOKEN) expired at noon", "Ask for more."
        ),
        ("TASKD_TOKEN", "the token is mistyped; copy it", "the token from TASKD_TOKEN is mistyped", "Copy it."),
    ]

    @Test(arguments: refusals)
    func `a token that is not accepted is told with where it came from`(
        variable: String?, detail: String, what: String, how: String
    ) throws {
        let given = variable.map { [$0: "given"] } ?? [:]
        let refusal = try Credential(option: nil, environment: environment.merging(given) { $1 }, for: DaemonAddress())
            .refusal(detail)
        #expect(refusal.what.hasPrefix(what) && refusal.how.contains(how), "\(refusal)")
    }

    @Test func `whose token is not accepted is told of the one that is used instead, where there is one`() throws {
        func how(_ token: String?, _ environment: [String: String], at url: String = DaemonAddress.standard) throws
            -> String
        {
            try Credential(option: token, environment: environment, for: DaemonAddress(url)).refusal("no").how
        }
        let asking = "ask whoever runs the daemon for a token (taskd token add)."
        let file = folder.path("taskd.db.token")
        let given = ["TASKD_TOKEN": "given"]
        let there = environment.merging(given) { $1 }
        let missing = given.merging(["TASKD_DB": folder.path("none.db")]) { $1 }
        #expect(try how(nil, there) == "Unset TASKD_TOKEN, so that the one in \(file) is used, or \(asking)")
        #expect(try how("x", environment) == "Leave --token away, so that the one in \(file) is used, or \(asking)")
        #expect(try how("x", there).hasPrefix("Leave --token away, so that the one of TASKD_TOKEN is used"))
        #expect(
            try how(nil, missing) == "Unset TASKD_TOKEN and set TASKD_DB to the daemon's store, or \(asking)")
        #expect(try how(nil, there, at: "https://taskd.example") == "A\(asking.dropFirst())")
        let named = try Credential(
            option: nil, environment: [:], file: ClientSettings.TokenFile(path: file, origin: "TASKD_TOKEN_FILE"),
            for: DaemonAddress())
        #expect(named.refusal("no").how == "Name another file in TASKD_TOKEN_FILE, or \(asking)")
    }

    @Test(arguments: addresses)
    func `a token that was given does not go over a network in the clear, unless that is said`(
        url: String,
        isLocal: Bool
    ) throws {
        let address = try DaemonAddress(url)
        let given = environment.merging(["TASKD_TOKEN": "given"]) { $1 }
        for (option, environment) in [("given", environment), (nil, given)] {
            let plain = { try Credential(option: option, environment: environment, for: address) }
            if isLocal || url.hasPrefix("https") {
                #expect(try plain().token == "given")
            } else {
                #expect(throws: CommandFailure.self) { try plain() }
            }
            let insecure = try Credential(
                option: option, environment: environment, for: address, mayGoInTheClear: true)
            #expect(insecure.token == "given")
        }
    }
}
