import Basics
import Filters
import HTTPTypes
import Recurrence
import Scheduler
import Storage

/// A new view as a client wants it.
struct NewView: Sendable {
    let id: SavedViewID?
    private let fields: Patch<SavedView>

    /// Reads a new view.
    ///
    /// - Throws: A 422 ``Problem`` that names each field at fault.
    init(_ value: JSONValue) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        id = reader.text("id", "a UUID") { SavedViewID($0) }
        fields = Patch<SavedView>(&reader)
        reader.finish(readOnly: SavedView.readOnlyMembers)
        var (view, problems) = (
            SavedView(id: SavedViewID(UUIDValue(high: 0, low: 0)), name: "", now: .epoch), [InputProblem]()
        )
        if reader.isObject { fields.apply(to: &view, isNew: true, noting: &problems) }
        let known = Set(collector.problems.map(\.pointer))
        collector.add(problems.filter { !known.contains($0.pointer) })
        try collector.throwIfAny()
    }

    /// The view, made at a time.
    func view(madeAt now: UTCInstant) -> SavedView {
        var (view, ignored) = (SavedView(id: id ?? SavedViewID(madeAt: now), name: "", now: now), [InputProblem]())
        fields.apply(to: &view, isNew: true, noting: &ignored)
        view.name = view.name.inNormalForm
        return view
    }
}

extension SavedView {
    /// Refuses a view that no list could be made of.
    ///
    /// - Throws: A 422 ``Problem`` that names each field at fault, and says of a filter where.
    func check(zones: ZoneDatabase) throws {
        var problems: [InputProblem] = []
        let error = checkList(noting: &problems)
        problems.check(timeZone: timeZone, in: zones)
        guard problems.isEmpty else { throw Problem(problems, filter: error) }
    }
}

extension UTCInstant {
    fileprivate static let epoch = UTCInstant(millisecondsSinceEpoch: 0)
}
