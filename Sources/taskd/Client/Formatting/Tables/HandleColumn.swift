import TaskdClient

/// Something that a person means by its handle.
protocol HandleBearing {
    var id: String { get }
    /// The whole handle; nil from a daemon that has none.
    var handle: String? { get }
    /// Its shortest beginning that means nothing else; nil where that was not asked for.
    var shortHandle: String? { get }
}

extension HandleBearing {
    var handle: String? { nil }
    var shortHandle: String? { nil }
}

/// The handles of what is listed together: the part that is to be typed bright, one more character faint.
struct HandleColumn {
    /// The fewest characters of a handle.
    private static let fewest = 3

    private let length: Int
    private let identifiers: ShortIdentifiers

    /// - Parameter items: Everything that is shown together.
    init(_ items: [any HandleBearing]) {
        let handles = Set(items.compactMap(\.handle))
        let longest = handles.map(\.count).max() ?? Self.fewest
        var length = Self.fewest
        while length < longest, Set(handles.map { $0.prefix(length) }).count < handles.count { length += 1 }
        self.length = length
        identifiers = ShortIdentifiers(items.filter { $0.handle == nil }.map(\.id))
    }

    /// What a person types to mean it.
    func short(_ item: any HandleBearing) -> String {
        item.shortHandle ?? item.handle.map { String($0.prefix(length)) } ?? identifiers(item.id)
    }

    /// - Parameters:
    ///   - item: What is meant.
    ///   - slot: Which occurrence of a series it is, where that is to be told; nil otherwise.
    /// - Returns: The cell.
    func cell(_ item: any HandleBearing, at slot: String? = nil) -> TextTable.Cell {
        let short = short(item)
        // Programs keep what they read, so that what is short today would mean something else tomorrow.
        let whole = item.handle ?? item.id
        if let slot {
            return .init([.init(text: "\(short):\(slot)", role: .identifier)], line: "\(whole):\(slot)")
        }
        let next = item.handle?.dropFirst(short.count).prefix(1) ?? ""
        return .init(
            [.init(text: short, role: .identifier), .init(text: String(next), role: .faint)], line: whole)
    }
}
