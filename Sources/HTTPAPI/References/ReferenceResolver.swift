import Basics
import Filters
import HTTPTypes
import Recurrence
import Storage

/// Finds what is named in a request, among what its token may see: whatever lies outside does not make a name ambiguous,
/// and is not found by one.
struct ReferenceResolver {
    /// How many of what a name fits are looked at.
    private static let maxFound = 1_000

    let access: Access
    let reader: any StoreReader

    /// The id that something is named by.
    ///
    /// What is open goes before what is not. Of a series the open occurrence with the first slot is meant, or else the
    /// closed one with the last.
    ///
    /// - Throws: A ``Problem``: 404 where nothing is named so, and 409 with candidates where several things are.
    func id(_ reference: Reference, of kind: HandleKind) throws -> UUIDValue {
        let found =
            try reference.occurrence.map { slot in
                try kind == .trashedTask ? trashedOccurrences(slot, of: reference) : occurrences(slot, of: reference)
            } ?? all(reference, of: kind)
        let open = found.filter(\.isOpen)
        let meant = open.isEmpty ? found : open
        guard let first = meant.first else { throw missing(reference, kind) }
        guard meant.count > 1 else { return first.id }
        throw try ambiguous(reference, meant, kind)
    }

    /// What a name fits; what is not open only where nothing is.
    private func all(_ reference: Reference, of kind: HandleKind) throws -> [HandleHolder] {
        let byID =
            try reference.ids.map { ids in
                try reader.holders(of: kind, withIDsIn: ids, within: access.filter, limit: Self.maxFound)
                    .filter { try holds($0, kind) }
            } ?? []
        let open = try holders(reference, of: kind, areOpen: true)
        let isAnyOpen = !open.isEmpty || byID.contains(where: \.isOpen)
        let found = isAnyOpen ? open : try holders(reference, of: kind, areOpen: false)
        return found + byID.filter { one in !found.contains { $0.id == one.id } }
    }

    private func holders(_ reference: Reference, of kind: HandleKind, areOpen isOpen: Bool) throws -> [HandleHolder] {
        let found = try holdersOfAll(reference, of: kind, areOpen: isOpen)
        guard kind == .trashedTask else { return found }
        // Occurrences of one series: that which was deleted last is meant.
        var last: Handle?
        return found.filter { one in
            defer { last = one.handle }
            return one.handle != last
        }
    }

    /// The same with every occurrence of a series that is in the trash.
    private func holdersOfAll(
        _ reference: Reference, of kind: HandleKind, areOpen isOpen: Bool
    ) throws -> [HandleHolder] {
        guard let handles = reference.handles else { return [] }
        return try reader.holders(
            of: kind, in: handles, areOpen: isOpen, within: access.filter, limit: Self.maxFound
        ).filter { try holds($0, kind) }
    }

    /// The occurrences in the trash that a name fits.
    private func trashedOccurrences(_ slot: SlotBeginning, of reference: Reference) throws -> [HandleHolder] {
        try holdersOfAll(reference, of: .trashedTask, areOpen: true).filter { holder in
            let task = try reader.trashed(TaskID(holder.id))?.task
            guard let place = task?.occurrence?.recurrenceID.startOfDayOrTime else { return false }
            return slot.ranges(in: place.date.year...place.date.year).contains { $0.contains(.dateTime(place)) }
        }
    }

    /// The occurrences of the one series that a name fits.
    private func occurrences(_ slot: SlotBeginning, of reference: Reference) throws -> [HandleHolder] {
        let open = try holders(reference, of: .task, areOpen: true).filter { $0.series != nil }
        let holders =
            open.isEmpty ? try holders(reference, of: .task, areOpen: false).filter { $0.series != nil } : open
        guard holders.count < 2, let id = holders.first?.series, let series = try reader.series(id) else {
            return holders
        }
        let last = try reader.frontier(of: id)?.recurrenceID.date.year ?? series.start.date.year
        return try slot.ranges(in: series.start.date.year...max(series.start.date.year, last)).flatMap { range in
            try reader.occurrences(
                of: id, from: range.lowerBound, through: range.upperBound, within: access.filter, limit: Self.maxFound)
        }
    }

    /// Whether something lies within the reach, where no filter of tasks tells.
    private func holds(_ holder: HandleHolder, _ kind: HandleKind) throws -> Bool {
        switch kind {
        case _ where !access.isBound: true
        case .task, .reminder: true
        case .series: try access.holds(.series(SeriesID(holder.id)), in: reader)
        case .project: try access.holds(.project(ProjectID(holder.id)), in: reader)
        case .hook: try access.holds(.hook(HookID(holder.id)), in: reader)
        case .trashedTask: try access.holds(.trashedTask(TaskID(holder.id)), in: reader)
        }
    }
}

// MARK: Short handles

extension ReferenceResolver {
    /// The shortest beginnings of handles that nothing else of a kind has that is open and may be seen.
    func shortHandles(of handles: [Handle], among kind: HandleKind) throws -> [String] {
        let neighbours =
            access.isBound && kind != .task && kind != .reminder
            ? try handles.map { try visibleNeighbours(of: $0, among: kind) }
            : try reader.neighbours(of: handles, among: kind, within: access.filter)
        return zip(handles, neighbours).map { $0.beginning(between: $1.below, and: $1.above) }
    }

    private func visibleNeighbours(of handle: Handle, among kind: HandleKind) throws -> HandleNeighbours {
        let near = try reader.holders(
            of: kind, in: handle.surroundings, areOpen: true, within: nil, limit: Self.maxFound
        ).filter { try holds($0, kind) }.map(\.handle)
        return HandleNeighbours(below: near.last { $0 < handle }, above: near.first { $0 > handle })
    }
}

// MARK: What is said where none is meant, or several are

extension ReferenceResolver {
    /// How many candidates are told.
    private static var maxCandidates: Int { 10 }

    private func missing(_ reference: Reference, _ kind: HandleKind) -> Problem {
        Problem(.notFound, "there is no \(kind.words) \"\(reference.text)\"; give its handle, or the whole id")
    }

    private func ambiguous(_ reference: Reference, _ found: [HandleHolder], _ kind: HandleKind) throws -> Problem {
        let shown = Array(found.prefix(Self.maxCandidates))
        let isOpen = found.contains(where: \.isOpen)
        let state = kind == .task || kind == .reminder ? isOpen ? "open " : "closed " : ""
        let count = found.count < Self.maxFound ? "\(found.count)" : "\(found.count) or more"
        let way = reference.occurrence == nil ? "type more of the handle" : "say more of the occurrence's time"
        var problem = Problem(
            .conflict, "\"\(reference.text)\" fits \(count) \(state)\(kind.plural); \(way), or give the whole id")
        let shorts =
            isOpen
            ? try shortHandles(of: shown.map(\.handle), among: kind)
            : shown.map { beginning(of: $0.handle, among: found.map(\.handle), for: reference) }
        problem.members["candidates"] = .array(
            try zip(shown, shorts).map { try candidate($0, $1, of: kind) })
        problem.members["total"] = .number(Double(found.count))
        return problem
    }

    /// The shortest beginning of a handle that means one alone of the closed ones that a name fits; the whole handle where
    /// they share it, or where the name begins no handle.
    private func beginning(of handle: Handle, among found: [Handle], for reference: Reference) -> String {
        // Nothing open begins as the name does, or it would be meant.
        let (below, above) = (found.filter { $0 < handle }.max(), found.filter { $0 > handle }.min())
        guard reference.handles?.contains(handle) == true, below != nil || above != nil else {
            return handle.description
        }
        return handle.beginning(between: below, and: above)
    }

    private func candidate(_ holder: HandleHolder, _ short: String, of kind: HandleKind) throws -> JSONValue {
        let words: (title: String?, due: String?, status: String?, slot: String?)
        switch kind {
        case .task: words = try taskWords(reader.task(TaskID(holder.id)))
        case .trashedTask: words = try taskWords(reader.trashed(TaskID(holder.id))?.task)
        case .reminder: words = try taskWords(reader.task(withReminder: ReminderID(holder.id)))
        case .series:
            let title = (try? reader.series(SeriesID(holder.id)))?.title
            words = (title, nil, holder.isOpen ? "active" : "ended", nil)
        case .project:
            words = (try reader.project(ProjectID(holder.id))?.name, nil, holder.isOpen ? "open" : "archived", nil)
        case .hook:
            words = (try reader.hook(HookID(holder.id)).flatMap(\.url).map { Hook.outline(ofURL: $0) }, nil, nil, nil)
        }
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return .object([
            "id": .string(holder.id.description), "handle": .string(holder.handle.description),
            "shortHandle": .string(short), "title": text(words.title), "due": text(words.due),
            "status": text(words.status), "recurrenceId": text(words.slot),
        ])
    }

    private func taskWords(_ task: TaskItem?) -> (title: String?, due: String?, status: String?, slot: String?) {
        (task?.title, task?.due?.civil.description, task?.status.rawValue, task?.occurrence?.recurrenceID.description)
    }
}

extension HandleKind {
    /// One of them, in words.
    var words: String { self == .trashedTask ? "task in the trash" : rawValue }

    fileprivate var plural: String {
        switch self {
        case .series: "series"
        case .trashedTask: "tasks in the trash"
        case .task, .reminder, .project, .hook: rawValue + "s"
        }
    }
}
