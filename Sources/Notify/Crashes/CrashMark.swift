import Storage

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file beside a store that tells the next daemon whether this one ended by a fault of its own: a trap, a wild address,
/// an abort. A daemon that was killed, or lost its power, leaves none.
public final class CrashMark: Sendable {
    /// How the daemon before this one ended.
    public let previousEnd: PreviousEnd
    private let descriptor: Int32

    /// Opens the file, making it where there is none, and reads what the daemon before left in it.
    ///
    /// It stays open as long as the process lives.
    ///
    /// - Parameter path: The file; only its owner may read it.
    /// - Throws: ``NotifyError`` with code `.unusableCrashFile`.
    public init(path: String) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw NotifyError(.unusableCrashFile, "cannot open \(path): \(String(cString: strerror(errno)))")
        }
        var byte: UInt8 = 0
        let isCrash = pread(descriptor, &byte, 1, 0) == 1
        self.descriptor = descriptor
        previousEnd = PreviousEnd(isCrash: isCrash) { _ = ftruncate(descriptor, 0) }
    }

    /// Has the process leave its mark when a signal ends it that tells of a fault of its own.
    ///
    /// Whatever was to happen at the signal happens then, such as writing a backtrace. Only one mark of a process is
    /// left, the last that was asked to.
    public func leaveOnCrash() {
        CrashSignals.install(markingTo: descriptor)
    }
}

/// The signals of a fault. All that their handler uses is made before it is installed, and it calls only what may be
/// called from one (POSIX.1-2017 §2.4.3).
private enum CrashSignals {
    private static let all = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE]
    /// What happened at each signal before; by its number.
    nonisolated(unsafe) private static var before: UnsafeMutablePointer<sigaction>?
    nonisolated(unsafe) private static var descriptor: Int32 = -1
    nonisolated(unsafe) private static var process: pid_t = -1

    static func install(markingTo descriptor: Int32) {
        Self.descriptor = descriptor
        process = getpid()
        guard before == nil else { return }
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        actions.initialize(repeating: sigaction(), count: 65)
        before = actions
        for signal in all {
            var action = sigaction()
            action.sa_flags = SA_SIGINFO | SA_ONSTACK
            #if canImport(Darwin)
                action.__sigaction_u.__sa_sigaction = { mark($0, $1) }
            #else
                action.__sigaction_handler.sa_sigaction = { signal, info, _ in mark(signal, info) }
            #endif
            sigaction(signal, &action, actions + Int(signal))
        }
    }

    private static func mark(_ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) {
        // Sent by another process, it tells nothing of this one.
        if isOwnFault(info) {
            var byte = UInt8(truncatingIfNeeded: 48 + signal)
            _ = write(descriptor, &byte, 1)
        }
        sigaction(signal, before.map { $0 + Int(signal) }, nil)
        // It is blocked until this returns, and happens then.
        raise(signal)
    }

    private static func isOwnFault(_ info: UnsafeMutablePointer<siginfo_t>?) -> Bool {
        guard let info, info.pointee.si_code <= 0 else { return true }
        #if canImport(Darwin)
            return info.pointee.si_pid == process
        #else
            return info.pointee._sifields._kill.si_pid == process
        #endif
    }
}
