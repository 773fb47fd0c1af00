import Recurrence

extension StatisticsGroup {
    /// What the names of one group have in common: a tag may be spelled in several ways.
    package var foldedName: String {
        switch self {
        case .tag(let name): name.asTagKey
        case .all, .project: name
        }
    }
}

extension Range<UTCInstant> {
    /// The slots from that of its begin to that before its end.
    package var slots: Range<Int64> {
        let first = StatisticsSlot(of: lowerBound).number
        return first..<Swift.max(first, StatisticsSlot(of: upperBound).number)
    }
}

extension StatisticsGroup.Kind: ColumnCode {
    package static let choices: [StatisticsGroup.Kind] = [.all, .tag, .project]
}
