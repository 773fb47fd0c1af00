import Foundation
import Storage

/// What is known of stores outside of their own folders: how far each has come, by its own id.
///
/// It is what an older copy of a store's folder cannot bring back with it.
struct StoreWitness: Sendable {
    private let folder: String

    /// - Parameter stateFolder: Where taskd keeps its state; the witnesses have a folder of their own in it.
    init(stateFolder: String) {
        folder = stateFolder + "/stores"
    }

    /// What is known of a store; nil for nothing.
    func marker(of instance: String) -> StoreMarker? {
        file(of: instance).text.flatMap { StoreMarker($0) }.flatMap { $0.instance == instance ? $0 : nil }
    }

    /// Notes how far a store has come; what is known of a later state is never taken back.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable` when the folder cannot be written.
    func note(_ marker: StoreMarker) throws {
        if let known = self.marker(of: marker.instance), known.lastSequence >= marker.lastSequence { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try file(of: marker.instance).write(marker.description)
        } catch {
            throw StoreError(
                .unavailable,
                "cannot write to \(folder), which taskd needs to detect older copies of the store; name another folder with --state"
            )
        }
    }

    /// Whether the witnesses lie elsewhere than a store: in no folder that would be copied and put back with it.
    func isOutside(ofFolderOf path: String) -> Bool {
        let home = URL(fileURLWithPath: path).deletingLastPathComponent().resolvingSymlinksInPath().path
        let own = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        return !(own + "/").hasPrefix(home == "/" ? "/" : home + "/")
    }

    private func file(of instance: String) -> SmallFile {
        // An id from a file is a name of a file only if it is one of ours.
        SmallFile(folder + "/" + (UUIDValue(instance)?.description ?? "unknown"))
    }
}
