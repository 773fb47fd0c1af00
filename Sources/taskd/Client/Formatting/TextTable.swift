/// Lines whose columns stand below each other.
struct TextTable {
    /// One place of a line.
    struct Cell: Hashable, Sendable {
        var text: String
        var role: TextStyle.Role

        init(_ text: String, _ role: TextStyle.Role = .plain) {
            self.text = text.withoutControls
            self.role = role
        }
    }

    private var rows: [[Cell]] = []

    mutating func append(_ cells: [Cell]) {
        rows.append(cells)
    }

    /// The lines, two spaces between the columns and none at the end.
    func text(_ style: TextStyle) -> String {
        var widths = [Int](repeating: 0, count: rows.map(\.count).max() ?? 0)
        for row in rows {
            for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.text.count) }
        }
        return rows.map { line($0, widths, style) + "\n" }.joined()
    }

    private func line(_ cells: [Cell], _ widths: [Int], _ style: TextStyle) -> String {
        let last = cells.lastIndex { !$0.text.isEmpty } ?? -1
        var line = ""
        for (column, cell) in cells.enumerated() where column <= last && widths[column] > 0 {
            line += style.apply(cell.role, to: cell.text)
            guard column < last else { break }
            line += String(repeating: " ", count: widths[column] - cell.text.count + 2)
        }
        return line
    }
}

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
