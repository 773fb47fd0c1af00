import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file system of little room in memory, that can be filled; only root can make one, and not everywhere.
package final class SmallDisk: Sendable {
    /// Where it is mounted, with room for everybody.
    package let folder: String

    private var filler: String { "\(folder)/filler" }

    /// Whether one can be made here.
    package static let isPossible = (try? SmallDisk(megabytes: 1)) != nil

    /// Makes one, in a folder that is still to be made, which is there until this is let go of.
    package init(megabytes: Int, in folder: String? = nil) throws {
        self.folder = folder ?? LeftBehind.newFolder(.disk)
        try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
        let code = Self.run(["mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,mode=0777", "tmpfs", self.folder])
        guard code == 0 else {
            rmdir(self.folder)
            throw ServerFailure(description: "no file system can be mounted here")
        }
    }

    deinit {
        Self.remove(folder)
    }

    static func remove(_ folder: String) {
        _ = run(["umount", "-l", folder])
        rmdir(folder)
    }

    /// Takes all the room that is left, but for so many megabytes.
    package func fill(leaving megabytes: Int = 0) throws {
        let file = open(filler, O_CREAT | O_WRONLY | O_APPEND, 0o600)
        guard file >= 0 else { throw ServerFailure(description: "the disk takes no file") }
        defer { close(file) }
        for size in [1 << 20, 1 << 12] {
            let piece = [UInt8](repeating: 1, count: size)
            while write(file, piece, size) == size {}
        }
        let end = lseek(file, 0, SEEK_END)
        guard ftruncate(file, max(0, end - off_t(megabytes) << 20)) == 0 else {
            throw ServerFailure(description: "the disk gives no room back")
        }
    }

    /// Gives the room back.
    package func clear() throws {
        try FileManager.default.removeItem(atPath: filler)
    }

    private static func run(_ command: [String]) -> Int32 {
        (try? ToolProcess.run(command).status) ?? -1
    }
}
