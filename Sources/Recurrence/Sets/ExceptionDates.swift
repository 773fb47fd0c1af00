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
                    code: .value, message: "must be dates or date-times, not a period such as \(date)",
                    part: "EXDATE")
            }
            if case .date(let day) = date.start, !resolver.start.isDate {
                days.append(day.daysSinceEpoch)
            } else {
                instants += resolver.moments(of: date.start).map(\.instant)
            }
        }
        self.instants = instants.sorted()
        self.days = days.sorted()
    }

    /// No exceptions.
    static let none = ExceptionDates(instants: [], days: [])

    private init(instants: [Int], days: [Int]) {
        (self.instants, self.days) = (instants, days)
    }

    /// The same exceptions and more instants.
    init(_ dates: ExceptionDates, adding instants: some Sequence<Int>) {
        self.instants = (dates.instants + instants).sorted()
        days = dates.days
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
