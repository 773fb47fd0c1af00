import GRDBSQLite
import LogFrames

/// The layer below SQLite that writes the frames of a commit with few calls.
enum LogFramesLayer {
    /// Its name; nil where it cannot be had.
    ///
    /// It is named in a URI. Where URIs are off, as a program can have it that uses SQLite itself, one that names a file would
    /// make a file of that name.
    private static let name = takesURIs ? log_frames_register().map { String(cString: $0) } : nil

    private static var takesURIs: Bool {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        // Without a URI there is no such file.
        return sqlite3_open_v2("file::memory:", &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK
    }

    /// What to open instead of an absolute path, so that its log is written through the layer.
    ///
    /// - Returns: A URI; nil where the layer cannot be had.
    static func uri(ofFileAt path: String) -> String? {
        guard let name else { return nil }
        let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
        return "file://\(escaped)?vfs=\(name)"
    }
}
