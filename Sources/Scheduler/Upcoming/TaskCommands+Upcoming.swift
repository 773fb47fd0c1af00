public import Recurrence
public import Storage

extension TaskCommands {
    /// One page of what will fire, in time order: planned firings merged with those of projected occurrences.
    ///
    /// Both sides are read as far as the page needs them, so the cost depends on the page, not on the store.
    ///
    /// - Parameters:
    ///   - query: Which are asked for.
    ///   - reader: Where they are.
    ///   - now: The current time, at which pauses and quiet hours are looked at.
    /// - Returns: The items, and where the next page begins; nil when this is the last.
    /// - Throws: What `reader` throws.
    public func upcoming(
        _ query: UpcomingQuery,
        in reader: any StoreReader,
        now: UTCInstant
    ) throws -> Page<UpcomingItem, UpcomingQuery.Cursor> {
        var planned = PlannedItems(query: query, reader: reader)
        var projected = ProjectedItems(query: query, reader: reader, commands: self)
        var items: [UpcomingItem] = []
        var (existing, unborn): ([Int: UpcomingFiring], [Int: ProjectedItem]) = ([:], [:])
        var (left, right): (UpcomingFiring?, ProjectedItem?) = (try planned.next(), nil)
        while items.count < query.limit {
            if right == nil, try left.map({ try projected.mayHaveOne(until: $0.firing.fireAt) }) ?? true {
                right = try projected.next()
            }
            if let firing = left, case let item = UpcomingItem(firing),
                right.map({ item.cursor < $0.item.cursor }) ?? true
            {
                existing[items.count] = firing
                items.append(item)
                left = try planned.next()
            } else if let item = right {
                unborn[items.count] = item
                items.append(item.item)
                right = nil
            } else {
                break
            }
        }
        try OccurrenceIDs(reader: reader).give(to: &items, unborn)
        if !items.isEmpty {
            var holds = try UpcomingHolds(self, reader: reader, now: now)
            try holds.give(to: &items, existing, unborn)
        }
        let isLast = try left == nil && right == nil && projected.next() == nil
        return Page(items: items, next: isLast ? nil : items.last?.cursor)
    }
}
