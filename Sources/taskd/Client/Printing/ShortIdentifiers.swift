/// Ids cut to a length at which they still differ.
struct ShortIdentifiers {
    /// The shortest that an id is cut to.
    static let shortest = 8

    private let length: Int

    /// - Parameter identifiers: Every id that is shown together.
    init(_ identifiers: [String]) {
        let all = Set(identifiers)
        let longest = all.map(\.count).max() ?? Self.shortest
        var length = Self.shortest
        while length < longest, Set(all.map { $0.prefix(length) }).count < all.count { length += 1 }
        self.length = length
    }

    func callAsFunction(_ identifier: String) -> String {
        let short = identifier.prefix(length)
        return String(short.last == "-" ? short.dropLast() : short)
    }
}
