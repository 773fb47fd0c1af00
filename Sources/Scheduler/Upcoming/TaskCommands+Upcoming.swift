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
        var (left, right) = (try planned.next(), try projected.next())
        while items.count <= query.limit {
            switch (left, right) {
            case (let item?, let other) where other.map({ item.cursor < $0.cursor }) ?? true:
                items.append(item)
                left = try planned.next()
            case (_, let item?):
                items.append(item)
                right = try projected.next()
            default:
                return Page(items: items, next: nil)
            }
        }
        items.removeLast()
        return Page(items: items, next: items.last?.cursor)
    }
}
