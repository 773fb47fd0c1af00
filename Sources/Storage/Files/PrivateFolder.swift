#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A folder that holds private files.
package struct PrivateFolder: Sendable {
    private let path: String

    /// Names the folder; nothing is made yet.
    package init(_ path: String) {
        self.path = path
    }

    /// Makes the folder, and those that it lies in, for their owner alone where they are not there yet.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable`.
    package func create() throws {
        if mkdir(path, 0o700) == 0 { return }
        let reason = errno
        if reason == EEXIST { return try checkIsFolder() }
        guard reason == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw failure(reason)
        }
        try PrivateFolder(String(path[..<slash])).create()
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw failure(errno)
        }
    }

    private func failure(_ reason: Int32) -> StoreError {
        StoreError(.unavailable, "cannot create the folder \(path): \(FileOwner.words(for: reason, at: path))")
    }

    /// Refuses what is no folder, and one in which everybody may replace the files of others.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable`.
    package func check() throws {
        try checkIsFolder()
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        guard status.st_mode & S_IWOTH == 0 || status.st_mode & S_ISVTX != 0 else {
            throw StoreError(
                .unavailable,
                "any user may replace files in the folder \(path); run chmod o-w \(path), or keep the store elsewhere")
        }
    }

    /// Refuses what is there and no folder.
    private func checkIsFolder() throws {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return }
        throw StoreError(.unavailable, "\(path) is not a folder; name another one")
    }
}
