import Storage

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file beside a store that tells the next daemon whether this one ended by a fault of its own.
///
/// That is a trap, a wild address or an abort; one that was killed, or lost its power, leaves no mark.
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
        let descriptor = try Self.open(PrivateFile(path))
        var byte: UInt8 = 0
        let isCrash = pread(descriptor, &byte, 1, 0) == 1
        self.descriptor = descriptor
        previousEnd = PreviousEnd(isCrash: isCrash) { _ = ftruncate(descriptor, 0) }
    }

    private static func open(_ file: PrivateFile) throws -> Int32 {
        do {
            if let descriptor = try file.open(O_RDWR) ?? file.create() ?? file.open(O_RDWR) { return descriptor }
        } catch let error as StoreError {
            throw NotifyError(.unusableCrashFile, error.description)
        }
        throw NotifyError(.unusableCrashFile, "\(file.path) vanished while it was made")
    }

    /// Has the process leave its mark when a signal ends it that stands for a fault of its own.
    ///
    /// Whatever was to happen at the signal happens then, such as writing a backtrace. Only one mark of a process is
    /// left, the last that was asked to.
    public func leaveOnCrash() {
        installFaultHandlers(markingTo: descriptor)
    }
}

// The handler of the signals of a fault. All that it uses is made before it is installed, and it calls only what may be
// called from one (POSIX.1-2017 §2.4.3).

private let faults = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE]
/// What happened at each signal before, by its number.
nonisolated(unsafe) private var actionsBefore: UnsafeMutablePointer<sigaction>?
nonisolated(unsafe) private var markDescriptor: Int32 = -1
nonisolated(unsafe) private var ownProcess: pid_t = -1

private func installFaultHandlers(markingTo descriptor: Int32) {
    markDescriptor = descriptor
    ownProcess = getpid()
    guard actionsBefore == nil else { return }
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    actions.initialize(repeating: sigaction(), count: 65)
    actionsBefore = actions
    for fault in faults {
        var action = sigaction()
        action.sa_flags = SA_SIGINFO | SA_ONSTACK
        #if canImport(Darwin)
            action.__sigaction_u.__sa_sigaction = { signal, info, _ in leaveMark(signal, info) }
        #else
            action.__sigaction_handler.sa_sigaction = { signal, info, _ in leaveMark(signal, info) }
        #endif
        sigaction(fault, &action, actions + Int(fault))
    }
}

private func leaveMark(_ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) {
    // Sent by another process, it tells nothing of this one.
    if isOwnFault(info) {
        var byte = UInt8(truncatingIfNeeded: 48 + signal)
        _ = write(markDescriptor, &byte, 1)
    }
    sigaction(signal, actionsBefore.map { $0 + Int(signal) }, nil)
    // It is blocked until this returns, and happens then.
    raise(signal)
}

private func isOwnFault(_ info: UnsafeMutablePointer<siginfo_t>?) -> Bool {
    guard let info, info.pointee.si_code <= 0 else { return true }
    #if canImport(Darwin)
        return info.pointee.si_pid == ownProcess
    #else
        return info.pointee._sifields._kill.si_pid == ownProcess
    #endif
}
