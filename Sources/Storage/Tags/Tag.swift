public import Basics
public import Recurrence

/// A word that tasks and series are found by, with how it is shown.
///
/// A tag comes into being when something is tagged with it. It is listed as long as a task has it, or somebody has said
/// what it is to look like. Its name is written as whoever first used it wrote it; in which case, and in which of
/// Unicode's forms, it is written later makes no other tag of it.
public struct Tag: Hashable, Sendable {
    /// What the store knows it by, whatever it is called; `TagID.unset` for one that is to be made.
    public package(set) var id: TagID
    /// Rises with each change of the tag itself.
    public var version = 1
    /// What people call it, 1 to 100 characters; no two tags have the same name.
    public var name: String
    /// The colour that it is shown in, such as `#2f80ed`, as the client wrote it.
    @Verbatim public var color: String? = nil
    /// A sign that it is shown with, such as an emoji, as the client wrote it.
    @Verbatim public var icon: String? = nil
    /// Whether it is listed though no task has it: somebody made it, or said how it looks.
    public var isKept = false
    /// How many tasks have it, whatever their status; counted by the store.
    public package(set) var taskCount = 0
    /// How many series have it; counted by the store.
    public package(set) var seriesCount = 0
    /// When it was made.
    public package(set) var createdAt: UTCInstant
    /// When it was last changed.
    public var updatedAt: UTCInstant
    /// When it was deleted; nil for one that is there.
    public var deletedAt: UTCInstant?

    /// Makes a tag with nothing but a name.
    public init(id: TagID = .unset, name: String, now: UTCInstant) {
        (self.id, self.name, createdAt, updatedAt) = (id, name, now, now)
    }

    /// Whether it was deleted.
    public var isDeleted: Bool { deletedAt != nil }
    /// Whether it is there for people: somebody made it, or something has it.
    public var isListed: Bool { !isDeleted && (isKept || taskCount > 0 || seriesCount > 0) }
}

/// What a store knows a tag by.
public typealias TagID = Identifier<Tag>

extension Identifier where Subject == Tag {
    /// What stands for the id of a tag that the store has not seen.
    public static let unset = TagID(UUIDValue(high: 0, low: 0))

    /// The number that a store has given a tag.
    package init(number: Int64) {
        self.init(UUIDValue(high: 0, low: UInt64(bitPattern: number)))
    }

    /// The number that a store has given the tag.
    package var number: Int64 { Int64(bitPattern: uuid.low) }
}

extension String {
    /// What two names of one tag have in common: the text without the difference of upper and lower case, in Unicode's
    /// normal form C.
    ///
    /// What one case has several letters for is one (`ß` and `ss`, `σ` and `ς`), but not the two letters i of Turkish.
    package var asTagKey: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return lowercased() }
        let upper = inNormalForm.unicodeScalars.map { $0 == "ı" ? "ı" : $0.properties.uppercaseMapping }
        return upper.joined().lowercased().inNormalForm
    }

    /// Whether it names the same tag as another text.
    package func isSameTag(as other: String) -> Bool {
        self == other || asTagKey == other.asTagKey
    }
}

extension [String] {
    /// The tags, each once: of those that are the same one the first.
    package var differentTags: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0.asTagKey).inserted }
    }
}
