/// EXDATE made ready: sorted instants, and the days that are taken away whole.
struct ExceptionDates: Sendable {
    /// Ascending.
    let instants: [Int]
    /// Day numbers, ascending.
    let days: [Int]

    var isEmpty: Bool { instants.isEmpty && days.isEmpty }

    init(_ dates: [RecurrenceDate], resolver: DateResolver) throws(RecurrenceError) {
        var (instants, days): ([Int], [Int]) = ([], [])
        for date in dates {
            guard date.periodEnd == nil else {
                throw RecurrenceError(
                    code: .value, message: "EXDATE takes dates and date-times, not periods such as \(date)",
                    part: "EXDATE")
            }
            if case .date(let day) = date.start, !resolver.start.isDate {
                days.append(day.daysSinceEpoch)
            } else {
                instants.append(resolver.moment(of: date.start).instant)
            }
        }
        self.instants = instants.sorted()
        self.days = days.sorted()
    }
}

/// How far an iteration has come in the exceptions.
struct ExceptionCursor {
    private let dates: ExceptionDates
    private var index: Int
    private var hasNone: Bool

    init(_ dates: ExceptionDates, from instant: Int) {
        self.dates = dates
        index = dates.instants.partitioningIndex { $0 >= instant }
        hasNone = dates.isEmpty
    }

    /// Whether the moment is taken away; moments are asked for in the order of their instants.
    @inline(__always)
    mutating func removes(_ moment: Moment) -> Bool { hasNone ? false : looksUp(moment) }

    private mutating func looksUp(_ moment: Moment) -> Bool {
        while index < dates.instants.count, dates.instants[index] < moment.instant { index += 1 }
        if index < dates.instants.count, dates.instants[index] == moment.instant { return true }
        guard !dates.days.isEmpty else { return false }
        let day = floorDivide(moment.local, 86_400)
        let place = dates.days.partitioningIndex { $0 >= day }
        return place < dates.days.count && dates.days[place] == day
    }
}

extension Array {
    /// The first index whose element passes, in an array whose failing elements all come first.
    func partitioningIndex(where passes: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if passes(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
