#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

// The handler of the signals of a fault. All that it uses is made before it is installed, and it calls only what may be
// called from one (POSIX.1-2017 §2.4.3).

private let faults = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE]
/// What happened at each signal before, by its number.
nonisolated(unsafe) private var actionsBefore: UnsafeMutablePointer<sigaction>?
nonisolated(unsafe) private var markDescriptor: Int32 = -1
nonisolated(unsafe) private var ownProcess: pid_t = -1

/// Has a signal of a fault write a byte to a descriptor before it does what it did.
func installFaultHandlers(markingTo descriptor: Int32) {
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
    // Sent by another process, it says nothing about this one.
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
