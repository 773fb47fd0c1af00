/// Looks at the tags of a template before it is parsed: which there are, and how deep they lie in each other.
///
/// The language is kept small: values, sections, inverted sections, comments. Partials have nothing to name, other
/// delimiters would hide tags, and a pragma could change how values are escaped.
enum TemplateTags {
    static let deepestNesting = 8

    /// What is wrong with the tags; nil when nothing is.
    static func complaint(_ text: String) -> String? {
        var depth = 0
        var rest = text[...]
        while let open = rest.firstRange(of: "{{") {
            let tag = rest[open.upperBound...]
            let kind = tag.first
            switch kind {
            case "#", "^": depth += 1
            case "/": depth -= 1
            case ">", "<", "$", "=", "%": return "the tag {{\(kind.map(String.init) ?? "") is not part of the language"
            default: break
            }
            if depth > deepestNesting { return "its sections lie more than \(deepestNesting) deep in each other" }
            guard let close = tag.firstRange(of: "}}") else { return "a tag that is opened with {{ is not closed" }
            rest = tag[close.upperBound...]
        }
        return nil
    }
}
