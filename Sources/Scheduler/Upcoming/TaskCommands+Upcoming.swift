public import Storage

extension TaskCommands {
    /// One page of what will fire, in time order: planned firings merged with those of projected occurrences.
    ///
    /// Both sides are read as far as the page needs them, so the cost depends on the page, not on the store.
    ///
    /// - Returns: The items, and where the next page begins; nil when this is the last.
    public func upcoming(
        _ query: UpcomingQuery,
        in reader: any StoreReader
    ) throws -> Page<UpcomingItem, UpcomingQuery.Cursor> {
        var planned = PlannedItems(query: query, reader: reader)
        var projected = ProjectedItems(query: query, reader: reader, commands: self)
        var items: [UpcomingItem] = []
        var unborn: [Int: ProjectedItem] = [:]
        var (left, right) = (try planned.next(), try projected.next())
        while items.count < query.limit, left != nil || right != nil {
            if let item = left, right.map({ item.cursor < $0.item.cursor }) ?? true {
                items.append(item)
                left = try planned.next()
            } else if let item = right {
                unborn[items.count] = item
                items.append(item.item)
                right = try projected.next()
            }
        }
        try OccurrenceIDs(reader: reader).give(to: &items, unborn)
        return Page(items: items, next: left == nil && right == nil ? nil : items.last?.cursor)
    }
}
