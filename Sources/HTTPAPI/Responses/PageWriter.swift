import Basics

/// Writes a page of a list while it is read: up to a number of items, and up to a size, but at least one item.
struct PageWriter<Place: Sendable>: Sendable {
    /// The size in bytes beyond which a page ends.
    private static var maxBytes: Int { 4 << 20 }

    private let limit: Int
    private var items: JSONWriter
    private var count = 0
    private var hasMore = false
    /// The place of the last item, behind which the next page begins.
    private(set) var last: Place?

    init(limit: Int) {
        self.limit = limit
        items = JSONWriter(capacity: 1_000 * min(limit, 100))
    }

    /// Writes an item unless the page is full.
    ///
    /// - Returns: Whether there was room for it; where not, there is more to come on the next page.
    mutating func add(_ place: Place, _ write: (inout JSONWriter) -> Void) -> Bool {
        guard !isFull else {
            hasMore = true
            return false
        }
        count += 1
        last = place
        items.element(write)
        return true
    }

    /// Writes items, as many as there is room for.
    ///
    /// - Returns: Whether there was room for all.
    mutating func add<Item>(
        _ items: [Item],
        _ place: (Item) -> Place,
        _ write: (inout JSONWriter, Item) -> Void
    ) -> Bool {
        items.allSatisfy { item in add(place(item)) { write(&$0, item) } }
    }

    /// Says that nothing else is shown up to a place.
    mutating func advance(to place: Place) {
        last = place
    }

    /// Ends the page, behind which the next one begins at a place.
    mutating func end(before place: Place) {
        (last, hasMore) = (place, true)
    }

    /// Ends the page where something follows its last item.
    mutating func endBeforeMore() {
        hasMore = true
    }

    /// How many items it may still have, by their number alone.
    var room: Int { limit - count }
    /// Whether the next item will not be on this page.
    var isFull: Bool { count >= limit || items.bytes.count >= Self.maxBytes }

    func writeItems(to json: inout JSONWriter) {
        json.field("items") { json in
            json.array(CollectionOfOne(items.bytes)) { $0.raw($1) }
        }
    }

    /// The page as an answer.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of a place.
    ///   - fields: Writes what stands beside the items.
    /// - Returns: The answer.
    func answer(_ cursor: (Place) -> String, beside fields: (inout JSONWriter) -> Void = { _ in }) -> APIResponse {
        APIResponse(capacity: items.bytes.count + 1_000) { json in
            fields(&json)
            writeItems(to: &json)
            json.field("nextCursor", hasMore ? last.map(cursor) : nil)
        }
    }
}
