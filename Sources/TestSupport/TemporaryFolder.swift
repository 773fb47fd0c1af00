package import Foundation

/// A real, empty folder that is removed with all that is in it when nobody holds this value any more.
package final class TemporaryFolder: Sendable {
    package let url: URL

    /// Makes the folder, in memory where that is asked for and the system has such a place.
    package init(inMemory: Bool = false) throws {
        let files = FileManager.default
        let memory = "/dev/shm"
        let parent =
            inMemory && files.isWritableFile(atPath: memory)
            ? URL(filePath: memory, directoryHint: .isDirectory) : files.temporaryDirectory
        url = parent.appending(path: "taskd-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The path of a file in the folder, whether or not it is there.
    package func path(_ name: String) -> String {
        url.appending(path: name).path
    }

    /// The names of the files in the folder, sorted.
    package func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }
}
