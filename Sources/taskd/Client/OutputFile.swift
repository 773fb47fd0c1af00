import Basics
import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that a command writes: one of its own gets its name when it is whole, and anything else, such as a device or a
/// pipe, is written as the bytes come.
final class OutputFile {
    /// What stands for standard output.
    static let standard = "-"

    /// The file, as it was named.
    let path: String
    /// Whether it is what standard output goes to, which must not be told anything else then.
    let isStandardOutput: Bool
    /// Where a file of its own is made, and where it goes when it is whole; nil for what is written straight.
    private let draft: (path: String, target: String)?
    private let descriptor: Int32

    /// Opens what a path names; behind a symbolic link it is what that leads to.
    ///
    /// - Parameters:
    ///   - path: The path, as it was typed.
    ///   - option: What said it, where it was an option.
    ///   - mustBeNew: Whether a file that is there already is refused instead of being replaced.
    /// - Throws: ``CommandFailure``.
    init(_ path: String, option: String? = nil, mustBeNew: Bool = false) throws {
        guard !path.isEmpty else {
            throw CommandFailure.usage("\(option ?? "the file's name") is empty", "Name a file.")
        }
        self.path = path
        var (status, output) = (stat(), stat())
        let isThere = stat(path, &status) == 0
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        guard !isThere || status.st_mode & S_IFMT != S_IFDIR else {
            throw CommandFailure.failed("\(path.shown) is a folder", "Name a file in it.")
        }
        guard !isThere || !isRegular || !mustBeNew else {
            throw CommandFailure.failed("\(path.shown) is there already", "Name a file that does not exist.")
        }
        isStandardOutput =
            isThere && fstat(STDOUT_FILENO, &output) == 0
            && (output.st_dev, output.st_ino) == (status.st_dev, status.st_ino)
        guard !isThere || isRegular, let target = linkTarget(of: path) else {
            draft = nil
            descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
            guard descriptor >= 0 else { throw Self.failure(path, "cannot be written") }
            return
        }
        let draft = "\(target).part-\(getpid())"
        unlink(draft)
        descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let remedy = errno == ENOENT ? "Create its folder, or name another file." : "Name a file in another folder."
            throw Self.failure(path, "cannot be created", remedy)
        }
        self.draft = (draft, target)
    }

    deinit {
        close(descriptor)
        // Whatever has its name by now is no draft any more.
        if let draft { unlink(draft.path) }
    }

    /// Writes more of it.
    ///
    /// - Throws: ``CommandFailure``.
    func write(_ bytes: [UInt8]) throws {
        let code = bytes.withUnsafeBytes { writeWhole($0, to: descriptor) }
        guard code == 0 else {
            throw CommandFailure.failed("\(path.shown) cannot be written: \(String(cString: strerror(code)))")
        }
    }

    /// Gives a file of its own its name, now that it is whole.
    ///
    /// - Throws: ``CommandFailure``.
    func finish() throws {
        guard let draft else { return }
        guard fsync(descriptor) == 0, rename(draft.path, draft.target) == 0 else {
            throw Self.failure(path, "cannot be written")
        }
    }

    private static func failure(_ path: String, _ what: String, _ how: String? = nil) -> CommandFailure {
        .failed("\(path.shown) \(what): \(String(cString: strerror(errno)))", how)
    }
}
