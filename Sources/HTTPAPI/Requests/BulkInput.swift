import Basics
import Filters
import Recurrence
import Scheduler
import Storage

/// A change of every task that a filter selects.
struct BulkInput: Sendable {
    /// What is done to each task.
    private enum Work: Sendable {
        case update(TaskMergePatch)
        case complete
        case delete
    }

    private enum Kind: String, CaseIterable {
        case update, complete, move, delete
    }

    /// Whether the tasks are only to be counted.
    let isPreview: Bool
    private let filter: TaskFilter
    private let zone: ZoneRules
    private let work: Work
    /// Where the input of the work stands in the body.
    private let place: String

    /// Reads one.
    ///
    /// - Parameters:
    ///   - value: The body.
    ///   - commands: Whose zones and default zone count.
    /// - Throws: A 422 ``Problem`` that names each field at fault, and of a filter the place.
    init(_ value: JSONValue, _ commands: TaskCommands) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        let text = reader.text("filter", "a filter, as docs/filters.md describes") { $0 }
        if reader.value("filter") == nil { reader.missing("filter") }
        let zones = commands.zones
        let zone = reader.text("timeZone", "an IANA name such as Europe/Berlin") { try? zones.rules(for: $0) }
        isPreview = reader.bool("preview") ?? false
        let kind = reader.choice("op", Kind.self)
        if reader.value("op") == nil { reader.missing("op") }
        let patch: JSONValue? =
            switch kind {
            case .update: reader.changes()
            case .move: reader.move()
            case .complete, .delete, nil: nil
            }
        if kind == .update, case .object(let members)? = patch, members.count == 0 {
            collector.add("/changes", "must have at least one field to change")
        }
        reader.finish()
        filter = try Self.filter(text ?? "", collector)
        try collector.throwIfAny()
        self.zone = try zone ?? zones.rules(for: commands.configuration.defaultZone)
        place = kind == .update ? "/changes" : ""
        switch kind {
        case .complete: work = .complete
        case .delete: work = .delete
        case .update, .move, nil: work = .update(try TaskMergePatch(patch ?? .null, at: place))
        }
    }

    private static func filter(_ text: String, _ collector: ProblemCollector) throws -> TaskFilter {
        do throws(FilterError) {
            return try TaskFilter(text)
        } catch {
            // A filter that is missing has been complained of.
            if collector.problems.isEmpty { collector.add("/filter", "is not a valid filter: \(error)") }
            throw Problem(collector.problems, filter: error)
        }
    }

    /// Which tasks it is about, of those that lie within a reach, in the order in which they were made.
    func query(within access: Access, now: UTCInstant, limit: Int) -> TaskQuery {
        var query = TaskQuery(limit: limit)
        query.filter = filter.resolved(now: now, zone: zone)
        access.narrow(&query)
        return query
    }

    /// Does to one task what is to be done to each.
    ///
    /// - Throws: A ``Problem``, or what is not the client's fault.
    func run(on id: TaskID, _ commands: TaskCommands, in transaction: any StoreTransaction, now: UTCInstant) throws {
        do {
            switch work {
            case .update(let patch):
                _ = try commands.update(id, by: patch, scope: nil, in: transaction, now: now)
            case .complete: _ = try commands.complete(id, version: nil, in: transaction, now: now)
            case .delete: try commands.delete(id, version: nil, in: transaction, now: now)
            }
        } catch {
            throw Problem(error)?.moved(under: place) ?? error
        }
    }
}
