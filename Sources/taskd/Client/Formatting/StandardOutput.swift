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

    fileprivate static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
                let count = rest.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress, $0.count) }
            #else
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            #endif
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                throw OutputClosed()
            } else if errno != EINTR {
                throw CommandFailure.failed("the output cannot be written: \(String(cString: strerror(errno)))")
            }
        }
    }
}

/// The process's standard error.
enum StandardError {
    static func write(_ text: String) {
        // There is nowhere left to tell that telling failed.
        try? StandardOutput.write(Array(text.utf8), to: STDERR_FILENO)
    }
}
