/// A cursor's text is the integers of its row, with commas between.
extension StoreCursor {
    package init(_ values: [Int64]) {
        self.init(values.map(\.description).joined(separator: ","))
    }

    /// The integers that the cursor was made of.
    ///
    /// - Throws: ``StoreError`` with code `.invalidCursor` where there are not as many as the list has.
    package func values(_ count: Int) throws -> [Int64] {
        let values = description.split(separator: ",", omittingEmptySubsequences: false).map { Int64($0) }
        let known = values.compactMap(\.self)
        guard known.count == values.count, known.count == count else {
            throw StoreError.foreignCursor
        }
        return known
    }
}

extension StoreError {
    /// A cursor of another list was given.
    package static let foreignCursor = StoreError(
        .invalidCursor, "the cursor was not made for this list; read the list from its beginning")
}

extension StoreCursor? {
    /// The key of the row that the cursor stands after; 0 for the beginning.
    package var key: Int64 {
        get throws { try self?.values(1)[0] ?? 0 }
    }
}
