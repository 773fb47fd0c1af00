import Basics
import Crypto
import Recurrence
import Storage

/// What names one state of a resource (RFC 9110 §8.8.3): made of all that the resource's JSON says, so that it never
/// names two contents, not even of one that was deleted and made again under its id.
struct EntityTag: Hashable, Sendable {
    /// How many bytes of the digest stand in a tag.
    private static let length = 12

    /// What stands between the quotes.
    var opaque: String

    /// The tag of a resource whose JSON is this.
    init(of json: [UInt8]) {
        let digest = SHA256.hash(data: json)
        opaque = String(unsafeUninitializedCapacity: 2 * Self.length) { text in
            for (index, byte) in zip(stride(from: 0, to: 2 * Self.length, by: 2), digest) {
                (text[index], text[index + 1]) = (Self.digit(byte >> 4), Self.digit(byte & 15))
            }
            return 2 * Self.length
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 - 10 + value }

    /// The tag of a hook as those see it who may change it.
    init(of hook: Hook) {
        var json = JSONWriter()
        hook.write(to: &json, .whole)
        self.init(of: json.bytes)
    }

    /// The tags that name a task as it is now.
    ///
    /// Beside the one that it is answered with there is the one from before it was overdue: that is no change that
    /// anybody made.
    static func all(of task: TaskItem, now: UTCInstant) -> [EntityTag] {
        var tags = [EntityTag(of: task.json(now: now))]
        if task.isOverdue(at: now) { tags.append(EntityTag(of: task.json(now: .beforeAll))) }
        return tags
    }

    /// The tag as it stands in a header.
    var text: String { "\"\(opaque)\"" }
}

extension UTCInstant {
    /// An instant at which nothing is overdue yet.
    fileprivate static let beforeAll = UTCInstant(millisecondsSinceEpoch: .min)
}
