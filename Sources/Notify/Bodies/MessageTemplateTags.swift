/// Looks at the tags of a template before it is parsed: which there are, and how deep they lie in each other.
///
/// The language is kept small: values, sections, inverted sections, comments. Partials have nothing to name, other
/// delimiters would hide tags, and a pragma could change how values are escaped.
enum MessageTemplateTags {
    static let deepestNesting = 8

    /// What is wrong with the tags; nil when nothing is.
    static func complaint(_ text: String) -> String? {
        var (open, rest) = ([MessageTemplateTag](), text[...])
        while let tag = MessageTemplateTag(firstIn: rest) {
            if tag.opensSection {
                open.append(tag)
            } else if tag.closesSection {
                _ = open.popLast()
            } else if let kind = tag.content.first, "><$=%".contains(kind) {
                return "the Mustache tag {{\(kind) is not supported; use values and sections"
            }
            if open.count > deepestNesting { return "sections are nested more than \(deepestNesting) levels deep" }
            guard tag.isClosed else { return "line \(line(of: tag, in: text)): a {{ is not closed" }
            rest = text[tag.range.upperBound...]
        }
        return open.last.map { section in
            "line \(line(of: section, in: text)): the section \(text[section.range].prefix(100)) is not closed"
        }
    }

    /// The first tag of a text that stands outside of quotation marks; nil where all stand within, or are numbers or JSON.
    static func bareTag(_ text: String) -> String? {
        var (rest, isQuoted) = (text[...], false)
        while let sign = rest.first {
            if rest.hasPrefix("{{"), let tag = MessageTemplateTag(firstIn: rest), tag.isClosed {
                let name = tag.content.filter { $0 != " " }
                let isText = name.first?.isLetter == true && !name.contains("(") && !numbers.contains(name)
                if isText, !isQuoted { return String(text[tag.range]) }
                rest = text[tag.range.upperBound...]
                continue
            }
            if sign == "\"" { isQuoted.toggle() }
            rest = rest.dropFirst(sign == "\\" ? 2 : 1)
        }
        return nil
    }

    /// The values that are numbers, and stand in JSON without marks.
    private static let numbers: Set = ["seq", "summary.priority"]

    private static func line(of tag: MessageTemplateTag, in text: String) -> Int {
        1 + text[..<tag.range.lowerBound].count { $0.isNewline }
    }
}
