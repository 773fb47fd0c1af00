import Foundation
import Storage

/// A program that comes with PostgreSQL, run to its end.
struct ServerProgram {
    private let path: String
    private let name: String
    private let environment: [String: String]

    /// Looks for a program where the environment says that programs are.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable` where there is none.
    init(_ name: String, environment: [String: String]) throws {
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        let paths = folders.map { "\($0)/\(name)" }
        guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            throw StoreError(
                .unavailable,
                """
                \(name) is not found on PATH; install the client programs of PostgreSQL, of the server's version or a \
                newer one
                """)
        }
        (self.path, self.name, self.environment) = (path, name, environment)
    }

    /// Refuses a program that is older than the server, which it does not know.
    ///
    /// - Parameter server: The version of the server, such as 150_018.
    /// - Throws: ``StoreError`` with code `.unavailable`.
    func check(against server: Int) throws {
        let text = try run(["--version"])
        let number = text.split(separator: " ").first { $0.first?.isNumber == true }
        guard let major = number.flatMap({ Int($0.prefix(while: \.isNumber)) }) else {
            throw StoreError(.unavailable, "\(path) does not tell its version; install another one")
        }
        guard major >= server / 10_000 else {
            throw StoreError(
                .unavailable,
                """
                \(path) is of version \(major), older than the server's \(server / 10_000); install the client programs \
                of PostgreSQL \(server / 10_000)
                """)
        }
    }

    /// Runs it.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments, which everybody on the machine can read.
    ///   - password: What it finds as the password; nil where it finds its own.
    /// - Returns: What it wrote to standard output.
    /// - Throws: ``StoreError`` with code `.unavailable`, with what it wrote to standard error.
    @discardableResult
    func run(_ arguments: [String], password: String? = nil) throws -> String {
        let output = Pipe()
        let running = try start(arguments, password: password, input: FileHandle.nullDevice, output: output)
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        if let failure = running.failure() { throw failure }
        return text
    }

    /// Runs it on what another program writes, which goes through this process: where that is killed, both end.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments, which everybody on the machine can read.
    ///   - password: What it finds as the password; nil where it finds its own.
    ///   - source: The other program.
    ///   - sourceArguments: The arguments of the other.
    ///   - beginning: What it reads first.
    ///   - end: What it reads last, once the other has come to a good end; else it reads no end.
    /// - Throws: ``StoreError`` with code `.unavailable`, with what one of both wrote to standard error.
    func run(
        _ arguments: [String], password: String?, on source: ServerProgram, _ sourceArguments: [String],
        after beginning: String, before end: String
    ) throws {
        let input = Pipe()
        let writing = input.fileHandleForWriting
        let reader = try start(arguments, password: password, input: input, output: FileHandle.nullDevice)
        let sourceFailure: StoreError?
        do {
            defer { try? writing.close() }
            // Where the reader is gone, it tells why.
            try? writing.write(contentsOf: Data(beginning.utf8))
            let output = Pipe()
            let running = try source.start(
                sourceArguments, password: nil, input: FileHandle.nullDevice, output: output)
            Self.pass(output.fileHandleForReading, on: writing)
            sourceFailure = running.failure()
            if sourceFailure == nil { try? writing.write(contentsOf: Data(end.utf8)) }
        }
        let failure = reader.failure()
        // Whose reader is gone fails for that alone.
        if let failure, sourceFailure?.description.contains("Broken pipe") ?? true { throw failure }
        if let sourceFailure { throw sourceFailure }
    }

    /// Hands on what comes to its end, or until nobody takes it any more, which who writes it is told by a broken pipe.
    private static func pass(_ source: FileHandle, on target: FileHandle) {
        while let part = try? source.read(upToCount: 1 << 16), !part.isEmpty {
            guard (try? target.write(contentsOf: part)) != nil else { break }
        }
        try? source.close()
    }

    /// Starts it; what it reads from, and writes to, is a handle or a pipe.
    private func start(_ arguments: [String], password: String?, input: Any, output: Any) throws -> RunningProgram {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = environment.merging(password.map { ["PGPASSWORD": $0] } ?? [:]) { $1 }
        let errors = Pipe()
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
        do { try process.run() } catch {
            throw StoreError(.unavailable, "\(path) cannot be run: \(error.localizedDescription)")
        }
        // One that tells much on one of both is not to wait for who reads the other.
        return RunningProgram(name: name, process: process, told: BackgroundReading(errors.fileHandleForReading))
    }
}

/// A program that was started.
private struct RunningProgram {
    let name: String
    let process: Process
    /// What it writes to standard error.
    let told: BackgroundReading

    /// Waits for its end, and is asked once; nil for a good one.
    func failure() -> StoreError? {
        process.waitUntilExit()
        let lines = told.text.split(whereSeparator: \.isNewline).map { String($0) }
        guard process.terminationReason == .uncaughtSignal || process.terminationStatus != 0 else { return nil }
        let isSignal = process.terminationReason == .uncaughtSignal
        let status = isSignal ? "signal \(process.terminationStatus)" : "status \(process.terminationStatus)"
        let reason =
            isSignal && process.terminationStatus == SIGPIPE
            ? "Broken pipe" : lines.first { $0.lowercased().contains("error:") } ?? lines.first ?? status
        return StoreError(.unavailable, "\(name) failed: \(reason)")
    }
}

/// Reads a pipe to its end on a thread of its own.
// @unchecked: the bytes are written by that thread alone, before it signals, and read after the signal.
private final class BackgroundReading: @unchecked Sendable {
    private var bytes = Data()
    private let end = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
        Thread { [self] in
            bytes = handle.readDataToEndOfFile()
            end.signal()
        }.start()
    }

    /// All that came; can be asked for once.
    var text: String {
        end.wait()
        return String(decoding: bytes, as: UTF8.self)
    }
}
