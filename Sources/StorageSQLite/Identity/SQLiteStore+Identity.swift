import Foundation
import GRDB
import Storage

extension SQLiteStore {
    /// The file beside the store that says which store is there, and how far its log had come.
    private var markerPath: String { path + ".instance" }

    /// Whether the file is the store that taskd kept before.
    ///
    /// One that is new, or was moved, is at home here from now on; a copy stays one until it is adopted.
    ///
    /// - Throws: ``StoreError``.
    public func standing() throws -> StoreStanding {
        guard let home = try readHome() else {
            try settle(instance: Self.makeInstance())
            return .original
        }
        let standing = try evidence(of: home).standing
        if case .copy = standing { return standing }
        try settle(instance: home.instance)
        return standing
    }

    /// Makes a copy a store of its own, which fires what is due in it.
    ///
    /// - Throws: ``StoreError``.
    public func adopt() throws {
        try settle(instance: Self.makeInstance())
    }

    /// Notes beside the store how far its log has come, so that an older state of it can be told.
    ///
    /// A copy that was not adopted notes nothing.
    ///
    /// - Throws: ``StoreError``.
    public func noteProgress() throws {
        guard let home = try readHome(), home.path == path, home.file == FileIdentity(ofFileAt: path) else { return }
        // What is known of a later state is never taken back.
        if let marker, marker.instance == home.instance, marker.lastSequence > (try lastSequence()) { return }
        try writeMarker(instance: home.instance)
    }

    private var marker: StoreMarker? { SmallFile(markerPath).text.flatMap { StoreMarker($0) } }

    private func evidence(of home: StoreHome) throws -> StoreEvidence {
        let marker = [path, home.path].lazy.compactMap { SmallFile($0 + ".instance").text.flatMap { StoreMarker($0) } }
        return StoreEvidence(
            home: home,
            machine: MachineIdentity.current(),
            file: try fileIdentity(),
            path: path,
            lastSequence: try lastSequence(),
            marker: marker.first { $0.instance == home.instance },
            isHomeTaken: FileManager.default.fileExists(atPath: home.path)
        )
    }

    private func settle(instance: String) throws {
        let home = StoreHome(
            instance: instance, machine: MachineIdentity.current(), file: try fileIdentity(), path: path)
        let values = [
            ("instance", home.instance), ("machine", home.machine ?? ""), ("file", home.file.description),
            ("path", home.path),
        ]
        try direct { db in
            try db.inTransaction {
                for (name, value) in values {
                    try db.execute(
                        sql: "INSERT OR REPLACE INTO identity (name, value) VALUES (?, ?)", arguments: [name, value])
                }
                return .commit
            }
        }
        try writeMarker(instance: instance)
    }

    private func writeMarker(instance: String) throws {
        let marker = StoreMarker(instance: instance, lastSequence: try lastSequence())
        do {
            try SmallFile(markerPath).write(marker.description)
        } catch {
            throw StoreError(.unavailable, "cannot write \(markerPath); check the folder's permissions")
        }
    }

    private func readHome() throws -> StoreHome? {
        let rows = try direct { try Row.fetchAll($0, sql: "SELECT name, value FROM identity") }
        let values = Dictionary(uniqueKeysWithValues: rows.map { ($0["name"] as String, $0["value"] as String) })
        guard let instance = values["instance"], let file = values["file"].flatMap({ FileIdentity($0) }),
            let path = values["path"]
        else { return nil }
        let machine = values["machine"].flatMap { $0.isEmpty ? nil : $0 }
        return StoreHome(instance: instance, machine: machine, file: file, path: path)
    }

    private func lastSequence() throws -> Int64 {
        try direct { try Int64.fetchOne($0, sql: "SELECT max(seq) FROM event") } ?? 0
    }

    private func fileIdentity() throws -> FileIdentity {
        guard let identity = FileIdentity(ofFileAt: path) else {
            throw StoreError(.unavailable, "\(path) is there no more")
        }
        return identity
    }

    private static func makeInstance() -> String {
        UUIDValue.version7(millisecondsSinceEpoch: 0).description
    }
}
