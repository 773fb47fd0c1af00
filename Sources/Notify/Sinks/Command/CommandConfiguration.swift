/// How command hooks run their programs.
public struct CommandConfiguration: Hashable, Sendable {
    /// The programs that may be run.
    public var allowed = CommandAllowList.none
    /// How long a program may run before its process group is told to end (SIGTERM).
    public var timeout = Swift.Duration.seconds(30)
    /// How long after that what is left of the group is killed (SIGKILL).
    public var grace = Swift.Duration.seconds(5)
    /// How many programs may run at once, over all hooks; at least 1.
    public var concurrency = 4
    /// How long a delivery waits for a place among them before it is put off.
    public var patience = Swift.Duration.seconds(15)
    /// The programs' `PATH`.
    public var searchPath = "/usr/bin:/bin"

    /// Makes the default configuration, which lets nothing be run.
    public init() {}
}
