import Foundation
import GRDB
import Storage

extension SQLiteStore {
    /// The file beside the store that says which store is there, and how far its log had come.
    private var markerPath: String { path + ".instance" }

    /// Whether the file is the store that taskd kept before.
    ///
    /// One that is new, or was moved, is at home here from now on; a copy stays one until it is adopted. A store in memory
    /// is no copy.
    ///
    /// - Throws: ``StoreError``.
    public func standing() throws -> StoreProvenance {
        guard place.isFile else { return .original }
        guard let home = try readHome() else {
            try settle(instance: StoreHome.makeInstance())
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
        if place.isFile { try settle(instance: StoreHome.makeInstance()) }
    }

    /// Notes beside the store how far its log has come, so that an older state of it can be told.
    ///
    /// It is noted in the state folder too, where there is one: what lies beside the store comes back with an older copy
    /// of the folder. A copy that was not adopted notes nothing.
    ///
    /// - Throws: ``StoreError``.
    public func noteProgress() throws {
        guard place.isFile, let home = try readHome(), home.path == path, home.file == FileIdentity(ofFileAt: path)
        else { return }
        // What is known of a later state is never taken back.
        if let marker, marker.instance == home.instance, marker.lastSequence > (try lastSequence()) { return }
        try writeMarker(instance: home.instance)
        try witness?.note(StoreMarker(instance: home.instance, lastSequence: try lastSequence()))
    }

    /// Whether the file that is open still stands at the store's path: one that was removed or replaced takes all with it
    /// that is written from then on.
    public var isInPlace: Bool { place.isInPlace }

    /// Whether an older copy of the store's whole folder can be told: what is known of it lies outside of the folder.
    public var isWitnessed: Bool { witness?.isOutside(ofFolderOf: path) ?? false }

    /// Whether the state folder of a store that is not open would lie elsewhere than the store; nil is no folder.
    package static func isWitnessed(at path: String, stateFolder: String?) -> Bool {
        stateFolder.map { StoreWitness(stateFolder: $0).isOutside(ofFolderOf: path) } ?? false
    }

    /// Refuses what is plainly no store, without opening it; what is not there, or cannot be read, may be one.
    ///
    /// - Throws: ``StoreError`` as opening it does.
    package static func checkFile(at path: String) throws {
        let path = URL(fileURLWithPath: path).path
        var status = stat()
        guard lstat(path, &status) == 0 || errno != EACCES else { return }
        try PrivateFile(path).checkIsNoLink()
        _ = try StoreFile(path: path).mayBeStore()
    }

    private var marker: StoreMarker? { SmallFile(markerPath).text.flatMap { StoreMarker($0) } }

    private func evidence(of home: StoreHome) throws -> StoreEvidence {
        let beside = [path, home.path].compactMap { SmallFile($0 + ".instance").text.flatMap { StoreMarker($0) } }
        let markers = beside + [witness?.marker(of: home.instance)].compactMap(\.self)
        return StoreEvidence(
            home: home,
            machine: MachineIdentity.current(),
            file: try fileIdentity(),
            path: path,
            lastSequence: try lastSequence(),
            marker: markers.filter { $0.instance == home.instance }.max { $0.lastSequence < $1.lastSequence },
            isPlaceOfAnother: marker.map { $0.instance != home.instance } ?? false,
            isHomeTaken: FileManager.default.fileExists(atPath: home.path)
        )
    }

    private func settle(instance: String) throws {
        let home = StoreHome(
            instance: instance, machine: MachineIdentity.current(), file: try fileIdentity(), path: path)
        try direct { db in
            try db.inTransaction {
                try home.write(to: db)
                return .commit
            }
        }
        try writeMarker(instance: instance)
        // Where it cannot be written, the daemon says so when it notes its progress; the store is no worse for it.
        try? witness?.note(StoreMarker(instance: instance, lastSequence: try lastSequence()))
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
            throw StoreError(.unavailable, "\(path) no longer exists")
        }
        return identity
    }
}

extension StoreHome {
    /// A new id of a store.
    static func makeInstance() -> String {
        UUIDValue.version7(millisecondsSinceEpoch: 0).description
    }

    /// Writes down where the store is at home.
    func write(to db: Database) throws {
        let values = [("instance", instance), ("machine", machine ?? ""), ("file", file.description), ("path", path)]
        for (name, value) in values {
            try db.execute(
                sql: "INSERT OR REPLACE INTO identity (name, value) VALUES (?, ?)", arguments: [name, value])
        }
    }
}
