package import Basics

extension Tag: FieldHolder {
    /// Each field that can be written, declared once: reading, merge patches, writing and checking follow from it.
    package static func visitFields(_ fields: inout some FieldVisitor<Tag>) {
        fields.field("name", \.name, or: "", .text(1...TaskContent.Bounds.tagLength).required)
        fields.field("color", \.color, or: nil, .text(1...Project.Bounds.colorLength))
        fields.field("icon", \.icon, or: nil, .text(1...Project.Bounds.iconLength))
    }

    /// The members that the server alone writes.
    package static let readOnlyMembers: Set<String> = ["version", "count", "createdAt", "updatedAt"]

    /// Writes the tag as clients see it, into an object that may hold more.
    ///
    /// - Parameters:
    ///   - json: Where to.
    ///   - isCounted: Whether to say how many tasks have it.
    package func write(membersTo json: inout JSONWriter, isCounted: Bool = true) {
        write(fieldsTo: &json)
        if isCounted { json.field("count", taskCount) }
        json.field("version", version)
        json.field("createdAt", createdAt)
        json.field("updatedAt", updatedAt)
    }
    /// A tag as clients see it.
    package static var schema: Schema {
        let members: SchemaMembers =
            members(.answer) + [
                "count": .count.described("How many tasks have it."), "version": .version, "createdAt": .instant,
                "updatedAt": .instant,
            ]
        return .object(members).named("Tag", "A word that tasks are found by.")
    }
}
