package import Foundation
import StorageSQLite

/// Files of stores, made by copying: a store that is made runs every migration, which takes ten times as long as copying
/// one that was.
extension TemporaryFolder {
    /// Puts an empty store into the folder.
    ///
    /// - Parameter name: What its file is to be called.
    /// - Returns: The path of the file.
    /// - Throws: What keeps the store from being made or the file from being written.
    package func emptyStore(named name: String) throws -> String {
        try store(Self.emptyStore.get(), named: name)
    }

    /// Puts the file of a store into the folder, which nobody else may read, as stores insist on.
    ///
    /// - Parameters:
    ///   - content: What is in the file of a store that was closed.
    ///   - name: What the file is to be called.
    /// - Returns: The path of the file.
    /// - Throws: What keeps the file from being written.
    package func store(_ content: Data, named name: String) throws -> String {
        let path = path(name)
        guard FileManager.default.createFile(atPath: path, contents: content, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path]) }
        return path
    }

    private static let emptyStore = Result {
        let folder = try TemporaryFolder(inMemory: true)
        let path = folder.path("empty.db")
        try SQLiteStore(deterministic: path).close()
        return try Data(contentsOf: URL(filePath: path))
    }
}
