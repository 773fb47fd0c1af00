/// Why a command ends without having done its work.
struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and how to mend it.
    let message: String
    /// 1 refused or failed, 3 daemon not reachable, 64 wrong usage.
    let exitStatus: Int32

    var description: String { message }

    /// What was asked was refused, or failed.
    static func failed(_ message: String) -> CommandFailure {
        CommandFailure(message: message, exitStatus: 1)
    }

    /// There is no daemon to ask.
    static func unreachable(_ message: String) -> CommandFailure {
        CommandFailure(message: message, exitStatus: 3)
    }

    /// The command line makes no sense (`EX_USAGE`).
    static func usage(_ message: String) -> CommandFailure {
        CommandFailure(message: message, exitStatus: 64)
    }
}
