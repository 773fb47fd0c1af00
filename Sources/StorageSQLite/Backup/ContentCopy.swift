import Foundation
import Storage

/// Brings the contents of attachments from beside one store beside another one, which nobody uses yet.
struct ContentCopy {
    let from: ContentFolder
    let to: ContentFolder

    init(from: ContentFolder, to: ContentFolder) {
        (self.from, self.to) = (from, to)
    }

    /// Brings everything that is there; what is removed meanwhile does not count.
    func copyAll() throws {
        for digest in from.shards().flatMap(from.digests) {
            do { try from.copy(digest, to: to) } catch {
                guard from.size(of: digest) == nil else { throw Self.failure(error, to) }
            }
        }
    }

    /// Sees to it that these contents are there, and no others.
    ///
    /// - Parameters:
    ///   - digests: The contents.
    ///   - isVerified: Whether each is read, so that one that is not what it was counts as missing.
    /// - Returns: How many are missing.
    /// - Throws: ``StoreError`` with code `.unavailable`.
    func settle(_ digests: [ContentDigest], isVerified: Bool = false) throws -> Int {
        var missing = 0
        for digest in digests {
            let isGood = from.size(of: digest) != nil && (!isVerified || from.digestOfFile(digest) == digest)
            guard isGood || to.size(of: digest) != nil else {
                missing += 1
                continue
            }
            do { try from.copy(digest, to: to) } catch { throw Self.failure(error, to) }
        }
        let wanted = Set(digests)
        for digest in to.shards().flatMap(to.digests) where !wanted.contains(digest) { _ = to.remove(digest) }
        to.removeEmptyFolders()
        return missing
    }

    /// Moves what was brought to where it is to stay, beside what is there.
    func move(to target: ContentFolder) throws {
        guard FileManager.default.fileExists(atPath: to.path) else { return }
        if !FileManager.default.fileExists(atPath: target.path) {
            do { return try FileManager.default.moveItem(atPath: to.path, toPath: target.path) } catch {
                throw StoreError(.unavailable, "cannot move \(to.path): \(error.localizedDescription)")
            }
        }
        for digest in to.shards().flatMap(to.digests) { try to.copy(digest, to: target) }
        removeTarget()
    }

    /// Removes what was brought.
    func removeTarget() {
        try? FileManager.default.removeItem(atPath: to.path)
    }

    private static func failure(_ error: any Error, _ folder: ContentFolder) -> any Error {
        guard error is ContentError else { return error }
        return StoreError(.unavailable, "the disk that holds \(folder.path) is full; free some space and retry")
    }
}
