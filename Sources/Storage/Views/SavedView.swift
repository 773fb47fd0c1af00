package import Basics
package import Filters
public import Recurrence

/// A list of tasks that was given a name: which tasks, in what order, with the days of which zone.
public struct SavedView: Hashable, Sendable {
    /// How many views there may be.
    public static let maxCount = 1_000

    /// The view's id.
    public package(set) var id: SavedViewID
    /// Counts the changes, from 1.
    public var version = 1
    /// What it is called; no two views have one name.
    public var name: String
    /// Which tasks, as it was written; nil for all.
    public var filter: String?
    /// In what order, as it was written; nil for that in which they were made.
    public var sort: String?
    /// The IANA name of the zone of the days and local times in the filter; nil for that of the server.
    public var timeZone: String?
    /// When it was made.
    public package(set) var createdAt: UTCInstant
    /// When it was last changed.
    public var updatedAt: UTCInstant

    /// Makes a view of all tasks.
    ///
    /// - Parameters:
    ///   - id: The new view's id.
    ///   - name: What it is called.
    ///   - now: The time at which it is made.
    public init(id: SavedViewID, name: String, now: UTCInstant) {
        (self.id, self.name, createdAt, updatedAt) = (id, name, now, now)
    }
}

/// The id of a view.
public typealias SavedViewID = Identifier<SavedView>

extension SavedView: FieldHolder {
    /// Each field that can be written, declared once.
    package static func visitFields(_ fields: inout some FieldVisitor<SavedView>) {
        fields.field("name", \.name, or: "", permittedName.required)
        fields.field(
            "filter", \.filter, or: nil, .text(1...TaskFilter.Bounds.length).described("Which tasks; null for all."))
        fields.field(
            "sort", \.sort, or: nil,
            .text(1...100).described("In what order, such as due,-priority; null for the order of creation."))
        fields.field(
            "timeZone", \.timeZone, or: nil,
            .text(1...100).described("The zone of the days and local times in the filter; null for the server's."))
    }

    /// A name is no id, so that a view can be asked for by either.
    private static var permittedName: FieldRule<String> {
        FieldRule(
            role: "What it is called; no two views have one name.", narrow: { $0.limited(to: 1...100) }
        ) { name, pointer, problems in
            problems.check(name, pointer, 1...100)
            if SavedViewID(name) != nil { problems.append(pointer, "must not be a UUID") }
        }
    }

    /// Writes the view as clients see it.
    package func writeView(fieldsTo json: inout JSONWriter) {
        json.field("id", id)
        json.field("version", version)
        write(fieldsTo: &json)
        json.field("createdAt", createdAt)
        json.field("updatedAt", updatedAt)
    }

    /// A view as clients see it.
    package static var schema: Schema {
        .object(
            ["id": .uuid, "version": .version] + members(.answer) + ["createdAt": .instant, "updatedAt": .instant]
        ).named("View", "A list of tasks that was given a name.")
    }

    /// The members that the server alone writes.
    package static let readOnlyMembers: Set<String> = ["version", "createdAt", "updatedAt"]
}

extension SavedView {
    /// Notes what no list could be made of.
    ///
    /// - Returns: What is wrong with the filter, and where in it; nil where nothing is.
    @discardableResult
    package func checkList(noting problems: inout [InputProblem]) -> FilterError? {
        if let complaint = sort.flatMap({ TaskQuery.order($0).complaint }) { problems.append("/sort", complaint) }
        return problems.check(filter: filter, at: "/filter")
    }
}
