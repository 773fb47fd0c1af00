import Basics
import HTTPTypes
import Hummingbird

/// What `If-Match` and `If-None-Match` hold (RFC 9110 §13.1): any state, or one of some.
enum EntityTagList: Hashable, Sendable {
    /// `*`
    case any
    /// Tags; those that are weak are marked.
    case tags([Tag])

    struct Tag: Hashable, Sendable {
        var opaque: String
        var isWeak: Bool
    }

    /// How many tags are read.
    private static let maxTags = 100

    /// Reads the value of a header; nil when it is none.
    init?(_ text: String) {
        var rest = Substring(text).withoutOptionalWhitespace
        if rest == "*" {
            self = .any
            return
        }
        var tags: [Tag] = []
        // A list may have empty elements (RFC 9110 §5.6.1).
        func dropEmpty() { rest = rest.drop { $0 == "," || $0 == " " || $0 == "\t" } }
        dropEmpty()
        while !rest.isEmpty {
            let isWeak = rest.hasPrefix("W/")
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
            let opaque = rest[rest.index(after: rest.startIndex)..<end]
            guard opaque.unicodeScalars.allSatisfy({ $0.value == 0x21 || $0.value >= 0x23 && $0.value != 0x7F }) else {
                return nil
            }
            tags.append(Tag(opaque: Self.uncompressed(opaque), isWeak: isWeak))
            rest = rest[rest.index(after: end)...].withoutOptionalWhitespace
            guard rest.first == "," || rest.isEmpty else { return nil }
            dropEmpty()
        }
        guard (1...Self.maxTags).contains(tags.count) else { return nil }
        self = .tags(tags)
    }

    /// What a tag has behind it that names a compressed answer.
    private static let suffix = "-gzip"

    /// The tag of the compressed form of an answer, by the tag that it has otherwise.
    static func compressed(_ text: String) -> String { "\(text.dropLast())\(suffix)\"" }

    /// The state that a tag names, be it that of a compressed answer or not.
    private static func uncompressed(_ opaque: Substring) -> String {
        String(opaque.hasSuffix(suffix) ? opaque.dropLast(suffix.count) : opaque)
    }

    /// Whether one of the tags is that of a state, weak ones never (strong comparison, RFC 9110 §8.8.3.2).
    func matchesStrongly(_ states: [EntityTag]) -> Bool {
        guard case .tags(let tags) = self else { return true }
        return tags.contains { tag in !tag.isWeak && states.contains { $0.opaque == tag.opaque } }
    }

    /// Whether one of the tags is that of a state, weak or not.
    func matchesWeakly(_ state: EntityTag) -> Bool {
        guard case .tags(let tags) = self else { return true }
        return tags.contains { $0.opaque == state.opaque }
    }
}

extension Request {
    /// What `If-Match` asks for; nil when any state will do.
    ///
    /// - Throws: A 400 ``Problem`` for what is no list of tags.
    func ifMatch() throws -> EntityTagList? { try tags(.ifMatch) }

    /// Refuses what is not in a state that `If-Match` asks for.
    ///
    /// - Throws: A 412 ``Problem``; a 400 one for what is no list of tags.
    func requireMatch(_ state: EntityTag) throws {
        if let condition = try ifMatch(), !condition.matchesStrongly([state]) { throw Problem.stale }
    }

    /// Whether `If-None-Match` says that the client has this state.
    ///
    /// - Throws: A 400 ``Problem`` for what is no list of tags.
    func has(_ state: EntityTag) throws -> Bool { try tags(.ifNoneMatch)?.matchesWeakly(state) ?? false }

    private func tags(_ name: HTTPField.Name) throws -> EntityTagList? {
        guard let text = headers[name] else { return nil }
        guard let list = EntityTagList(text) else {
            throw Problem(
                .badRequest, "\(name) must be * or a comma-separated list of quoted tags, such as \"1a2b\"")
        }
        return list
    }
}
