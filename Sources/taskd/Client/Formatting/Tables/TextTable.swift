/// Lines whose columns stand below each other, or for programs are set apart by tabs.
struct TextTable {
    /// One place of a line.
    struct Cell: Hashable, Sendable {
        /// Pieces of text, each with what it is.
        var pieces: [Piece]
        /// What stands in its place in lines for programs; nil where that is the text.
        var line: String?
        /// What stands in its place where lines would be too long; nil where that is the text.
        var short: String?
        /// Where it leads (OSC 8); nil for nowhere.
        var link: String?

        struct Piece: Hashable, Sendable {
            var text: String
            var role: TextStyle.Role
        }

        init(
            _ text: String, _ role: TextStyle.Role = .plain, line: String? = nil, short: String? = nil,
            link: String? = nil
        ) {
            pieces = [Piece(text: text.withoutControls, role: role)]
            self.line = line?.withoutControls
            self.short = short?.withoutControls
            self.link = link
        }

        init(_ pieces: [Piece], line: String? = nil) {
            self.pieces = pieces.map { Piece(text: $0.text.withoutControls, role: $0.role) }
            self.line = line?.withoutControls
        }

        var text: String { pieces.map(\.text).joined() }

        /// The same, in as few words as it can be.
        fileprivate var shortened: Cell {
            guard let short else { return self }
            return Cell(short, pieces.first?.role ?? .plain, line: line, link: link)
        }
    }

    /// What the cells below each other are, and how they make room.
    struct Column: Hashable, Sendable {
        /// How a column makes room where the lines are too long.
        enum Yielding: Hashable, Sendable {
            /// It keeps its width as long as any other can give way.
            case last
            /// It is cut first, to no less than this.
            case first(Int)
            /// It is cut to this, or kept whole, and left out where that is not enough; the lowest rank goes first.
            case dropped(Int, rank: Int)
        }

        var title: String
        var yielding = Yielding.last
        /// Whether numbers stand in it, below each other by their last digits.
        var isNumeric = false
        /// Whether it is for people alone, as programs have what it says from others.
        var isForPeople = false
    }

    /// How the lines are to look.
    enum Layout: Hashable, Sendable {
        /// Tabs between the cells, and nothing else: every column is there.
        case lines
        /// Columns for people, without those that are empty; cut to a width where there is one.
        case columns(width: Int?, hasHeader: Bool)
    }

    private let columns: [Column]
    private var rows: [[Cell]] = []
    /// Lines that stand across all columns before the row of that number.
    private var headings: [Int: String] = [:]

    init(_ columns: [Column] = []) {
        self.columns = columns
    }

    mutating func append(_ cells: [Cell]) {
        rows.append(cells)
    }

    /// A line across all columns, which programs do not see.
    mutating func append(heading: String) {
        headings[rows.count] = heading.withoutControls
    }

    /// The lines as they are for people who have no terminal of a known width.
    func text(_ style: TextStyle) -> String {
        text(style, .columns(width: nil, hasHeader: false))
    }

    /// The lines.
    func text(_ style: TextStyle, _ layout: Layout) -> String {
        switch layout {
        case .lines: rows.map { tabbed($0, style) }.joined()
        case .columns(let width, let hasHeader): aligned(style, width, hasHeader)
        }
    }

    private func tabbed(_ cells: [Cell], _ style: TextStyle) -> String {
        let shown = cells.enumerated().filter { !(column($0.offset)?.isForPeople ?? false) }.map(\.element)
        let texts = shown.map { style.apply($0.pieces.first?.role ?? .plain, to: $0.line ?? $0.text) }
        return texts.joined(separator: "\t") + "\n"
    }

    private func column(_ index: Int) -> Column? { columns.indices.contains(index) ? columns[index] : nil }

    private func aligned(_ style: TextStyle, _ width: Int?, _ hasHeader: Bool) -> String {
        let header = columns.map { Cell($0.title, .faint) }
        var rows = rows
        var widths = widths(of: rows, below: hasHeader ? header : [])
        if let width {
            let fitting = ColumnFitting(columns: columns, limit: width)
            if fitting.isTight(widths) {
                rows = rows.map { $0.map(\.shortened) }
                widths = self.widths(of: rows, below: hasHeader ? header : [])
            }
            widths = fitting.fit(widths)
        }
        var text = hasHeader && !rows.isEmpty ? line(header, widths, style) + "\n" : ""
        for (index, row) in rows.enumerated() {
            if let heading = headings[index] {
                text += (index > 0 ? "\n" : "") + heading.cut(toWidth: width ?? .max) + "\n"
            }
            text += line(row, widths, style) + "\n"
        }
        return text
    }

    /// How wide each column is by itself; 0 for one that is empty.
    private func widths(of rows: [[Cell]], below header: [Cell]) -> [Int] {
        var widths = [Int](repeating: 0, count: rows.map(\.count).max() ?? 0)
        for row in rows {
            for (index, cell) in row.enumerated() { widths[index] = max(widths[index], DisplayWidth.of(cell.text)) }
        }
        for (index, cell) in header.enumerated() where index < widths.count && widths[index] > 0 {
            widths[index] = max(widths[index], DisplayWidth.of(cell.text))
        }
        return widths
    }

    /// Two spaces between the columns, and none at the end.
    private func line(_ cells: [Cell], _ widths: [Int], _ style: TextStyle) -> String {
        let shown = cells.enumerated().filter { $0.offset < widths.count && widths[$0.offset] > 0 }
        let last = shown.last { !$0.element.text.isEmpty }?.offset ?? -1
        var line = ""
        for (index, cell) in shown where index <= last {
            let (text, taken) = styled(cell, widths[index], style)
            let space = String(repeating: " ", count: widths[index] - taken)
            let isNumeric = column(index)?.isNumeric ?? false
            line += isNumeric ? space + text : text
            if index < last { line += (isNumeric ? "" : space) + "  " }
        }
        return line
    }

    /// The cell, cut to a width, and the cells of the terminal that it takes.
    private func styled(_ cell: Cell, _ width: Int, _ style: TextStyle) -> (text: String, taken: Int) {
        var (text, taken) = ("", 0)
        for piece in cell.pieces where taken < width {
            let rest = piece.text.cut(toWidth: width - taken)
            taken += DisplayWidth.of(rest)
            text += style.apply(piece.role, to: rest)
        }
        return (style.link(text, to: cell.link), taken)
    }
}
