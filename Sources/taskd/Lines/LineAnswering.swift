import Basics

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Answers each line of standard input, a JSON object, with a line of its own.
///
/// A line that is wrong is answered with what is wrong, and the next one is read.
protocol LineAnswering {
    /// Writes the fields of the answer to a line.
    func write(answerTo line: [UInt8], to json: inout JSONWriter)
}

extension LineAnswering {
    /// How much is read at once, and how much output is kept back at most, in bytes.
    private var blockSize: Int { 1 << 16 }

    /// Reads to the end of standard input; what is answered is written before more is waited for.
    ///
    /// - Throws: ``CommandFailure`` when the input cannot be read, or the output cannot be written.
    func run() throws {
        var splitter = LineSplitter()
        var output: [UInt8] = []
        var block = [UInt8](repeating: 0, count: blockSize)
        while true {
            let count = try read(into: &block)
            guard count > 0 else { break }
            for line in splitter.append(block[..<count]) {
                output += answer(line)
                if output.count >= blockSize { try flush(&output) }
            }
            try flush(&output)
        }
        if let line = splitter.finish() { output += answer(line) }
        try flush(&output)
    }

    /// The answer to one line, with its line end; nothing for an empty one.
    func answer(_ line: LineSplitter.Line) -> [UInt8] {
        var json = JSONWriter(capacity: 256)
        switch line {
        case .whole(let bytes):
            guard bytes.contains(where: { $0 > UInt8(ascii: " ") }) else { return [] }
            json.object { write(answerTo: bytes, to: &$0) }
        case .tooLong:
            json.object { json in
                json.field("id") { $0.null() }
                json.field("error", "the line is longer than \(LineSplitter.maxLine) bytes")
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    private func read(into block: inout [UInt8]) throws -> Int {
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

    private func flush(_ output: inout [UInt8]) throws {
        try StandardOutput.write(output)
        output.removeAll(keepingCapacity: true)
    }
}
