import Basics
import Foundation
import Phrases
import Recurrence
import Scheduler
import TestSupport
import Testing

@testable import taskd

/// The file of the commands that people type, its profiles, and what wins over what.
@Suite(.timeLimit(.minutes(5)))
struct ClientSettingsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @discardableResult
    private func write(_ text: String) throws -> String {
        let path = folder.path("client.yaml")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func layers(_ environment: [String: String] = [:], profile: String? = nil) -> ClientSettingLayers {
        let own = ["TASKD_CLIENT_CONFIG": folder.path("client.yaml")]
        return ClientSettingLayers(environment: own.merging(environment) { $1 }, profile: profile)
    }

    private func settings(_ environment: [String: String] = [:], profile: String? = nil) throws -> ClientSettings {
        try ClientSettings(layers(environment, profile: profile), zones: ZoneDatabase())
    }

    private func problems(_ environment: [String: String] = [:], profile: String? = nil) -> String {
        do throws(ConfigurationErrors) {
            _ = try ClientSettings(layers(environment, profile: profile), zones: ZoneDatabase())
            return ""
        } catch {
            return error.description
        }
    }

    @Test func `each setting is read as it is meant`() throws {
        try write(
            """
            url: http://127.0.0.1:9
            zone: Asia/Seoul
            language: ko
            weekStart: Sunday
            dayParts: {morning: 08:00, evening: 18:30}
            dateOrder: dayFirst
            clock: 12
            columns: [due, title]
            defaultView: week
            remind: [1d, 30m]
            """)
        let settings = try settings()
        #expect(settings.url == "http://127.0.0.1:9" && settings.zone == "Asia/Seoul")
        let parts = DayParts(morning: 8 * 3_600, evening: 18 * 3_600 + 1_800)
        #expect(
            settings.phrases
                == PhraseSettings(language: .korean, weekStart: .sunday, dayParts: parts, dateOrder: .dayFirst))
        #expect(settings.clock == .twelve && settings.columns == [.due, .title] && settings.defaultView == "week")
        #expect(settings.remind == ["-P1D", "-PT30M"])
        try write("remind: none")
        #expect(try self.settings().remind == [])
        // At it, which is what there is without the setting.
        try write("remind: 0m")
        #expect(try self.settings().remind == ["PT0S"])
    }

    @Test func `without a file all is as it always was`() throws {
        let settings = try ClientSettings(
            ClientSettingLayers(environment: ["HOME": folder.path("nobody")], profile: nil), zones: ZoneDatabase())
        #expect(settings.url == nil && settings.zone == nil && settings.phrases == PhraseSettings())
        #expect(settings.remind == nil && settings.columns == nil && settings.tokenFile(forGivenURL: false) == nil)
    }

    @Test func `the environment wins over the profile, and that over the file`() throws {
        try write("zone: Europe/Berlin\nclock: 12\nprofiles: {work: {zone: Asia/Seoul}, home: {clock: 24}}")
        #expect(try settings().zone == "Europe/Berlin")
        #expect(try settings(profile: "work").zone == "Asia/Seoul")
        #expect(try settings(["TASKD_PROFILE": "work"]).zone == "Asia/Seoul")
        #expect(try settings(["TASKD_PROFILE": "work"], profile: "home").zone == "Europe/Berlin")
        #expect(try settings(["TASKD_PROFILE": "work"], profile: "home").clock == .twentyFour)
        #expect(try settings(["TASKD_ZONE": "UTC"], profile: "work").zone == "UTC")
        #expect(try settings(["TASKD_ZONE": ""], profile: "work").zone == "Asia/Seoul")
    }

    @Test(arguments: [
        ("zoen: UTC", "setting \"zoen\" in FILE, line 1, is unknown; did you mean zone?"),
        ("listen: 127.0.0.1:1", "is unknown; \"taskd config list --client\" lists all settings"),
        ("\nzone: Mars", "\"zone\" in FILE, line 2: must be an IANA name such as Europe/Berlin, not \"Mars\""),
        (
            "weekStart: mondya",
            "\"weekStart\" in FILE, line 1: must be a day such as monday, not \"mondya\"; did you mean monday?"
        ),
        ("dateOrder: dayfrist", "did you mean dayFirst?"), ("language: fr", "must be en or ko, not \"fr\""),
        ("clock: 13", "must be 24 or 12, not \"13\""), ("columns: [due, titel]", "\"titel\" is no column"),
        ("columns: [due, titel]", "did you mean title?"), ("dayParts: {dawn: 05:00}", "must be times of day"),
        ("dayParts: {noon: late}", "must be times of day"),
        ("dayParts: [noon]", "must have names with values below it"),
        ("remind: soon", "must be offsets such as 30m"), ("url: nowhere", "must be http://HOST:PORT"),
        ("profiles: [a]", "\"profiles\" in FILE, line 1: must have names"),
        ("profiles:\n  a: 1", "\"a\" in FILE, line 2: must have settings below it"),
        ("profiles:\n  a:\n    zoen: UTC", "setting \"zoen\" in FILE, line 3, is unknown; did you mean zone?"),
        ("profiles:\n  a:\n    profiles: {}", "\"profiles\" in FILE, line 3: must not stand below another profiles"),
        ("zone: [UTC", "the configuration file FILE is not valid YAML: "),
    ])
    func `what makes no sense is told with its line`(text: String, words: String) throws {
        let file = try write(text)
        #expect(problems().contains(words.replacing("FILE", with: file)), "\(problems())")
    }

    @Test func `a profile that there is not is told with the nearest`() throws {
        let none = problems(["TASKD_CLIENT_CONFIG": "", "HOME": folder.path("nobody")], profile: "work")
        #expect(none.hasPrefix("--profile: there are no profiles, as there is no file "), "\(none)")
        try write("profiles: {work: {zone: UTC}, home: {zone: UTC}}")
        #expect(problems(profile: "wrok").hasSuffix("did you mean work?"))
        #expect(
            problems(["TASKD_PROFILE": "qqqqqqqq"]).hasPrefix("TASKD_PROFILE: there is no profile \"qqqqqqqq\" in "))
        #expect(problems(["TASKD_PROFILE": "qqqqqqqq"]).hasSuffix("it has home, work"))
    }

    @Test func `a file that was named must be there, and one that was not need not`() {
        #expect(problems().contains("client.yaml\" cannot be opened"))
        let nothing = ["TASKD_CLIENT_CONFIG": "/dev/null"]
        #expect(problems(nothing).isEmpty && layers(nothing).path == nil)
        #expect(
            problems(nothing, profile: "x") == "--profile: there are no profiles, as there is no file of settings")
        let home = ["TASKD_CLIENT_CONFIG": "", "HOME": folder.path("nobody")]
        #expect(problems(home).isEmpty)
        let folders = [
            ["HOME": "/home/ada"], ["HOME": "/home/ada", "XDG_CONFIG_HOME": "relative"],
            ["HOME": "/home/ada", "XDG_CONFIG_HOME": "/etc/xdg"], [:],
        ].map { ClientSettingLayers(environment: $0, profile: nil).path }
        let standard = "/home/ada/.config/taskd/client.yaml"
        #expect(folders == [standard, standard, "/etc/xdg/taskd/client.yaml", nil])
    }

    @Test func `a token's file is for the address that stands in the same place, or below it`() throws {
        try write(
            """
            url: http://127.0.0.1:1
            tokenFile: home.token
            profiles:
              work: {url: "https://work.example", tokenFile: ~/work.token}
              other: {url: "https://other.example"}
              second: {tokenFile: /second.token}
            """)
        let given = ["TASKD_URL": "https://example.org"]
        func file(_ profile: String?, _ environment: [String: String] = [:], isGiven: Bool = false) throws -> String? {
            try settings(environment, profile: profile).tokenFile(forGivenURL: isGiven)?.path
        }
        #expect(try file(nil) == folder.path("home.token"))
        #expect(try file("work") == NSHomeDirectory() + "/work.token")
        #expect(try file("second") == "/second.token")
        #expect(try file("other") == nil)
        #expect(try file(nil, given) == nil)
        #expect(try file("work", given) == nil)
        #expect(try file("work", isGiven: true) == nil)
        let named = ["TASKD_TOKEN_FILE": "/t"]
        #expect(try file("work", named.merging(given) { $1 }, isGiven: true) == "/t")
    }

    @Test func `config prints each setting and where it comes from`() async throws {
        let file = try write("zone: Asia/Seoul\nprofiles:\n  work:\n    url: http://127.0.0.1:9\n")
        let environment = ["TASKD_CLIENT_CONFIG": file, "TASKD_CLOCK": "12"]
        let outcome = try await BuiltProgram.run(
            ["config", "--profile", "work", "--json"], environment: environment)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let json = try JSONValue(json: Data(outcome.output.utf8))
        #expect(json["file"]?.string == file && json["profile"]?.string == "work")
        #expect(json["profiles"]?.array?.compactMap(\.string) == ["work"])
        let items = json["settings"]?.array ?? []
        func found(_ name: String) -> [String?] {
            let item = items.first { $0["name"]?.string == name }
            return [item?["value"]?.string, item?["from"]?.string]
        }
        #expect(items.count == ClientSetting.all.count)
        #expect(found("url") == ["http://127.0.0.1:9", "\(file):4 (profile work)"])
        #expect(found("zone") == ["Asia/Seoul", "\(file):1"])
        #expect(found("clock") == ["12", "TASKD_CLOCK"] && found("weekStart") == ["monday", "default"])
        let table = try await BuiltProgram.run(["config"], environment: environment)
        #expect(table.output.hasPrefix("file: \(file)\nprofile: none; in the file: work\n\n"), "\(table.output)")
        #expect(table.output.contains(#/\nlanguage +that of what is typed.* +default\n/#), "\(table.output)")
    }

    @Test func `config tells all that is wrong, and other commands do not start`() async throws {
        let file = try write("zoen: UTC\nclock: 13\n")
        for arguments in [["config"], ["list"]] {
            let outcome = try await BuiltProgram.run(arguments, environment: ["TASKD_CLIENT_CONFIG": file])
            #expect(outcome.status == 64)
            let errors = outcome.errors.split(separator: "\n")
            #expect(errors.filter { $0.hasPrefix("taskd: ") }.count == 2, "\(outcome.errors)")
        }
        // The daemon has a file of its own.
        let check = try await BuiltProgram.run(["config", "check"], environment: ["TASKD_CLIENT_CONFIG": file])
        #expect(check.status == 0)
    }

    @Test func `a profile leads to its daemon with its token`() async throws {
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        let file = try write(
            """
            url: http://127.0.0.1:1
            profiles:
              work:
                url: \(daemon.url)
                tokenFile: taskd.db.token
            """)
        let environment = ["TASKD_CLIENT_CONFIG": file]
        for arguments in [["--profile", "work"], ["--profile=work"]] {
            let outcome = try await BuiltProgram.run(["list"] + arguments, environment: environment)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        let without = try await BuiltProgram.run(["list"], environment: environment)
        #expect(without.status == 3 && without.errors.contains("127.0.0.1:1"), "\(without.errors)")
        // The profile's token is not for an address that was given otherwise.
        let given = try await BuiltProgram.run(
            ["list", "--profile", "work", "--url", daemon.url], environment: environment)
        #expect(given.status == 1 && given.errors.contains("no access token"), "\(given.errors)")
        await daemon.end(by: SIGTERM)
    }

    @Test func `the reference page and the example have every setting`() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let page = try String(contentsOf: root.appending(path: "docs/configuration.md"), encoding: .utf8)
        let tables = try await BuiltProgram.run(["config", "list", "--client", "--markdown"]).output
        #expect(page.contains(tables), "write what taskd config list --client --markdown prints into the page")
        let example = try await BuiltProgram.run(["config", "example", "--client"]).output
        #expect(try SettingsFile(path: "example", text: example, ClientSetting.vocabulary).values.isEmpty)
        // Without the comment signs all of it can be read.
        let lines = example.split(separator: "\n").map { line in
            line.hasPrefix("#") && line.firstMatch(of: #/^# [^ ]/#) == nil ? line.dropFirst() : ""
        }
        let valued = lines.filter { !$0.contains("# default:") }.joined(separator: "\n")
        let file = try SettingsFile(path: "example", text: valued, ClientSetting.vocabulary)
        #expect(file.problems.isEmpty && file.sections.keys.sorted() == ["work"])
        try write(valued)
        #expect(problems().isEmpty)
    }
}
