#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Why nothing is found at a path: only where the system says that there is nothing is it told so.
package enum FileAbsence {
    /// What is said of a file that is not there, in a place that can be looked at.
    package static let absent = "does not exist"

    /// The reason as the end of a sentence, such as `does not exist`; nil where something is there.
    package static func reason(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) != 0 else { return nil }
        return errno == ENOENT ? absent : "cannot be reached: \(String(cString: strerror(errno)))"
    }

    /// The reason with what to do: to be the owner of what is kept from this process's user, or something else.
    package static func reason(_ path: String, otherwise remedy: String) -> String? {
        reason(path).map { absence in
            let owner = absence == absent ? nil : FileOwner(keepingOthersFrom: path)
            return "\(absence); \(owner?.remedy ?? remedy)"
        }
    }
}
