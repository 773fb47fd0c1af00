#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How many files and connections the process may have open.
enum DescriptorLimit {
    /// More than the daemon can use; some programs go through every number that there may be.
    private static let most: rlim_t = 65_536

    /// Raises the limit as far as the system lets it, up to 65,536.
    ///
    /// - Returns: The limit that holds from then on.
    static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        let wanted = min(limit.rlim_max, max(limit.rlim_cur, most))
        if wanted > limit.rlim_cur {
            var raised = rlimit(rlim_cur: wanted, rlim_max: limit.rlim_max)
            if setrlimit(resource, &raised) == 0 { limit.rlim_cur = wanted }
        }
        return Int(min(limit.rlim_cur, most))
    }

    #if canImport(Darwin)
        private static let resource = RLIMIT_NOFILE
    #else
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
}
