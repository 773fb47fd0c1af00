import Basics
import Storage

/// Finds the names in a template that no event can have, which would stand for nothing in every message.
///
/// Looked at is what stands outside of sections, where a name begins at the event; and of the data only the task, which
/// is always whole: what else an event has depends on its type.
struct MessageTemplateNames {
    /// What can be named in each object, by the name of the object; the event itself has none.
    private let members: [String: Set<String>]

    /// - Parameter samples: Events, as templates see them.
    init(_ samples: [JSONValue]) {
        var members: [String: Set<String>] = [:]
        for sample in samples {
            members["", default: []].formUnion(sample.names)
            members["summary", default: []].formUnion(sample["summary"]?.names ?? [])
            members["data.task", default: []].formUnion(sample["data"]?["task"]?.names ?? [])
        }
        self.members = members
    }

    /// What is wrong with the first such name; nil where there is none.
    func complaint(about text: String) -> String? {
        var (depth, rest) = (0, text[...])
        while let tag = MessageTemplateTag(firstIn: rest), tag.isClosed {
            rest = text[tag.range.upperBound...]
            if depth == 0, let complaint = complaint(about: tag) { return complaint }
            if tag.opensSection { depth += 1 }
            if tag.closesSection { depth -= 1 }
        }
        return nil
    }

    private func complaint(about tag: MessageTemplateTag) -> String? {
        // A comment, and the end of a section that has been looked at.
        guard tag.content.first != "!", !tag.closesSection else { return nil }
        let name = tag.content.filter { !"{}&#^ \t".contains($0) }
        // Between the parentheses of a transform stands the name.
        let path = name.split(separator: "(").last?.prefix { $0 != ")" }.split(separator: ".").map(String.init) ?? []
        for (object, known) in members {
            let parents = object.split(separator: ".").map(String.init)
            guard path.count > parents.count, path.starts(with: parents), !known.contains(path[parents.count]) else {
                continue
            }
            let owner = object.isEmpty ? "an event" : object
            return "\(owner) has no \(path[parents.count]); it has \(known.sorted().joined(separator: ", "))"
        }
        return nil
    }
}

extension JSONValue {
    /// The names of an object's members; nothing of another kind.
    fileprivate var names: [String] {
        if case .object(let object) = self { object.fields.map(\.name) } else { [] }
    }
}
