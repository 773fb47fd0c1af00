import Basics
import Foundation
import Scheduler

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Answers each line of standard input, a recurrence set, with a line of occurrences.
struct ExpansionLines {
    /// How much is read at once, and how much output is kept back at most, in bytes.
    private static let blockSize = 1 << 16

    private let zones: ZoneDatabase
    private let decoder = JSONDecoder()

    init(zones: ZoneDatabase) {
        self.zones = zones
    }

    /// Reads to the end of standard input; what is answered is written before more is waited for.
    ///
    /// - Throws: ``CommandFailure`` when the input cannot be read, or the output cannot be written.
    func run() throws {
        var splitter = LineSplitter()
        var output: [UInt8] = []
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        while true {
            let count = try Self.read(into: &block)
            guard count > 0 else { break }
            for line in splitter.append(block[..<count]) {
                output += answer(line)
                if output.count >= Self.blockSize { try Self.flush(&output) }
            }
            try Self.flush(&output)
        }
        if let line = splitter.finish() { output += answer(line) }
        try Self.flush(&output)
    }

    /// The answer to one line, with its line end; nothing for an empty one.
    func answer(_ line: LineSplitter.Line) -> [UInt8] {
        var json = JSONWriter()
        switch line {
        case .whole(let bytes):
            guard bytes.contains(where: { $0 > UInt8(ascii: " ") }) else { return [] }
            json.object { write(answerTo: Data(bytes), to: &$0) }
        case .tooLong:
            json.object { json in
                json.field("id") { $0.null() }
                json.field("error", "the line is longer than \(LineSplitter.maxLine) bytes")
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    private func write(answerTo line: Data, to json: inout JSONWriter) {
        do {
            let input = try decoder.decode(ExpansionLine.self, from: line)
            let expansion = try input.request.expansion(zones: zones)
            json.field("id") { input.id.write(to: &$0) }
            json.write(expansion)
        } catch {
            let id = try? decoder.decode(ExpansionLine.Naming.self, from: line).id
            json.field("id") { (id ?? .missing).write(to: &$0) }
            json.field("error", RuleFault(error).message)
        }
    }

    private static func read(into block: inout [UInt8]) throws -> Int {
        while true {
            #if canImport(Darwin)
                let count = block.withUnsafeMutableBytes { Darwin.read(STDIN_FILENO, $0.baseAddress, $0.count) }
            #else
                let count = block.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
            #endif
            if count >= 0 { return count }
            guard errno == EINTR else {
                throw CommandFailure.failed("the input cannot be read: \(String(cString: strerror(errno)))")
            }
        }
    }

    private static func flush(_ output: inout [UInt8]) throws {
        try StandardOutput.write(output)
        output.removeAll(keepingCapacity: true)
    }
}
