#if canImport(Darwin)
    package import Darwin
#else
    package import Glibc
#endif

/// Whom a file or folder belongs to that the system does not let this process at.
package struct FileOwner: Hashable, Sendable {
    /// What belongs to somebody else: the file, or the nearest folder above it that can be looked at.
    package let place: String
    /// The user's name.
    package let name: String
    /// Whether that is the file itself.
    private let isFile: Bool
    /// Whether the file is there, as far as can be told.
    private let isThere: Bool

    /// Looks for the owner; nil where what can be looked at belongs to this process's own user.
    ///
    /// - Parameter path: What cannot be reached.
    package init?(keepingOthersFrom path: String) {
        var (place, status) = (path, stat())
        isThere = stat(place, &status) == 0 || errno != ENOENT
        while stat(place, &status) != 0 {
            guard place != "/", place != "." else { return nil }
            let folder = place.lastIndex(of: "/").map { String(place[..<$0]) }
            place = folder.map { $0.isEmpty ? "/" : $0 } ?? "."
        }
        guard status.st_uid != geteuid() else { return nil }
        (self.place, isFile, name) = (place, place == path, Self.name(of: status.st_uid))
    }

    /// What to do, as the end of a sentence.
    package var remedy: String {
        let way = isThere ? "run taskd as that user (sudo -u \(name))" : "name another place, or run taskd as that user"
        return "\(isFile ? "it" : place) belongs to \(name): \(way)"
    }

    /// What the system said, with what to do where it was that the file is somebody else's.
    package static func words(for error: Int32, at path: String) -> String {
        let remedy = error == EACCES ? FileOwner(keepingOthersFrom: path).map { "; \($0.remedy)" } : nil
        return String(cString: strerror(error)) + (remedy ?? "")
    }

    /// The name of a user; the number where the machine knows none.
    package static func name(of user: uid_t) -> String {
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        var text = [CChar](repeating: 0, count: 16_384)
        guard getpwuid_r(user, &entry, &text, text.count, &found) == 0, found != nil, let name = entry.pw_name else {
            return "\(user)"
        }
        return String(cString: name)
    }
}
