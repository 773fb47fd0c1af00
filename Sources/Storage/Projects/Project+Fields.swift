package import Basics

extension Project: FieldHolder {
    /// How long its texts may be, in Unicode scalars, and how far its place may be from 0.
    package enum Bounds {
        package static let nameLength = 200
        package static let detailsLength = 10_000
        package static let colorLength = 32
        package static let iconLength = 64
        package static let sortOrder = 1e15
    }

    /// Each field that can be written, declared once: reading, merge patches, writing and checking follow from it.
    package static func visitFields(_ fields: inout some FieldVisitor<Project>) {
        fields.field("name", \.name, or: "", .text(1...Bounds.nameLength).required.described("What it is called."))
        fields.field("description", \.details, or: nil, .text(atMost: Bounds.detailsLength))
        fields.field("color", \.color, or: nil, .text(1...Bounds.colorLength))
        fields.field("icon", \.icon, or: nil, .text(1...Bounds.iconLength))
        fields.field("parentId", \.parent, or: nil, .any.described("The project that it is in."))
        fields.field("isArchived", \.isArchived, or: false, .any.described("Whether it is put away."))
        fields.field("sortOrder", \.sortOrder, or: 0, permittedOrder)
    }

    private static var permittedOrder: FieldRule<Double> {
        FieldRule(
            role: "Its place among the others, ascending.", narrow: { $0.between(-Bounds.sortOrder, Bounds.sortOrder) }
        ) { order, pointer, problems in
            if !(-Bounds.sortOrder...Bounds.sortOrder).contains(order) {
                problems.append(pointer, "must be a number from -1e15 to 1e15")
            }
        }
    }

    /// The members that the server alone writes.
    package static let readOnlyMembers: Set<String> = [
        "id", "handle", "shortHandle", "version", "counts", "progress", "createdAt", "updatedAt",
    ]

    /// Writes the project as clients see it, into an object that may hold more.
    ///
    /// - Parameters:
    ///   - json: Where to.
    ///   - counts: How many tasks it has; nil to leave that out.
    package func write(membersTo json: inout JSONWriter, _ counts: ProjectCounts? = nil) {
        json.field("id", id)
        json.field("handle", id.handle)
        json.field("version", version)
        write(fieldsTo: &json)
        if let counts { counts.write(membersTo: &json) }
        json.field("createdAt", createdAt)
        json.field("updatedAt", updatedAt)
    }
}

extension ProjectCounts {
    fileprivate func write(membersTo json: inout JSONWriter) {
        json.field("counts") { json in
            json.object { json in
                json.field("open", open)
                json.field("completed", completed)
                json.field("overdue", overdue)
            }
        }
        json.field("progress", progress)
    }
}

extension Project {
    /// A project as clients see it.
    package static var schema: Schema {
        let members: SchemaMembers =
            ["id": .uuid, "handle": .handle, "shortHandle": .shortHandle, "version": .version] + members(.answer) + [
                "counts": .object(["open": .count, "completed": .count, "overdue": .count])
                    .described("How many of its tasks are open, completed, and open and overdue."),
                "progress": .integer(0...100).described("The share of its tasks that is completed, in percent."),
                "createdAt": .instant, "updatedAt": .instant,
            ]
        return .object(members).named("Project", "What tasks belong together for.")
    }
}

extension ProjectMembership: FieldValue {
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) {
        json.field(name, isDeleted ? nil : id)
    }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        ProjectID.read(name, from: &reader, atMost: count).map { Self($0) }
    }

    package static func schema(_ form: FieldForm) -> Schema { ProjectID.schema(form) }
}
