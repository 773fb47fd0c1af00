import Foundation
import NIOCore
import NIOPosix
import TestSupport
import Testing

/// Somebody who follows a page: types its commands one after the other, with a daemon of their own, and looks whether they
/// print what the page says.
actor PageReader {
    private let page: String
    private let home: TemporaryFolder
    private let (port, receiverPort): (Int, Int)
    private var daemon: ChildProcess
    /// What else runs on until Control-C: a receiver of webhooks.
    private var receiver: (process: ChildProcess, output: [String])?
    private var placeholders = Placeholders()

    /// Starts the daemon that every page takes for granted.
    init(of page: String) async throws {
        self.page = page
        home = try TemporaryFolder()
        (port, receiverPort) = (try await Self.freePort(), try await Self.freePort())
        try Self.furnish(home)
        daemon = try Self.shell(
            "exec taskd serve --hooks-allow 127.0.0.0/8",
            in: home, environment: Self.environment(home: home, port: port, receiverPort: receiverPort))
        let started = await daemon.errors.line(containing: "] ready")
        try #require(started != nil, "\(page): no daemon")
        if page == "docs/moving.md" {
            // What its reader has in Taskwarrior.
            try await run("mkdir .task && task add 'Buy oats' due:tomorrow priority:H +home >.task/log", printing: [])
        }
    }

    /// Follows a command of the page.
    func follow(_ command: DocumentedPage.Command) async throws {
        let text = placeholders.replaced(in: here(command.text))
        let output = command.output.map(here)
        if text.contains(/^(\w+=\S* )*taskd serve\b/) {
            try await restartDaemon(by: text)
        } else if text.contains(/^(\w+=\S* )*(python3|node) Examples\//) {
            try await startReceiver(by: text, printing: output)
        } else {
            try await run(text, printing: output)
        }
    }

    /// Looks at last whether what runs on has printed what the page says.
    func finish() async {
        await stopReceiver()
        _ = await end(daemon)
    }

    private func run(_ text: String, printing expected: [String]) async throws {
        // What is exported stays for the commands that come after.
        let session = "\"$HOME/.session\""
        let script = """
            set -o pipefail; if [[ -e \(session) ]]; then . \(session); fi; trap 'export -p >\(session)' EXIT
            \(text)
            """
        // A table is what a list looks like in a terminal.
        let isTable =
            expected.first?.contains(/^(handle|when|tag|what) +(handle|due|by|state|what|added|created|until)\b/)
            ?? false
        if isTable { try Data(script.utf8).write(to: home.url.appending(path: ".command")) }
        let child = try Self.shell(
            isTable ? "NO_COLOR=1 TASKD_PAGER= script -qec 'bash .command' /dev/null" : script, in: home,
            environment: Self.environment(home: home, port: port, receiverPort: receiverPort))
        try child.closeInput()
        let output = await child.output.text().replacing("\r\n", with: "\n")
        let errors = await child.errors.text()
        let status = await child.exitStatus()
        #expect(status == 0, "\(page): \(text)\n\(output)\(errors)")
        let printed = output.split(separator: "\n").map(String.init)
        let expected = expected.filter { !$0.isEmpty }
        if text.hasPrefix("taskd rule ") || text.hasPrefix("taskd date ") && text.contains(" --now ") {
            #expect(printed == expected, "\(page): \(text)")
        } else if !expected.isEmpty {
            let isSame = printed.count == expected.count && zip(expected, printed).allSatisfy(Placeholders.agree)
            #expect(isSame, "\(page): \(text)\nprinted:\n\(output)\(errors)\nnot:\n\(expected.joined(separator: "\n"))")
        }
        placeholders.learn(from: expected.joined(separator: "\n"), and: output)
    }

    private func restartDaemon(by text: String) async throws {
        let status = await end(daemon)
        #expect(status == 0, "\(page): the daemon")
        var environment = Self.environment(home: home, port: port, receiverPort: receiverPort)
        environment["TASKD_HOOKS_ALLOW"] = "127.0.0.0/8"
        daemon = try Self.shell("exec env \(text)", in: home, environment: environment)
        let started = await daemon.errors.line(containing: "] ready")
        try #require(started != nil, "\(page): \(text)\n\(daemon.errors.lines.map(\.text))")
    }

    private func startReceiver(by text: String, printing output: [String]) async throws {
        await stopReceiver()
        let process = try Self.shell(
            ". \"$HOME/.session\" && exec env \(text)", in: home,
            environment: Self.environment(home: home, port: port, receiverPort: receiverPort))
        let first = await process.output.line(containing: "listening on port \(receiverPort)")
        try #require(first != nil, "\(page): \(text)\n\(process.errors.lines.map(\.text))")
        receiver = (process, output)
    }

    private func stopReceiver() async {
        guard let (process, output) = receiver else { return }
        for line in output {
            let printed = await process.output.line(containing: line)
            #expect(printed != nil, "\(page): a receiver does not print \(line)")
        }
        // A child of the tests has their signal mask, so that others than the daemon are not asked.
        _ = await end(process, by: SIGKILL)
        receiver = nil
    }

    private func end(_ process: ChildProcess, by signal: Int32 = SIGTERM) async -> Int32 {
        kill(process.identifier, signal)
        return await process.exitStatus()
    }

    /// What stands on the page, for this machine: with other ports, and with what lies elsewhere in the home folder.
    private func here(_ text: String) -> String {
        var text = text.replacing("tasks.example.org", with: "localhost")
        for (page, real) in [("7373", port), ("8080", receiverPort)] {
            for before in [":", "port "] { text.replace(before + page, with: "\(before)\(real)") }
        }
        for place in ["/mnt/", "/run/", "/etc/taskd/", "/usr/local/bin/"] {
            for before in [" ", ":", "=", "\""] {
                text.replace(before + place, with: before + home.url.path + place)
            }
        }
        return text.replacing("/home/ada", with: home.url.path)
    }

    private static func environment(home: TemporaryFolder, port: Int, receiverPort: Int) -> [String: String] {
        let python = ProcessInfo.processInfo.environment["TASKD_TEST_PYTHON"].map { URL(filePath: $0) }
        let folders = [BuiltProgram.url, python].compactMap { $0?.deletingLastPathComponent().path }
        return BuiltProgram.baseEnvironment.merging([
            "PATH": (folders + ["/usr/bin", "/bin"]).joined(separator: ":"), "HOME": home.url.path,
            "TZ": "Europe/Berlin", "TASKD_URL": "http://127.0.0.1:\(port)", "TASKD_LISTEN": "127.0.0.1:\(port)",
            "TASKD_CA_FILE": home.path("etc/taskd/authority.pem"), "PORT": "\(receiverPort)", "TASKRC": "/dev/null",
            "TASKDATA": home.path(".task"),
        ]) { $1 }
    }

    private static func shell(
        _ script: String, in home: TemporaryFolder, environment: [String: String]
    ) throws -> ChildProcess {
        try ChildProcess(
            URL(filePath: "/bin/bash"), ["-c", "cd \"$HOME\" && \(script)"], environment: environment)
    }

    /// What a checkout has, and what pages say that is there.
    private static func furnish(_ home: TemporaryFolder) throws {
        let files = FileManager.default
        for folder in ["bin", "etc", "mnt/usb", "run/taskd", "usr/local/bin"] {
            try files.createDirectory(atPath: home.path(folder), withIntermediateDirectories: true)
        }
        try files.createSymbolicLink(at: home.url.appending(path: "bin/taskd"), withDestinationURL: BuiltProgram.url)
        for folder in ["Examples", "dist"] {
            try files.createSymbolicLink(
                at: home.url.appending(path: folder),
                withDestinationURL: DocumentedPage.root.appending(path: folder))
        }
        let certificates = try #require(Bundle.module.resourceURL).appending(path: "Fixtures/TLS")
        try files.createDirectory(atPath: home.path("etc/taskd"), withIntermediateDirectories: true)
        for (name, source) in [("authority", "authority"), ("chain", "first"), ("key", "first-key")] {
            try files.copyItem(
                atPath: certificates.appending(path: "\(source).pem").path, toPath: home.path("etc/taskd/\(name).pem"))
        }
        for path in ["usr/local/bin/remind", "usr/local/bin/rotate-reports"] {
            try Data("#!/bin/sh\nexec cat\n".utf8).write(to: home.url.appending(path: path))
            try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.path(path))
        }
    }

    /// A port that nobody listens on, out of the range of those that the system gives to whoever asks for any.
    private static func freePort() async throws -> Int {
        for _ in 0..<100 {
            let port = Int.random(in: 20_000..<30_000)
            let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            guard let channel = try? await bootstrap.bind(host: "127.0.0.1", port: port).get() else { continue }
            try await channel.close()
            return port
        }
        throw ChannelError.operationUnsupported
    }
}

/// What ids, handles and secrets of a page are in the store that its commands are run on.
private struct Placeholders {
    private var known: [(page: String, real: String)] = []

    private static var identifier: Regex<Substring> {
        /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/
    }
    private static var secret: Regex<Substring> { /\bwhsec_[\w+\/=…]+/ }
    /// A handle at the beginning of a line, or behind what was done to what it means.
    private static var handle: Regex<(Substring, Substring, Substring)> {
        /^(\s*(?:(?:added|changed|deleted|done|next|reopened|restored|resumed|paused|skipped|snoozed) )?)([bcdfghjkmnpqrstvwxyz][bcdfghjkmnpqrstvwxyz2-9]{2,11})(?=\s|$)/
    }

    mutating func learn(from page: String, and output: String) {
        for (page, real) in zip(page.split(separator: "\n"), output.split(separator: "\n")) {
            guard let page = page.firstMatch(of: Self.handle), let real = real.firstMatch(of: Self.handle)
            else { continue }
            known.append((String(page.2), String(real.2)))
        }
        for pattern in [Self.identifier, Self.secret] {
            let (pages, reals) = (page.matches(of: pattern), output.matches(of: pattern))
            guard pages.count == reals.count else { continue }
            for (page, real) in zip(pages, reals) { known.append((String(page.0), String(real.0))) }
        }
    }

    /// A command with the real ids, handles and secrets for those of the page; an id may be shortened to 8 characters or more.
    func replaced(in command: String) -> String {
        let identified = command.replacing(/\b[0-9a-f]{8}[0-9a-f-]*/) { match in
            known.last { $0.page.hasPrefix(match.0) }?.real ?? String(match.0)
        }
        let meant = identified.replacing(/\b[a-z2-9]{3,12}\b/) { match in
            known.last { $0.page == match.0 }?.real ?? String(match.0)
        }
        return meant.replacing(Self.secret) { match in
            known.last { $0.page == match.0 }?.real ?? String(match.0)
        }
    }

    /// Whether a line is what the page has, but for ids, handles, times and numbers, and for what `…` stands for.
    ///
    /// What no word with a colon begins depends on when it is looked at: of such a line the beginning counts.
    static func agree(_ page: String, _ real: String) -> Bool {
        let (page, real) = (shape(page), shape(real))
        guard page.contains("…") || page.contains(/^\s*[A-Z]?[a-z][\w ]*:/) || page.contains(#/^\s*[a-z]+ ID /#) else {
            return page.prefix { $0 != " " } == real.prefix { $0 != " " }
        }
        var rest = real[...]
        for (index, part) in page.split(separator: "…", omittingEmptySubsequences: false).enumerated() {
            guard let found = part.isEmpty ? rest.startIndex..<rest.startIndex : rest.firstRange(of: part),
                index > 0 || found.lowerBound == real.startIndex
            else { return false }
            rest = rest[found.upperBound...]
        }
        return page.hasSuffix("…") || rest.isEmpty
    }

    private static func shape(_ line: String) -> String {
        line.replacing(secret, with: "SECRET")
            .replacing(/--cursor \S+/, with: "CURSOR")
            .replacing(/\b[0-9a-f]{8}[0-9a-f-]*/, with: "ID")
            .replacing(handle) { "\($0.1)ID" }
            .replacing(
                /(Mon |Tue |Wed |Thu |Fri |Sat |Sun )?\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?([+-]\d\d:\d\d)?/,
                with: "TIME"
            )
            .replacing(
                /(today|tomorrow|yesterday|(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ [A-Z][a-z]{2}( \d{4})?)( \d\d:\d\d(:\d\d)?)?/,
                with: "TIME"
            )
            .replacing(/reminders? at [^·]*/, with: "REMINDERS")
            .replacing(/\((in [^)]*|[^)]* ago|now)\)/, with: "WHEN")
            .replacing(/\d+/, with: "N")
            .replacing(#/[ \t]+/#, with: " ")
    }
}
