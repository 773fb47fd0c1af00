/// Makes columns fit side by side into the width of a terminal.
struct ColumnFitting {
    /// What stands between two columns.
    private static let gap = 2
    /// The narrowest that a column is cut to before another is left out.
    private static let narrowest = 8
    /// The narrowest that the title is cut to before what must be read whole is cut: a sign and a `…`.
    private static let narrowestTitle = 3

    let columns: [TextTable.Column]
    let limit: Int

    /// Whether not even what cannot give way, and as much of the title as can still be read, have room.
    func isTight(_ widths: [Int]) -> Bool {
        let least = widths.enumerated().map { index, width in
            guard columns.indices.contains(index) else { return width }
            return switch columns[index].yielding {
            case .last: width
            case .first(let floor): min(width, floor)
            case .dropped: 0
            }
        }
        return total(least) > limit
    }

    /// How long a line with columns of some widths is.
    private func total(_ widths: [Int]) -> Int {
        let shown = widths.filter { $0 > 0 }
        return shown.reduce(0, +) + Self.gap * max(0, shown.count - 1)
    }

    /// The widths that fit; 0 for a column that is left out.
    ///
    /// The title gives way first, as far as it can still be read; then the others in their order are cut and left out;
    /// in the end everything is cut, from the right.
    func fit(_ widths: [Int]) -> [Int] {
        let natural = widths
        var widths = widths
        func excess() -> Int { total(widths) - limit }
        func cut(_ index: Int, to floor: Int) {
            guard excess() > 0, widths[index] > floor else { return }
            widths[index] = max(floor, widths[index] - excess())
        }
        let known = widths.indices.filter { $0 < columns.count }
        for index in known {
            if case .first(let floor) = columns[index].yielding { cut(index, to: floor) }
        }
        var droppable: [(index: Int, floor: Int, rank: Int)] = []
        for index in known {
            if case .dropped(let floor, let rank) = columns[index].yielding { droppable.append((index, floor, rank)) }
        }
        droppable.sort { $0.rank < $1.rank }
        for (index, floor, _) in droppable { cut(index, to: floor) }
        for (index, _, _) in droppable where excess() > 0 { widths[index] = 0 }
        for floor in [Self.narrowest, Self.narrowestTitle] {
            for index in known {
                if case .first = columns[index].yielding { cut(index, to: floor) }
            }
        }
        for index in widths.indices.reversed() { cut(index, to: min(widths[index], Self.narrowest)) }
        for index in widths.indices.reversed() { cut(index, to: 1) }
        // A column that was left out may have left more room than was needed.
        for index in known {
            if case .first = columns[index].yielding, widths[index] < natural[index], excess() < 0 {
                widths[index] = min(natural[index], widths[index] - excess())
            }
        }
        return widths
    }
}
