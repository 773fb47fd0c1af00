/// Ids cut to a length at which they still differ.
struct ShortIdentifiers {
    /// The shortest that an id is cut to.
    private static let shortest = 8
    /// The shortest that one of version 7 is cut to: its whole time, since whatever was made in the same minute begins with
    /// the same 8 digits.
    private static let shortestOfTime = 13

    private let length: Int

    /// - Parameter identifiers: Every id that is shown together.
    init(_ identifiers: [String]) {
        let all = Set(identifiers)
        let longest = all.map(\.count).max() ?? Self.shortest
        var length = all.contains(where: Self.beginsWithTime) ? Self.shortestOfTime : Self.shortest
        while length < longest, Set(all.map { $0.prefix(length) }).count < all.count { length += 1 }
        self.length = length
    }

    private static func beginsWithTime(_ identifier: String) -> Bool {
        identifier.utf8.dropFirst(14).first == UInt8(ascii: "7")
    }

    func callAsFunction(_ identifier: String) -> String {
        let short = identifier.prefix(length)
        return String(short.last == "-" ? short.dropLast() : short)
    }
}
