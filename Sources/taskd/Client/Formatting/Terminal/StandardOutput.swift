import Basics

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Nobody reads the output any more.
struct OutputClosed: Error {}

/// The process's standard output, unbuffered.
enum StandardOutput {
    /// Writes everything.
    ///
    /// - Throws: ``OutputClosed`` when the reader is gone, ``CommandFailure`` for another failure.
    static func write(_ text: String) throws {
        try write(Array(text.utf8))
    }

    /// Writes everything; throws as ``write(_:)`` does.
    static func write(_ bytes: [UInt8]) throws {
        try write(bytes, to: STDOUT_FILENO)
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        let code = bytes.withUnsafeBytes { writeWhole($0, to: descriptor) }
        if code == EPIPE { throw OutputClosed() }
        guard code == 0 else {
            throw CommandFailure.failed("the output cannot be written: \(String(cString: strerror(code)))")
        }
    }
}

/// The process's standard error.
enum StandardError {
    static func write(_ text: String) {
        // There is nowhere left to tell that telling failed.
        try? StandardOutput.write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Writes what went wrong: a line for each error, with the program's name, and hints as they are.
    static func write(_ error: any Error) {
        let lines = "\(error)".split(separator: "\n").map { $0.hasPrefix("  ") ? "\($0)\n" : "taskd: \($0)\n" }
        write(lines.joined())
    }
}
