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
}
