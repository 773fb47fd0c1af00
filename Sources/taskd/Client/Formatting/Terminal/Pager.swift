#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Shows a text that is longer than the screen a screen at a time.
enum Pager {
    /// Runs the pager until it ends; what it does not read is not missed.
    ///
    /// - Parameters:
    ///   - text: What to show.
    ///   - command: The pager, for the shell.
    ///   - environment: What it finds in its environment.
    /// - Returns: Whether there was such a pager; where not, nothing was shown.
    static func show(_ text: String, with command: String, _ environment: [String: String]) -> Bool {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        defer { for end in ends where end >= 0 { close(end) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
        for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
        // The shell is not to stay between the pager and its keys, where it need not.
        let isSimple = !command.contains { ";&|<>()`$\"'\\\n".contains($0) }
        let script = (isSimple ? "exec " : "") + command
        guard let child = spawn(["/bin/sh", "-c", script], &actions, environment) else { return false }
        // What is typed to interrupt is meant for the pager, which is in front.
        let interrupts = signal(SIGINT, SIG_IGN)
        let pipes = signal(SIGPIPE, SIG_IGN)
        close(ends[0])
        ends[0] = -1
        try? StandardOutput.write(Array(text.utf8), to: ends[1])
        close(ends[1])
        ends[1] = -1
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        signal(SIGINT, interrupts)
        signal(SIGPIPE, pipes)
        // The shell ends with 126 or 127 where it cannot run a program.
        return status & 0x7F != 0 || !(126...127).contains(status >> 8 & 0xFF)
    }

    private static func spawn(
        _ arguments: [String], _ actions: inout posix_spawn_file_actions_t, _ environment: [String: String]
    ) -> pid_t? {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var child: pid_t = 0
        var words = arguments.map { strdup($0) } + [nil]
        // What `less` reads has colours, and is UTF-8 whatever the locale: else it would show both as numbers.
        let all = environment.merging(["LESS": "FRX", "LESSCHARSET": "utf-8"]) { own, _ in own }
        var variables = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        return posix_spawn(&child, arguments[0], &actions, &attributes, &words, &variables) == 0 ? child : nil
    }
}
