import Basics
import Foundation
import Recurrence
import Storage
import TestSupport
import Testing

/// A terminal of a certain size with a shell in it, kept by a tmux server of its own: what a person would see of the program.
///
/// The prompt tells how many commands were given and how the last one ended, so that a test knows when it is over.
final class TerminalSession: Sendable {
    /// What a shell shows in the end, and how the command ended.
    struct Screen {
        var lines: [String]
        var status: Int

        var text: String { lines.joined(separator: "\n") }
    }

    private static let name = "taskd"
    private let server: ChildProcess
    private let environment: [String: String]
    private let given = Locked(0)

    /// Opens one, with the shell at its prompt.
    ///
    /// - Parameters:
    ///   - columns: How wide it is.
    ///   - rows: How high.
    ///   - folder: Where the server has its socket, and the shell its home.
    ///   - environment: What the shell finds in its environment besides what every terminal has.
    /// - Throws: `POSIXError` with `ETIMEDOUT` where no prompt appears.
    init(
        columns: Int, rows: Int = 50, in folder: TemporaryFolder, environment: [String: String] = [:]
    ) async throws {
        var all = BuiltProgram.baseEnvironment.filter { $0.key != "NO_COLOR" }
        all.merge([
            "PATH": "\(BuiltProgram.url.deletingLastPathComponent().path):/usr/bin:/bin", "HOME": folder.url.path,
            "TMUX_TMPDIR": folder.url.path, "LC_CTYPE": "C.UTF-8", "TERM": "xterm-256color",
        ]) { $1 }
        all.merge(environment) { $1 }
        self.environment = all
        server = try Self.tmux(["-D"], all)
        let shell = ##"PS1='<\#:$?> ' PS2='' exec bash --norc --noprofile -i"##
        let size = ["-x", "\(columns)", "-y", "\(rows)", "-c", folder.url.path]
        // There is no session before the server listens.
        try await Self.poll("tmux does not start") {
            try await Self.run(["-N", "new-session", "-d"] + size + [shell], all).status == 0 ? true : nil
        }
        _ = try await prompt()
    }

    /// Ends the shell, and all that runs in it.
    func close() async {
        kill(server.identifier, SIGTERM)
        _ = await server.exitStatus()
    }

    // MARK: - What is typed

    /// Types a command on an empty screen, and returns what stands there once it is over.
    func run(_ command: String) async throws -> Screen {
        try await start(command)
        return try await prompt()
    }

    /// Types a command on an empty screen.
    func start(_ command: String) async throws {
        given.withLock { $0 += 1 }
        // At once, so that nobody takes what stood there before for what comes.
        try await tmux("send-keys", "-R")
        try await type("clear; \(command)", "Enter")
    }

    /// Types a text, and then keys by the names that tmux has for them.
    func type(_ text: String, _ keys: String...) async throws {
        if !text.isEmpty { try await tmux("send-keys", "-l", text) }
        if !keys.isEmpty { try await tmux(["send-keys"] + keys) }
    }

    /// What stands on the screen once the shell waits for the next command.
    func prompt() async throws -> Screen {
        let number = given.withLock { $0 } + 1
        return try await wait("the prompt") { lines in
            guard let last = lines.last, let match = last.wholeMatch(of: /(.*)<(\d+):(\d+)> ?/),
                Int(match.2) == number, let status = Int(match.3)
            else { return nil }
            let rest = match.1.isEmpty ? [] : [String(match.1)]
            return Screen(lines: lines.dropLast() + rest, status: status)
        }
    }

    // MARK: - What is seen

    /// Waits until the screen shows what is looked for; fails with what it shows instead.
    @discardableResult
    func wait<Value>(_ what: String, for find: ([String]) throws -> Value?) async throws -> Value {
        var seen: [String] = []
        return try await Self.poll("\(what) is not shown", { seen.joined(separator: "\n") }) {
            seen = try await self.lines()
            return try find(seen)
        }
    }

    /// Waits until a line holds a text.
    func wait(until text: String) async throws {
        try await wait(text) { $0.contains { $0.contains(text) } ? true : nil }
    }

    /// The lines down to the last that is not empty: as they stand, or those that were too long as one, or with colours.
    func lines(joined: Bool = false, escapes: Bool = false) async throws -> [String] {
        let flags = (joined ? ["-J"] : []) + (escapes ? ["-e"] : [])
        let text = try await tmux(["capture-pane", "-p"] + flags)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.allSatisfy({ $0 == " " }) ?? false { lines.removeLast() }
        return lines
    }

    /// In which column each of some texts begins, where it is shown last, as the terminal counts its cells.
    func columns(of texts: [String]) async throws -> [Int] {
        var columns: [Int] = []
        for text in texts {
            try await tmux("copy-mode")
            try await tmux("send-keys", "-X", "history-bottom")
            try await tmux("send-keys", "-X", "search-backward-text", text)
            let start = Int(try await tmux("display-message", "-p", "#{copy_cursor_x}").filter(\.isNumber))
            try await tmux("send-keys", "-X", "cancel")
            columns.append(try #require(start))
        }
        return columns
    }

    /// Gives it another size, as a person who drags the corner of a window does.
    func resize(columns: Int, rows: Int) async throws {
        try await tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
        // The server tells the programs a little later.
        try await Self.poll("the terminal does not become \(columns) columns wide") {
            try await self.run("stty size").text == "\(rows) \(columns)" ? true : nil
        }
    }

    // MARK: - The server

    @discardableResult
    private func tmux(_ arguments: String...) async throws -> String { try await tmux(arguments) }

    @discardableResult
    private func tmux(_ arguments: [String]) async throws -> String {
        let (status, output, errors) = try await Self.run(["-N"] + arguments, environment)
        try #require(status == 0, "tmux \(arguments): \(errors)")
        return output
    }

    private static func run(
        _ arguments: [String], _ environment: [String: String]
    ) async throws -> (status: Int32, output: String, errors: String) {
        let client = try tmux(arguments, environment)
        try client.closeInput()
        let (output, errors) = (await client.output.text(), await client.errors.text())
        return (await client.exitStatus(), output, errors)
    }

    private static func tmux(_ arguments: [String], _ environment: [String: String]) throws -> ChildProcess {
        // A child has the signal mask of the tests, which the shell and the program would have from it.
        let start = ["--default-signal", "tmux", "-u", "-f", "/dev/null", "-L", name]
        return try ChildProcess(URL(filePath: "/usr/bin/env"), start + arguments, environment: environment)
    }

    /// Asks again and again, for half a minute at most.
    @discardableResult
    private static func poll<Value>(
        _ failure: String, _ seen: () -> String = { "" }, _ find: () async throws -> Value?
    ) async throws -> Value {
        let end = WallClock().now.advanced(by: .seconds(30))
        while WallClock().now < end {
            if let value = try await find() { return value }
            try await WallClock().sleep(until: WallClock().now.advanced(by: .milliseconds(20)), tolerance: nil)
        }
        let shown = seen()
        Issue.record("\(failure): \(shown)")
        throw POSIXError(.ETIMEDOUT)
    }
}
