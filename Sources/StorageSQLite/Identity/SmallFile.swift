import Foundation
import Storage

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

    /// Writes it again, readable by its owner only.
    func write(_ text: String) throws {
        try PrivateFile(path).replace(with: Array(text.utf8))
    }
}
