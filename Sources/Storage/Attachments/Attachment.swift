public import Basics

/// Something that belongs to a task: a link, or content that is stored beside the store.
///
/// Content is stored once, by its digest, however many tasks have it.
public struct Attachment: Hashable, Sendable {
    /// Its id; the occurrences of a series share it.
    public var id: AttachmentID
    /// What it is called, 1 to 255 characters, without slashes and control characters; nil where nobody said.
    @Verbatim public var fileName: String? = nil
    /// What kind of content it is (RFC 9110 §8.3.1); nil where nobody said.
    public var mediaType: String?
    /// How many bytes the content has; nil for a link.
    public var size: Int?
    /// Where a link leads; nil for content.
    public var url: String?
    /// The content; nil for a link.
    public var content: ContentDigest?

    /// Makes a link.
    public init(id: AttachmentID, url: String, fileName: String? = nil, mediaType: String? = nil) {
        (self.id, self.url, self.fileName, self.mediaType) = (id, url, fileName, mediaType)
    }

    /// Makes an attachment of content.
    public init(id: AttachmentID, content: ContentDigest, size: Int, fileName: String?, mediaType: String?) {
        (self.id, self.content, self.size, self.fileName, self.mediaType) = (id, content, size, fileName, mediaType)
    }

    private init() {
        id = .unset
    }
}

/// The id of an attachment.
public typealias AttachmentID = Identifier<Attachment>

extension Identifier where Subject == Attachment {
    /// Stands for an id that is yet to be made, in an attachment that a client has not given one.
    package static let unset = AttachmentID(UUIDValue(high: 0, low: 0))
}

extension Attachment: FieldObject, FieldElement {
    /// How many a task may have, and how long their texts may be.
    package enum Bounds {
        package static let count = 100
        package static let nameLength = 255
        package static let mediaTypeLength = 255
        package static let urlLength = 2_000
    }

    package static let blank = Attachment()
    package static let schemaName = "Attachment"

    package static func visitFields(_ fields: inout some FieldVisitor<Attachment>) {
        fields.field("id", \.givenID, or: nil, omitsNil: true, bit: [], .any.answered)
        fields.field("fileName", \.fileName, or: nil, permittedName)
        fields.field("mediaType", \.mediaType, or: nil, permittedMediaType)
        fields.field(
            "size", \.size, or: nil,
            .within(0...Int(Int32.max)).described("How many bytes the content has; null for a link."))
        fields.field("url", \.url, or: nil, permittedURL)
    }

    /// The id, where there is one.
    package var givenID: AttachmentID? {
        get { id == .unset ? nil : id }
        set { id = newValue ?? .unset }
    }

    private static var permittedName: FieldRule<String?> {
        FieldRule(
            role: "What it is called.", narrow: { $0.limited(to: 1...Bounds.nameLength) }
        ) { name, pointer, problems in
            guard let name else { return }
            problems.check(name, pointer, 1...Bounds.nameLength)
            if !FileName.isPermitted(name) {
                problems.append(pointer, "must be a name without slashes and control characters, and not . or ..")
            }
        }
    }

    private static var permittedMediaType: FieldRule<String?> {
        FieldRule(
            role: "What kind of content it is (RFC 9110 §8.3.1).", narrow: { $0.example("application/pdf") }
        ) { type, pointer, problems in
            if let type, !MediaType.isPermitted(type) {
                problems.append(pointer, "must be a media type such as application/pdf")
            }
        }
    }

    private static var permittedURL: FieldRule<String?> {
        FieldRule(
            role: "Where a link leads; null for content.",
            narrow: { $0.limited(to: 0...Bounds.urlLength).example("https://example.org/a") }
        ) { url, pointer, problems in
            guard let url else { return }
            if let complaint = TextLength.complaint(about: url, atMost: Bounds.urlLength) {
                problems.append(pointer, complaint)
            } else if let complaint = LinkURL.complaint(about: url) {
                problems.append(pointer, complaint)
            }
        }
    }
}

extension Attachment {
    /// A list that a client sends: an attachment that is there, by its id, keeps what is not said of it.
    package static func edit(
        elementsOf name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> FieldEdit<[Attachment]>? {
        let patches = reader.objects(name, atMost: count)?.map { object in
            var object = object
            let patch = Patch<Attachment>(&object)
            object.finish()
            return patch
        }
        guard let patches else { return nil }
        return FieldEdit(nested: []) { before, pointer, problems in
            patches.enumerated().map { index, patch in
                patch.attachment(among: before, at: "\(pointer)/\(index)", noting: &problems)
            }
        }
    }
}

extension Patch<Attachment> {
    /// The attachment that is meant: one of those before, by its id, or else a new link.
    ///
    /// Which content an attachment has, and how large that is, is never read from a client.
    package func attachment(
        among before: [Attachment] = [], at pointer: String, noting problems: inout [InputProblem]
    ) -> Attachment {
        var given = Attachment.blank
        apply(to: &given, at: pointer, isNew: true, noting: &problems)
        let known = before.first { $0.id == given.id && $0.id != .unset }
        var meant = known ?? .blank
        apply(to: &meant, at: pointer, noting: &problems)
        // What was read can be sent back.
        if holds("size"), given.size != known?.size { problems.append("\(pointer)/size", "is read-only") }
        meant.size = known?.size
        if let known, (known.url == nil) != (meant.url == nil) {
            let kinds = known.url == nil ? "content, not a link" : "a link, not content"
            problems.append(
                "\(pointer)/url",
                "cannot be added or removed: the attachment is \(kinds); add another attachment instead")
        }
        return meant
    }
}

extension [Attachment] {
    /// Notes those that are neither a link nor known content, and ids that are given twice.
    package func check(at pointer: String, noting problems: inout [InputProblem]) {
        for (index, attachment) in enumerated() where attachment.url == nil && attachment.content == nil {
            problems.append(
                "\(pointer)/\(index)",
                "must have a url, or the id of an attachment of the task; upload content with "
                    + "POST /v1/tasks/{id}/attachments")
        }
        problems.check(unique: map(\.givenID), pointer, member: "/id")
    }
}

/// What files may be called.
package enum FileName {
    package static func isPermitted(_ name: String) -> Bool {
        name != "." && name != ".."
            && name.unicodeScalars.allSatisfy { scalar in
                scalar != "/" && scalar != "\\" && scalar.properties.generalCategory != .control
            }
    }

    /// A name that is permitted, made of one that a client sent: the part behind the last slash, without control
    /// characters; nil where nothing is left of it.
    package static func made(of text: String) -> String? {
        let last = text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: last.unicodeScalars.filter { $0.properties.generalCategory != .control })
        let name = String(String(scalars).trimmed.unicodeScalars.prefix(Attachment.Bounds.nameLength))
        return name.isEmpty || !isPermitted(name) ? nil : name
    }
}

extension String {
    fileprivate var trimmed: String {
        var rest = Substring(self)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

/// The grammar of media types: a type, a subtype, and parameters (RFC 9110 §8.3.1).
package enum MediaType {
    package static func isPermitted(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (3...Attachment.Bounds.mediaTypeLength).contains(bytes.count),
            bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x09 })
        else { return false }
        let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2, isToken(names[0]) else { return false }
        var subtype = names[1]
        while subtype.last == " " || subtype.last == "\t" { subtype.removeLast() }
        return isToken(subtype)
    }

    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}

/// The addresses that links may lead to: any scheme but those that carry a program or content in themselves.
package enum LinkURL {
    private static let refused: Set<String> = ["javascript", "data", "vbscript", "blob"]

    /// What is wrong with an address; nil when nothing is.
    package static func complaint(about text: String) -> String? {
        guard let scheme = scheme(of: text) else {
            return "must be an absolute URL such as https://example.org/a, percent-encoded"
        }
        return refused.contains(scheme) ? "must not have the scheme \(scheme)" : nil
    }

    /// The scheme of an absolute URL; nil for what is none.
    private static func scheme(of text: String) -> String? {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }),
            let colon = text.firstIndex(of: ":"), text.index(after: colon) < text.endIndex
        else { return nil }
        let scheme = text[..<colon].lowercased()
        guard let first = scheme.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
            scheme.utf8.allSatisfy({
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0)
            })
        else { return nil }
        return scheme
    }
}
