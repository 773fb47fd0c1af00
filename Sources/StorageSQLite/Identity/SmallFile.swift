import Foundation

/// A text file of a few lines, which is there whole or not at all.
struct SmallFile {
    private static let largest = 4_096
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// What it holds; nil where it is not there or cannot be read.
    var text: String? {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: Self.largest)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes it anew, readable by its owner only.
    func write(_ text: String) throws {
        let draft = path + ".new"
        try? FileManager.default.removeItem(atPath: draft)
        let isWritten = FileManager.default.createFile(
            atPath: draft, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        guard isWritten, rename(draft, path) == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
        }
    }
}
