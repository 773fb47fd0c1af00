import Basics

/// How command hooks run their programs.
public struct CommandConfiguration: Hashable, Sendable {
    /// The programs that may be run.
    public var allowed = CommandAllowList.none
    /// How long a program may run before its process group is asked to end (SIGTERM).
    public var timeout = Swift.Duration.seconds(30)
    /// How long after that what is left of the group is killed (SIGKILL).
    public var grace = Swift.Duration.seconds(5)
    /// How many programs may run at once, over all hooks; at least 1.
    public var concurrency = 4
    /// How long a delivery waits for a slot among them before it is postponed.
    public var patience = Swift.Duration.seconds(15)
    /// The programs' `PATH`.
    public var searchPath = "/usr/bin:/bin"

    /// Makes the default configuration, which lets nothing be run.
    public init() {}
}

/// The programs that command hooks may run: none, unless the operator lists them.
public struct CommandAllowList: Hashable, Sendable {
    /// Nothing may be run.
    public static let none = CommandAllowList(programs: [])
    private static let maxArguments = 64
    private static let maxCommand = 16_384

    /// The programs, by their absolute paths.
    public let programs: Set<String>

    private init(programs: Set<String>) {
        self.programs = programs
    }

    /// Reads the value of `TASKD_COMMANDS_ALLOW`: absolute paths, separated by commas.
    ///
    /// - Throws: ``NotifyError`` with code `.invalidCommandList`, naming the entry.
    public init(_ text: String) throws {
        let entries = text.listEntries
        for entry in entries where !Self.isPlainPath(entry) {
            throw NotifyError(
                .invalidCommandList,
                "'\(entry)' must be the absolute path of a program, without . or .."
            )
        }
        programs = Set(entries)
    }

    /// Returns if a command may be run as it is.
    ///
    /// - Parameter command: The program, spelled exactly as in the list, and its arguments.
    /// - Throws: ``NotifyError`` with code `.invalidCommand`.
    public func check(_ command: [String]) throws {
        if let program = command.first, !programs.contains(program) {
            throw Self.invalid(
                "'\(program)' is not listed in TASKD_COMMANDS_ALLOW; the operator can add its absolute path there")
        }
        try Self.checkForm(command)
    }

    /// Returns if a command could be run as it is once its program is in the list.
    ///
    /// - Throws: ``NotifyError`` with code `.invalidCommand`.
    package static func checkForm(_ command: [String]) throws {
        guard !command.isEmpty else { throw Self.invalid("must have at least the program's path") }
        guard command.count <= Self.maxArguments, command.reduce(0, { $0 + $1.utf8.count }) <= Self.maxCommand
        else {
            throw Self.invalid("must have at most \(Self.maxArguments) arguments and \(Self.maxCommand) bytes")
        }
        guard !command.contains(where: { $0.utf8.contains(0) }) else {
            throw Self.invalid("must not contain NUL")
        }
    }

    private static func isPlainPath(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        return text.hasPrefix("/") && !text.utf8.contains(0) && parts.allSatisfy { !["", ".", ".."].contains($0) }
    }

    private static func invalid(_ reason: String) -> NotifyError {
        NotifyError(.invalidCommand, reason)
    }
}
