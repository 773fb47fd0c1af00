import Basics
import HTTPTypes
import Recurrence
import Scheduler
import Storage

/// Lists that no filter narrows to what lies within a reach.
extension Access {
    /// How many events are looked at for one page.
    private static var maxEvents: Int { 10_000 }
    /// How many other things are looked at for one page.
    private static var maxLooked: Int { 1_000 }
    /// How many bytes of events are held at once.
    private static var eventBytes: Int { 4 << 20 }

    /// The firings to come, of the tasks that lie within it.
    ///
    /// - Throws: A 403 ``Problem`` for what it cannot be narrowed to.
    func upcoming(
        _ query: UpcomingQuery, by commands: TaskCommands, in reader: any StoreReader, now: UTCInstant
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
                return try upcoming(query, of: projects(in: reader) ?? [], by: commands, in: reader, now: now)
            }
        }
        return try commands.upcoming(query, in: reader, now: now)
    }

    /// The firings to come in some projects: each project's own page, put in order.
    private func upcoming(
        _ query: UpcomingQuery, of projects: [ProjectID], by commands: TaskCommands, in reader: any StoreReader,
        now: UTCInstant
    ) throws -> Page<UpcomingItem, UpcomingQuery.Cursor> {
        var (items, hasMore): ([UpcomingItem], Bool) = ([], false)
        for project in projects {
            var query = query
            query.project = project
            let page = try commands.upcoming(query, in: reader, now: now)
            items += page.items
            hasMore = hasMore || page.next != nil
        }
        items.sort { $0.cursor < $1.cursor }
        let shown = Array(items.prefix(query.limit))
        return Page(items: shown, next: hasMore || items.count > shown.count ? shown.last?.cursor : nil)
    }

    /// A page of what is to be shown of a list that is read in order.
    ///
    /// It goes on behind what is not to be shown until the page is full, the list ends, or so many were looked at that the
    /// rest is left to the next page.
    ///
    /// - Parameters:
    ///   - cursor: Where an earlier page ended; nil for the first page.
    ///   - limit: How many at most.
    ///   - read: Reads so many of the list from a place on.
    ///   - isShown: Whether one is to be shown.
    /// - Returns: The page.
    /// - Throws: What `read` and `isShown` throw.
    func page<Item, Cursor>(
        after cursor: Cursor?, limit: Int, _ read: (Cursor?, Int) throws -> Page<Item, Cursor>,
        of isShown: (Item) throws -> Bool
    ) throws -> Page<Item, Cursor> {
        var page = try read(cursor, limit)
        var looked = limit
        page.items = try page.items.filter(isShown)
        while page.items.count < limit, looked < Self.maxLooked, let next = page.next {
            let room = limit - page.items.count
            let more = try read(next, room)
            page.items += try more.items.filter(isShown)
            page.next = more.next
            looked += room
        }
        return page
    }

    /// What changes did to a task while it lay within it, before and after, the latest first.
    ///
    /// - Throws: ``SchedulerError`` with `.notFound`, as the history of a task that nobody has.
    func history(
        of id: TaskID, before last: ChangeID?, limit: Int, by commands: TaskCommands, in reader: any StoreReader
    ) throws -> Page<TaskHistoryEntry, ChangeID> {
        try page(after: last, limit: limit) {
            try commands.history(of: id, before: $0, limit: $1, in: reader)
        } of: {
            try holds($0, in: reader)
        }
    }

    /// Refuses to forget what a task was before each change where it ever lay outside.
    ///
    /// - Throws: A 403 ``Problem``; ``SchedulerError`` with `.notFound`.
    func requireWholeHistory(of id: TaskID, by commands: TaskCommands, in reader: any StoreReader) throws {
        guard isBound else { return }
        var place: ChangeID?
        repeat {
            let page = try commands.history(of: id, before: place, limit: Self.pageSize, in: reader)
            guard try page.items.allSatisfy({ try holds($0, in: reader) }) else {
                throw Problem(
                    .forbidden,
                    "the task was outside of \(words) before, and what it was then would be forgotten; use a token that "
                        + "reaches it")
            }
            place = page.next
        } while place != nil
    }

    private func holds(_ entry: TaskHistoryEntry, in reader: any StoreReader) throws -> Bool {
        try [entry.before, entry.after].compactMap(\.self).allSatisfy { try holds($0, in: reader) }
    }

    /// Whether an occurrence of a series that lies within it does so too: what is still to come, or was passed over, does.
    func holds(_ slot: SeriesSlot, in reader: any StoreReader) throws -> Bool {
        guard isBound, case .recorded(let entry) = slot.state else { return true }
        return try holds(.taskOrTrashed(entry.task), in: reader)
    }

    /// A page of the events that are about something within it, and how far the log was looked at for it.
    func events(after place: Int64, limit: Int, in reader: any StoreReader) throws -> PageWriter<Int64> {
        try events(from: place, limit: limit, in: reader) {
            try reader.events(after: $0, limit: $1, bytes: Self.eventBytes)
        }
    }

    /// The same before a place, the latest first.
    func events(before place: Int64, limit: Int, in reader: any StoreReader) throws -> PageWriter<Int64> {
        let first = try reader.trimmedSequence()
        return try events(from: place, limit: limit, in: reader) {
            try Array(reader.events(before: $0, limit: $1, bytes: Self.eventBytes).prefix { $0.sequence > first })
        }
    }

    /// Reads the log in one direction; behind a page that does not reach its end there is more.
    private func events(
        from place: Int64, limit: Int, in reader: any StoreReader, _ read: (Int64, Int) throws -> [Event]
    ) throws -> PageWriter<Int64> {
        var (page, looked) = (PageWriter<Int64>(limit: limit), 0)
        var last = place
        while looked < Self.maxEvents, !page.isFull {
            let events = try read(last, 1_000)
            guard !events.isEmpty else {
                page.advance(to: last)
                return page
            }
            for event in events where !page.isFull {
                if try holds(event, in: reader) { _ = page.add(event.sequence) { $0.raw(event.body) } }
                last = event.sequence
                looked += 1
            }
        }
        page.end(before: last)
        return page
    }
}
