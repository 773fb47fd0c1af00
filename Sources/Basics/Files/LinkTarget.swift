#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How many symbolic links lead to a file at most.
private let maxLinks = 40

/// Finds where a path leads to through symbolic links.
///
/// - Parameter path: The path; it need not lead to anything.
/// - Returns: A path that is no link; nil for what a process has open, such as `/dev/fd/1`, and where the links lead round.
package func linkTarget(of path: String) -> String? {
    var path = path
    for _ in 0...maxLinks {
        guard !path.hasPrefix("/proc/"), !path.hasPrefix("/dev/fd/") else { return nil }
        guard let next = destination(ofLink: path) else { return path }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        path = next.hasPrefix("/") ? next : folder + next
    }
    return nil
}

/// What a link says; nil for what is none.
private func destination(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
}
