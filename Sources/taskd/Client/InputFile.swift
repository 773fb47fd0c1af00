import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that a command reads whole: a template, a certificate, a secret.
enum InputFile {
    private static let longest = 1_048_576

    /// The text of a file; `-` stands for standard input.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read, is longer than 1 MiB, or is no UTF-8.
    static func text(_ path: String) throws -> String {
        let bytes = try path == "-" ? bytes(of: .standardInput, "standard input") : bytes(path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure.usage("\"\(path.shown)\" is not UTF-8 text", "Name a text file.")
        }
        return text
    }

    /// What comes on standard input or from a file, up to a bound.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read, or is longer.
    static func bytes(of handle: FileHandle, _ name: String, atMost limit: Int = longest) throws -> [UInt8] {
        var all: [UInt8] = []
        while case let more = try read(handle, name), !more.isEmpty {
            all += more
            guard all.count <= limit else { throw CommandFailure.usage("\(name) has more than \(limit) bytes") }
        }
        return all
    }

    /// The next bytes of standard input or of a file; none at its end.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read.
    static func read(_ handle: FileHandle, _ name: String) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 128 << 10)
        while true {
            let count = bytes.withUnsafeMutableBytes { buffer in
                #if canImport(Darwin)
                    Darwin.read(handle.fileDescriptor, buffer.baseAddress, buffer.count)
                #else
                    Glibc.read(handle.fileDescriptor, buffer.baseAddress, buffer.count)
                #endif
            }
            if count >= 0 { return Array(bytes[..<count]) }
            guard errno == EINTR else {
                throw CommandFailure.usage(
                    "\(name) cannot be read: \(String(cString: strerror(errno)))", "Name another file.")
            }
        }
    }

    /// Why a file cannot be opened, which the call before has just tried.
    static func reason(_ path: String) -> String {
        let code = access(path, R_OK) == 0 ? 0 : errno
        return code == ENOENT
            ? "there is no such file" : code == 0 ? "the system refuses it" : String(cString: strerror(code))
    }

    /// The bytes of a file.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read, or is longer than 1 MiB.
    static func bytes(_ path: String) throws -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw CommandFailure.usage("\"\(path.shown)\" cannot be opened: \(reason(path))", "Name another file.")
        }
        defer { try? handle.close() }
        return try bytes(of: handle, "\"\(path.shown)\"")
    }
}
