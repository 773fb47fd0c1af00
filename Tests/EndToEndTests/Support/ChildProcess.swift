import Basics
import Foundation
import Glibc
import Storage

/// A child process whose pipes no other child inherits, so that many can run beside each other and each pipe ends when
/// its own process does. (Foundation's `Process` leaks them between children that start at the same time.)
final class ChildProcess: Sendable {
    private struct State {
        var status: Int32?
        var waiters: [WakeSignal] = []
    }

    let output: LineReader
    let errors = LineReader()
    let identifier: pid_t
    private let input: FileHandle
    private let state = Locked(State())

    /// Held while pipes are made and marked to close in children, so that no child starts in between.
    private static let starting = Locked(())

    /// Starts a program, of whose output all lines are kept, or those that hold a text.
    init(
        _ program: URL, _ arguments: [String], environment: [String: String], keeping wanted: String? = nil
    ) throws {
        self.output = LineReader(keeping: wanted)
        let (input, output, errors) = try Self.starting.withLock { _ in
            (try Self.pipe(), try Self.pipe(), try Self.pipe())
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, end) in [(0, input.read), (1, output.write), (2, errors.write)] {
            posix_spawn_file_actions_adddup2(&actions, end, Int32(target))
        }
        // The tests' own sockets too: one that a child holds is not closed when the test closes it.
        try Self.closeAll(from: 3, in: &actions)
        var argv = ([program.path] + arguments).map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var identifier = pid_t()
        let code = Self.starting.withLock { _ in
            posix_spawn(&identifier, program.path, &actions, nil, &argv, &envp)
        }
        for end in [input.read, output.write, errors.write] { close(end) }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
        self.identifier = identifier
        self.input = FileHandle(fileDescriptor: input.write, closeOnDealloc: true)
        self.output.read(output.read)
        self.errors.read(errors.read)
        waitInBackground()
    }

    deinit {
        guard state.withLock({ $0.status == nil }) else { return }
        // Asked to stop rather than killed: only so does a run with coverage count what it did.
        kill(identifier, SIGTERM)
        DispatchQueue.global().asyncAfter(deadline: .now() + 15) { [identifier, state] in
            if state.withLock({ $0.status == nil }) { kill(identifier, SIGKILL) }
        }
    }

    /// Writes to its standard input.
    func write(_ text: String) throws {
        try input.write(contentsOf: Data(text.utf8))
    }

    /// Closes its standard input.
    func closeInput() throws {
        try input.close()
    }

    /// Returns the exit status once it has ended; 128 and the signal's number when a signal ended it.
    func exitStatus() async -> Int32 {
        let wakeSignal = WakeSignal()
        let early = state.withLock { state in
            state.waiters.append(wakeSignal)
            return state.status
        }
        if let early { return early }
        await wakeSignal.wait()
        return state.withLock { $0.status } ?? -1
    }

    private func waitInBackground() {
        let (identifier, state) = (identifier, state)
        Thread.detachNewThread {
            var raw: Int32 = 0
            while waitpid(identifier, &raw, 0) == -1, errno == EINTR {}
            let signal = raw & 0x7F
            let status = signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
            let waiters = state.withLock { state in
                state.status = status
                return state.waiters
            }
            for waiter in waiters { waiter.signal() }
        }
    }

    /// Has the child close every descriptor from one on (glibc 2.34 and later), by a call that Swift does not import.
    private static func closeAll(from first: Int32, in actions: inout posix_spawn_file_actions_t) throws {
        typealias Call = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { throw POSIXError(.ENOSYS) }
        let code = unsafeBitCast(symbol, to: Call.self)(&actions, first)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
