import ArgumentParser
import Basics
import Foundation
import TaskdClient

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// `taskd import`: reads what `taskd export` wrote.
struct Import: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Read a file of taskd export into the daemon's store.",
        usage: "taskd import <file> [<options>]",
        discussion: """
              taskd import tasks.jsonl --dry-run
              gunzip < tasks.jsonl.gz | taskd import -

            Ids, versions and times are kept. What is in the store already with the same content is skipped, so run an \
            interrupted import again; what is in the store with different content is refused. Reminders whose time has \
            passed are marked missed, and nobody is told; the others fire at their time. Hooks get no events.

            The file is sent in parts of at most 200 lines. If a line is bad, nothing of its part is kept, and the \
            import stops there. taskd undo undoes the last part.
            """)

    /// How large a part is at most, unless a single line is larger.
    private static let partLines = 200
    private static let partBytes = 512 << 10

    @Argument(help: "The file, or - for standard input.", completion: .file())
    var file: String

    @Option(help: "The format of the file")
    var format = TransferFormatArgument.jsonl

    @Flag(name: .customLong("dry-run"), help: "Only count what is new, the same, different and bad; change nothing.")
    var dryRun = false

    @Flag(help: "Overwrite what is in the store with different content.")
    var replace = false

    @Flag(
        name: .customLong("skip-bad"),
        help: "Skip bad lines and what is in the store with different content, list each, and import the others.")
    var skipBad = false

    @Flag(
        name: .customLong("notify-hooks"),
        help: "Have hooks get events of the tasks that are imported, like any others.")
    var notifyHooks = false

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        guard !file.isEmpty else {
            throw CommandFailure.usage("the file's name is empty", "Name a file, or give - for standard input.")
        }
        let handle = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file)
        guard let handle else {
            throw CommandFailure.usage("\(name) cannot be opened: \(InputFile.reason(file))", "Name another file.")
        }
        try await client.withDaemon(context) { daemon in
            let sum = try await send(handle, daemon)
            try StandardOutput.write(client.access.json ? sum.json : sum.text(isDry: dryRun, replaces: replace))
            guard sum.bad == 0 else {
                throw CommandFailure.failed(
                    "bad lines\(dryRun ? "" : " that were not imported"): \(sum.bad)",
                    "Correct them and run the command again.")
            }
            guard !sum.isCutOff else {
                throw CommandFailure.failed(
                    "the last line is not the end of an export, so that the file may be cut off",
                    "Export it again, and import that: what is there already is skipped.")
            }
        }
    }

    private func send(_ handle: FileHandle, _ daemon: DaemonClient) async throws -> ImportSum {
        var (splitter, part, sum) = (LineSplitter(), ImportPart(), ImportSum())
        var last: [UInt8] = []
        let progress = ImportProgress()
        defer { progress.end() }
        func add(_ line: LineSplitter.Line) async throws {
            guard case .whole(let bytes) = line else {
                throw CommandFailure.failed(
                    "line \(part.nextLine) has more than \(LineSplitter.maxLine) bytes",
                    "Name a file that taskd export has written.")
            }
            if part.nextLine == 1 { try check(header: bytes) }
            if part.lines == Self.partLines || (part.lines > 0 && part.bytes.count + bytes.count > Self.partBytes) {
                try await send(&part, daemon, &sum)
                progress.show(sum)
            }
            part.append(bytes)
            // Empty lines say nothing, behind the end as elsewhere.
            if !bytes.isEmpty { last = bytes }
        }
        while case let more = try InputFile.read(handle, name), !more.isEmpty {
            for line in splitter.append(more[...]) { try await add(line) }
        }
        if let line = splitter.finish() { try await add(line) }
        try await send(&part, daemon, &sum)
        guard sum.lines > 0 else {
            throw CommandFailure.failed("\(name) is empty", "Name a file that taskd export has written.")
        }
        if Self.kind(of: last) != "end" {
            sum.isCutOff = true
            // The end is what lets series go on.
            part.append(Array(#"{"kind":"end"}"#.utf8))
            try await send(&part, daemon, &sum)
        }
        return sum
    }

    private func send(_ part: inout ImportPart, _ daemon: DaemonClient, _ sum: inout ImportSum) async throws {
        guard part.lines > 0 else { return }
        let flags = [("dryRun", dryRun), ("replace", replace), ("skipBad", skipBad), ("notifyHooks", notifyHooks)]
        let query = flags.filter(\.1).map { QueryItem($0.0, "true") } + [QueryItem("firstLine", "\(part.firstLine)")]
        do {
            sum.add(try await daemon.post("import", query, lines: part.bytes).decode(), part)
        } catch let error as DaemonError {
            guard case .refused(let problem) = error, problem.status == 422 else {
                if sum.lines > 0 {
                    let verb = dryRun ? "checked" : "imported"
                    StandardError.write(
                        "taskd: the lines before \(part.firstLine) were \(verb); run the command again\n")
                }
                throw error
            }
            let faults = problem.faults.map { ImportFault($0, first: part.firstLine) }
            let words = faults.map(part.words)
            throw CommandFailure.failed(
                words.count > 1
                    ? (["\(words.count) problems:"] + words.map { "  \($0)" }).joined(separator: "\n")
                    : words.first ?? problem.description.withoutControls,
                "\(Self.done(before: part.firstLine, isDry: dryRun)) \(part.remedy(for: faults))")
        }
        part.begin()
    }

    /// What was imported when a part is refused, in a sentence.
    private static func done(before line: Int, isDry: Bool) -> String {
        isDry || line == 1 ? "Nothing was imported." : "Lines 1 to \(line - 1) were imported, and no others."
    }

    /// What is read, in words.
    private var name: String { file == "-" ? "standard input" : file.shown }

    /// What a line says that it is.
    private static func kind(of line: [UInt8]) -> String? {
        (try? JSONValue(json: line))?["kind"]?.string
    }

    /// Refuses what is no export before anything is sent.
    private func check(header bytes: [UInt8]) throws {
        guard Self.kind(of: bytes) == "header" else {
            // How gzip's format begins (RFC 1952).
            if bytes.starts(with: [0x1F, 0x8B]) {
                throw CommandFailure.failed(
                    "\(name) is compressed by gzip",
                    "Unpack it: gunzip < \(file == "-" ? "FILE" : name) | taskd import -")
            }
            throw CommandFailure.failed(
                "line 1 is not the header of an export", "Name a file that taskd export has written.")
        }
    }
}

/// Shows on a terminal how far an import has come.
private struct ImportProgress {
    private let isShown = isatty(STDERR_FILENO) == 1

    func show(_ sum: ImportSum) {
        if isShown { StandardError.write("\r\(sum.lines) lines, \(sum.new) new\u{1B}[K") }
    }

    func end() {
        if isShown { StandardError.write("\r\u{1B}[K") }
    }
}
