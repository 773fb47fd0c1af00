import ArgumentParser
import Basics
import Foundation
import Scheduler
import Storage
import TestSupport
import Testing

@testable import taskd

@Suite(.timeLimit(.minutes(5)))
struct ConfigurationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ text: String) throws -> String {
        let path = folder.path("taskd.yaml")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test(arguments: [
        ("", [:]), ("# nothing\n", [:]), ("---\nzone: Europe/Berlin\n", ["zone": "Europe/Berlin"]),
        (
            "dayStart: 09:00\ncatchUpRate: 010\nlogLevel: on",
            ["dayStart": "09:00", "catchUpRate": "010", "logLevel": "on"]
        ),
        ("listen: [127.0.0.1:1, 'unix:/a']", ["listen": "127.0.0.1:1,unix:/a"]),
        ("hosts:\n  - a.example\n  - b.example\n", ["hosts": "a.example,b.example"]),
        (#"{"listen": "127.0.0.1:7373", "backupKeep": 7}"#, ["listen": "127.0.0.1:7373", "backupKeep": "7"]),
        ("quietHours: 22:00-07:00 Europe/Berlin high", ["quietHours": "22:00-07:00 Europe/Berlin high"]),
        ("db: /srv/작업 목록.db", ["db": "/srv/작업 목록.db"]),
    ])
    func `a value of the file is what is written there, whatever YAML would make of it`(
        text: String, values: [String: String]
    ) throws {
        let file = try SettingsFile(path: "taskd.yaml", text: text)
        let found = file.values.map { ($0.key.name, $0.value.text) }
        #expect(Dictionary(uniqueKeysWithValues: found) == values)
    }

    @Test(arguments: [
        ("[]", "must have a setting on each line"), ("just text", "must have a setting on each line"),
        ("zone: [UTC", "is not valid YAML: "),
        ("hosts: *.example.org", "is not valid YAML: line 1 needs quotation marks: hosts: \"*.example.org\""),
        ("zone: UTC\ncorsOrigins: *\n", "line 2 needs quotation marks: corsOrigins: \"*\""),
        ("listen: [::1]:7373", "line 1 needs quotation marks: listen: \"[::1]:7373\""),
        ("zone Europe/Berlin\ncatchUp: P1D\n", "is not valid YAML: line 1 has no colon; write a setting on each line"),
        ("catchUp: P1D\nzone Europe/Berlin\n", "is not valid YAML: line 2 has no colon"),
        ("hosts:\n\t- a.example\n", "is not valid YAML: line 2 begins with a tab; write spaces"),
        (
            "zone: UTC\n---\nzone: UTC",
            "is not valid YAML: expected a single document in the stream, but found another document, line 2"
        ),
        ("zone:", "\"zone\" in taskd.yaml, line 1: has no value; give one, or remove the line"),
        ("# a\nzone: ~", "\"zone\" in taskd.yaml, line 2: has no value"),
        ("zone: ''", "\"zone\" in taskd.yaml, line 1: has no value"),
        ((1...30).map { "x\($0): 1" }.joined(separator: "\n"), "line 20, is unknown"),
        ((1...30).map { "x\($0): 1" }.joined(separator: "\n"), "\nthere are more errors in taskd.yaml"),
        ("zone: [UTC]", "\"zone\" in taskd.yaml, line 1: must be one value"),
        ("listen: [[a]]", "\"listen\" in taskd.yaml, line 1: must be a list of plain values"),
        ("listen: {a: b}", "\"listen\" in taskd.yaml, line 1: must be a value or a list of values"),
        ("zone: UTC\nzone: UTC", "set twice, first in line 1"),
        ("catchup: P1D", "setting \"catchup\" in taskd.yaml, line 1, is unknown; did you mean catchUp?"),
        ("zone: UTC\nbackup_every: P1D", "line 2, is unknown; did you mean backupEvery?"),
        ("qqqqqqqqqqqq: 1", "is unknown; \"taskd config list\" lists all settings"),
    ])
    func `what makes no sense in a file is told with its line`(text: String, words: String) {
        let errors: ConfigurationErrors
        do throws(ConfigurationErrors) {
            errors = ConfigurationErrors(try SettingsFile(path: "taskd.yaml", text: text).problems)
        } catch {
            errors = error
        }
        #expect(errors.description.contains(words), "\(errors)")
    }

    @Test(arguments: [
        ("TASKD_ZNOE", "TASKD_ZNOE: is no setting; did you mean TASKD_ZONE? Else unset it"),
        ("TASKD_HOOK_ALLOW", "did you mean TASKD_HOOKS_ALLOW? Else unset it"), ("TASKD_URL", nil), ("TASKD_TOKEN", nil),
        ("TASKD_INSECURE", nil), ("TASKD_CA_FILE", nil), ("TASKD_WEBHOOK_SECRET", nil), ("TASKD_EVENT_ID", nil),
        ("TASKD_HOOK_ID", nil), ("TASKD_ATTEMPT", nil), ("TASKD_ZONE", nil), ("ZNOE", nil),
    ])
    func `a misspelt variable is told, and others are nobody's business`(name: String, words: String?) throws {
        let settings = try ServeSettings(
            flags: SettingFlags.parse([]), environment: [name: "UTC", "HOME": "/home/ada"])
        #expect(settings.problems.count == (words == nil ? 0 : 1))
        if let words { #expect(settings.problems.first?.description.hasSuffix(words) == true, "\(settings.problems)") }
    }

    @Test
    func `all that is wrong is told at once, and nothing is started`() async throws {
        let file = try write("zoen: UTC\ncatchUp: soon\nlisten: nowhere\n")
        let outcome = try await BuiltProgram.run(["serve", "--config", file])
        #expect(outcome.status == 64)
        for words in ["did you mean zone?", "\"catchUp\" in", "\"listen\" in"] {
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
        let other = try write("catchUp: soon\nlisten: nowhere\nbackupKeep: 0\n")
        let second = try await BuiltProgram.run(
            ["config", "check", "--config", other], environment: ["TASKD_LOG_LEVEL": "loud"])
        #expect(second.status == 64)
        let lines = second.errors.split(separator: "\n")
        #expect(lines.count == 4 && lines.allSatisfy { $0.hasPrefix("taskd: ") }, "\(second.errors)")
        for words in ["\"catchUp\" in", "\"listen\" in", "\"backupKeep\" in", "TASKD_LOG_LEVEL: "] {
            #expect(second.errors.contains(words), "\(second.errors)")
        }
        #expect(try folder.names() == ["taskd.yaml"])
    }

    @Test
    func `a file that is not there is named`() async throws {
        let outcome = try await BuiltProgram.run(["serve", "--config", "/nonexistent.yaml"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("the configuration file \"/nonexistent.yaml\" cannot be opened"))
    }

    @Test(arguments: [
        (
            "22:00-07:00 hgh",
            "\"hgh\" is neither a time zone, such as Europe/Berlin, nor a priority (none, low, medium, high, urgent)"
        ),
        ("22:00-22:00", "must end at another time than it begins, not \"22:00-22:00\""),
        ("22:00-", "must be a window such as 22:00-07:00"), ("25:00-25:00", "must be a window such as 22:00-07:00"),
    ])
    func `quiet hours that cannot be are told with what is wrong with them`(text: String, words: String) async throws {
        let outcome = try await BuiltProgram.run(["config", "check", "--quiet-hours", text])
        #expect(outcome.status == 64 && outcome.errors.contains("--quiet-hours: \(words)"), "\(outcome.errors)")
    }

    @Test
    func `a file that one would wait for is refused`() async throws {
        let path = folder.path("pipe.yaml")
        try #require(mkfifo(path, 0o600) == 0)
        let outcome = try await BuiltProgram.run(["config", "check", "--config", path])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("pipe.yaml is not a regular file"), "\(outcome.errors)")
    }

    @Test
    func `check prints what holds, and where it comes from`() async throws {
        let file = try write("zone: Asia/Seoul\ncatchUp: PT2H\nlogLevel: debug\n")
        let arguments = ["config", "check", "--config", file, "--log-level", "error"]
        let environment = ["TASKD_CATCH_UP": "PT3H", "HOME": "/home/ada", "TASKD_ZONE": ""]
        let outcome = try await BuiltProgram.run(arguments + ["--json"], environment: environment)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let items = try JSONValue(json: Data(outcome.output.utf8))["settings"]?.array ?? []
        func found(_ name: String) -> [String?] {
            let item = items.first { $0["name"]?.string == name }
            return [item?["value"]?.string, item?["from"]?.string]
        }
        #expect(items.count == Setting.all.count)
        #expect(found("zone") == ["Asia/Seoul", "\(file):1"])
        #expect(found("catchUp") == ["PT3H", "TASKD_CATCH_UP"])
        #expect(found("logLevel") == ["error", "--log-level"])
        #expect(found("keepEvents") == ["P90D,50000", "default"])
        #expect(found("db") == ["/home/ada/.local/share/taskd/taskd.db", "default"])
        #expect(found("backupTo") == ["/home/ada/.local/share/taskd/taskd.db.backups", "default"])
        let table = try await BuiltProgram.run(arguments, environment: environment).output
        #expect(
            table.split(separator: "\n").contains { $0.hasPrefix("zone ") && $0.hasSuffix(" \(file):1") }, "\(table)")
        #expect(try folder.names() == ["taskd.yaml"])
    }

    @Test
    func `a path that a daemon would not take is refused with its words, before it is started`() async throws {
        let (file, store) = (folder.path("file"), folder.path("store/taskd.db"))
        try Data("plain".utf8).write(to: URL(filePath: file))
        let taken: [(arguments: [String], words: String)] = [
            (["--state", file], "--state: \(file) is not a folder; name another one"),
            (["--state", file + "/deep/er"], "--state: \(file) is not a folder; name another one"),
            (
                ["--backup-to", file, "--backup-every", "P1D"],
                "--backup-to: \(file) is not a folder; name another one"
            ),
        ]
        for (arguments, words) in taken {
            for command in [["config", "check"], ["serve"]] {
                let outcome = try await BuiltProgram.run(command + ["--db", store] + arguments)
                #expect(outcome.status == 64 && outcome.errors == "taskd: \(words)\n", "\(outcome.errors)")
            }
        }
        let refused: [(path: String, what: String, how: String)] = [
            (folder.url.path, "is a folder", "name a file, such as \(folder.url.path)/taskd.db"),
            (file, "is not a taskd store and was not changed", "name another file"),
        ]
        for (path, what, how) in refused {
            let check = try await BuiltProgram.run(["config", "check", "--db", path])
            #expect(check.status == 64)
            #expect(check.errors == "taskd: --db: \(path) \(what)\n  \(how.asSentence)\n", "\(check.errors)")
            let start = try await BuiltProgram.run(["serve", "--db", path])
            #expect(start.errors == "taskd: \(path) \(what); \(how)\n", "\(start.errors)")
        }
        #expect(try folder.names() == ["file"])
    }

    @Test
    func `a state folder that tells no older copy of the store is noted as the daemon notes it`() async throws {
        let store = folder.path("store/taskd.db")
        for state in ["store", "store/state"] {
            let outcome = try await BuiltProgram.run(["config", "check", "--db", store, "--state", folder.path(state)])
            #expect(outcome.status == 0)
            #expect(outcome.errors == "note: \(StatePaths.unwitnessed)\n", "\(outcome.errors)")
        }
        let outside = try await BuiltProgram.run(["config", "check", "--db", store, "--state", folder.path("state")])
        #expect(outside.status == 0 && outside.errors.isEmpty, "\(outside.errors)")
    }

    @Test
    func `every setting has its option, and every default makes sense`() throws {
        for setting in Setting.all {
            let flags = try SettingFlags.parse([setting.flag, "/x"])
            #expect(flags.given == [setting: "/x"], "\(setting.name)")
        }
        #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
        let settings = try ServeSettings(
            flags: SettingFlags.parse([]), environment: ["TZ": "UTC", "HOME": "/home/ada"])
        let configuration = try ServeConfiguration(settings, zones: ZoneDatabase())
        #expect(configuration.retention == RetentionPolicy())
        #expect(configuration.scheduler.dayStart == SchedulerConfiguration().dayStart)
        #expect(configuration.scheduler.catchUpWindow == SchedulerConfiguration().catchUpWindow)
    }

    @Test
    func `the reference page and the example have every setting as it is declared`() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let page = try String(contentsOf: root.appending(path: "docs/configuration.md"), encoding: .utf8)
        let tables = try await BuiltProgram.run(["config", "list", "--markdown"]).output
        #expect(page.contains(tables), "write what taskd config list --markdown prints into docs/configuration.md")
        let example = try await BuiltProgram.run(["config", "example"]).output
        #expect(try SettingsFile(path: "example", text: example).values.isEmpty)
        // Without the comment signs the example is what holds anyway.
        let lines = example.split(separator: "\n").filter { line in
            Setting.all.contains { line.hasPrefix("#\($0.name): ") } && !line.contains("# default:")
        }
        let file = try SettingsFile(path: "example", text: lines.map { $0.dropFirst() }.joined(separator: "\n"))
        #expect(file.values.allSatisfy { $0.value.text == $0.key.standard })
        #expect(file.values.count == Setting.all.filter { $0.standard?.isEmpty == false }.count)
    }
}
