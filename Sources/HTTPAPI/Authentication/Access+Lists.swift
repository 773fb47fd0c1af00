import Basics
import HTTPTypes
import Scheduler
import Storage

/// Lists that no filter narrows to what lies within a reach.
extension Access {
    /// How many events are looked at for one page.
    private static var maxEvents: Int { 10_000 }
    /// How many bytes of events are held at once.
    private static var eventBytes: Int { 4 << 20 }

    /// The firings to come, of the tasks that lie within it.
    ///
    /// - Throws: A 403 ``Problem`` for what it cannot be narrowed to.
    func upcoming(
        _ query: UpcomingQuery, by commands: TaskCommands, in reader: any StoreReader
    ) throws -> Page<UpcomingItem, UpcomingQuery.Cursor> {
        var query = query
        switch reach {
        case .everything: break
        case .hook: return Page(items: [], next: nil)
        case .tag(let name):
            guard query.tag?.isSameTag(as: name) ?? true else {
                throw Problem(.forbidden, "what fires of \(words) cannot be narrowed by another tag; leave tag out")
            }
            query.tag = name
        case .project:
            if let project = query.project {
                if try !holds(project, in: reader) { return Page(items: [], next: nil) }
            } else {
                return try upcoming(query, of: projects(in: reader) ?? [], by: commands, in: reader)
            }
        }
        return try commands.upcoming(query, in: reader)
    }

    /// The firings to come in some projects: each project's own page, put in order.
    private func upcoming(
        _ query: UpcomingQuery, of projects: [ProjectID], by commands: TaskCommands, in reader: any StoreReader
    ) throws -> Page<UpcomingItem, UpcomingQuery.Cursor> {
        var (items, hasMore): ([UpcomingItem], Bool) = ([], false)
        for project in projects {
            var query = query
            query.project = project
            let page = try commands.upcoming(query, in: reader)
            items += page.items
            hasMore = hasMore || page.next != nil
        }
        items.sort { $0.cursor < $1.cursor }
        let shown = Array(items.prefix(query.limit))
        return Page(items: shown, next: hasMore || items.count > shown.count ? shown.last?.cursor : nil)
    }

    /// A page of the events that are about something within it, and how far the log was looked at for it.
    func events(after place: Int64, limit: Int, in reader: any StoreReader) throws -> PageWriter<Int64> {
        var (page, looked) = (PageWriter<Int64>(limit: limit), 0)
        var last = place
        while looked < Self.maxEvents, !page.isFull {
            let events = try reader.events(after: last, limit: 1_000, bytes: Self.eventBytes)
            guard !events.isEmpty else { break }
            for event in events where !page.isFull {
                if try holds(event, in: reader) { _ = page.add(event.sequence) { $0.raw(event.body) } }
                last = event.sequence
                looked += 1
            }
        }
        page.advance(to: last)
        return page
    }
}
