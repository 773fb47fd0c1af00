/// Whether a store's file is the one that taskd kept before, or a copy of it.
///
/// A copy must not fire: the original may have done so already, or may be doing so elsewhere.
public enum StoreProvenance: Hashable, Sendable {
    /// It is the one that was kept, or it is new.
    case original
    /// It is the one that was kept, and lies elsewhere now.
    case moved(from: String)
    /// It is a copy, or an older state of it; with the reason, for the operator.
    case copy(String)
}

/// Where a store was last at home.
struct StoreHome: Hashable, Sendable {
    /// The store's own id, a UUID that an adopted copy gets again.
    var instance: String
    /// The machine; nil where it has no name.
    var machine: String?
    /// The file.
    var file: FileIdentity
    /// Its path.
    var path: String
}

/// What stands in the file beside a store: which store is there, and how far its log had come at least.
struct StoreMarker: Hashable, Sendable, LosslessStringConvertible {
    var instance: String
    var lastSequence: Int64

    init(instance: String, lastSequence: Int64) {
        (self.instance, self.lastSequence) = (instance, lastSequence)
    }

    var description: String { "\(instance) \(lastSequence)\n" }

    init?(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let sequence = Int64(words[1]) else { return nil }
        self.init(instance: String(words[0]), lastSequence: sequence)
    }
}

/// Everything that the judgement on a store's file rests on.
struct StoreEvidence: Sendable {
    /// Where the store says that it was at home.
    var home: StoreHome
    /// Where it is found.
    var machine: String?
    var file: FileIdentity
    var path: String
    /// How far its log has come.
    var lastSequence: Int64
    /// What is known of the furthest state: beside it, beside the place where it was, or in the state folder.
    var marker: StoreMarker?
    /// Whether the file beside it says that another store stood there last, such as one that was restored.
    var isPlaceOfAnother: Bool
    /// Whether there is still a file where it was.
    var isHomeTaken: Bool

    /// The judgement.
    ///
    /// The same file, by inode and birth, is the original on whatever machine: a container or a volume that moved. A
    /// log that is behind what is known of it is an older state, even in the same file.
    var standing: StoreProvenance {
        if let marker, marker.instance == home.instance, marker.lastSequence > lastSequence {
            return .copy(
                """
                it is an older copy: its log ends at event \(lastSequence), but the store had reached at least event \
                \(marker.lastSequence)
                """
            )
        }
        if isSameFile { return path == home.path ? .original : .moved(from: home.path) }
        guard let machine else {
            return .copy(
                "it is another file than before, and without /etc/machine-id taskd cannot tell whether it is a copy")
        }
        guard machine == home.machine else {
            return .copy("it was copied from another machine, where it was \(home.path)")
        }
        if path == home.path {
            guard !isPlaceOfAnother else {
                return .copy("another store stood here last, which the file has replaced")
            }
            guard marker?.instance == home.instance else {
                return .copy("the file was replaced by a copy, and the files beside it are gone")
            }
            return .original
        }
        guard !isHomeTaken else { return .copy("it is a copy of \(home.path), which still exists") }
        return .moved(from: home.path)
    }

    private var isSameFile: Bool {
        guard file.inode == home.file.inode else { return false }
        if let born = file.bornAt, let before = home.file.bornAt { return born == before }
        return path == home.path
    }
}
