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
            var failure = CommandFailure.failed("the output cannot be written: \(String(cString: strerror(code)))")
            failure.isOfOutput = true
            throw failure
        }
    }
}

/// The three streams that a process begins with.
enum StandardStreams {
    /// Puts something that fails in the place of each that is closed, so that no file and no connection gets its number.
    static func hold() {
        // The system gives the lowest number that is free.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
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
