/// A tag of a message template: two braces, what it says, and two braces.
struct MessageTemplateTag {
    /// All of it, with its braces; up to the end of the text where nothing closes it.
    let range: Range<String.Index>
    /// What stands between them.
    let content: Substring
    let isClosed: Bool

    /// The first tag of a text; nil where it has none.
    init?(firstIn text: Substring) {
        guard let open = text.firstRange(of: "{{") else { return nil }
        let rest = text[open.upperBound...]
        let close = rest.firstRange(of: "}}")
        range = open.lowerBound..<(close?.upperBound ?? text.endIndex)
        content = rest[..<(close?.lowerBound ?? text.endIndex)]
        isClosed = close != nil
    }

    /// Whether a section begins, that of what is not there included.
    var opensSection: Bool { content.first == "#" || content.first == "^" }

    /// Whether one ends.
    var closesSection: Bool { content.first == "/" }
}
