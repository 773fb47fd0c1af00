import Foundation
import Storage

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that only its owner may read, made with that mode and brought to its place when it is whole and durable.
package struct DraftFile {
    package let path: String

    /// - Parameter path: Where it is made; a relative path is made absolute, since SQLite may take it for a URI.
    package init(path: String) {
        self.path = URL(fileURLWithPath: path).path
    }

    /// Makes an empty file; one of the same name that an earlier try left behind is removed first.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable`.
    package func create() throws {
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let remedy = errno == ENOENT ? "create its folder, or name another file" : "name a file in another folder"
            throw failure("cannot create", "; \(remedy)")
        }
        close(descriptor)
    }

    /// Makes what was written durable, and gives the file its name, which nothing else may have.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable`.
    package func publish(as target: String) throws {
        try sync(path, O_RDWR)
        guard link(path, target) == 0 else {
            throw errno == EEXIST
                ? StoreError(.conflict, "\(target) already exists; name another file")
                : failure("cannot give the name \(target) to")
        }
        unlink(path)
        try sync(URL(fileURLWithPath: target).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY)
    }

    private func sync(_ path: String, _ flags: Int32) throws {
        let descriptor = open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("cannot open") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("cannot sync") }
    }

    private func failure(_ what: String, _ hint: String = "") -> StoreError {
        StoreError(.unavailable, "\(what) \(path): \(String(cString: strerror(errno)))\(hint)")
    }
}
