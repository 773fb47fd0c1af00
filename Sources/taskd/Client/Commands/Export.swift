import ArgumentParser
import Foundation
import TaskdClient

/// How an export is written.
enum TransferFormatArgument: String, ChoiceArgument {
    case jsonl
}

/// `taskd export`: writes tasks, series, projects, tags, views and pauses as lines of JSON.
struct Export: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write tasks, series, projects, tags, pauses and views to a file, for taskd import.",
        usage: "taskd export [<file>] [<options>]",
        discussion: """
              taskd export tasks.jsonl
              taskd export | gzip > tasks.jsonl.gz

            The file has one JSON object on each line, and holds everything as it was at one moment. Hooks, tokens, the \
            contents of attachments, the trash, statistics and the event log are left out; taskd backup copies the whole \
            store. With --json and a file, nothing but errors is printed, and those as JSON.
            """)

    @Argument(
        help:
            "The file to write; one that there is already is replaced when the new one is whole (default: standard output).",
        completion: .file())
    var file: String?

    @Option(help: "The format of the file")
    var format = TransferFormatArgument.jsonl

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        guard let file, file != OutputFile.standard else {
            return try await client.withDaemon(context) { daemon in
                var end = LastLine()
                try await daemon.download("export", query) { piece in
                    end.append(piece)
                    try StandardOutput.write(piece)
                }
                try end.check()
            }
        }
        let output = try OutputFile(file)
        try await client.withDaemon(context) { daemon in
            var end = LastLine()
            try await daemon.download("export", query) { piece in
                end.append(piece)
                try output.write(piece)
            }
            let count = try end.check()
            try output.finish()
            if !client.access.json, !output.isStandardOutput {
                try StandardOutput.write("exported: \(count.counted("record")) to \(file)\n")
            }
        }
    }

    private var query: [QueryItem] { [QueryItem("format", format.rawValue)] }
}

/// The last line of what comes in pieces: that of an export says that it is whole.
private struct LastLine {
    private struct End: Decodable {
        var kind: String
        var records: Int
        var leftOut: Int
    }

    private var tail: [UInt8] = []

    mutating func append(_ piece: [UInt8]) {
        tail = Array((tail + piece).suffix(200))
    }

    /// Tells how many records there are.
    ///
    /// - Throws: ``CommandFailure`` where the end is missing.
    @discardableResult
    func check() throws -> Int {
        let line = tail.split(separator: UInt8(ascii: "\n")).last.map { Data($0) } ?? Data()
        guard let end = try? JSONDecoder().decode(End.self, from: line), end.kind == "end" else {
            throw CommandFailure.failed(
                "the export ended early", "Run it again; if it fails again, look in the daemon's log.")
        }
        if end.leftOut > 0 {
            StandardError.write("taskd: damaged records left out: \(end.leftOut); run taskd check to list them\n")
        }
        return end.records
    }
}
