import Recurrence

/// How much was done on each day of a year: a column for each week, a line for each day of the week.
struct HeatMap {
    /// What was done on the days that something was done on.
    let counts: [CivilDate: Int]

    private let year: Int
    /// The first day of each month.
    private let months: [CivilDate]
    /// How many days the year has.
    private let length: Int
    /// The last day that is over or has begun.
    private let today: CivilDate

    /// The signs of none, and of a little to much.
    private static let signs = ["·", "░", "▒", "▓", "█"]
    /// What the names of weekdays take.
    private static let margin = 5

    /// - Parameters:
    ///   - year: The year; nil where it is none of the calendar.
    ///   - counts: What was done on the days that something was done on.
    ///   - today: The last day that is over or has begun.
    init?(year: Int, counts: [CivilDate: Int], today: CivilDate) {
        months = (1...12).compactMap { CivilDate(year: year, month: $0, day: 1) }
        guard let last = CivilDate(year: year, month: 12, day: 31), let first = months.first else { return nil }
        (self.year, self.counts, self.today) = (year, counts, today)
        length = last.daysSinceEpoch - first.daysSinceEpoch + 1
    }

    private var first: CivilDate { months[0] }

    /// The days of the year that there have been.
    var days: [CivilDate] {
        (0..<length).map { first.adding(days: $0) }.filter { $0.daysSinceEpoch <= today.daysSinceEpoch }
    }

    /// The map, in as many parts as the width of the terminal asks for.
    ///
    /// - Parameters:
    ///   - width: How many cells wide it may be.
    ///   - printer: Has the words and colours.
    /// - Returns: Its lines.
    func text(width: Int, _ printer: TextFormatter) -> String {
        let weeks = (WeekdayName.index(of: first) + length + 6) / 7
        let room = max(1, width - Self.margin)
        let cell = room >= weeks * 2 ? 2 : 1
        let parts = (weeks * cell + room - 1) / room
        let share = (weeks + parts - 1) / parts
        return stride(from: 0, to: weeks, by: share).map { start in
            part(start..<min(start + share, weeks), cell, printer)
        }.joined(separator: "\n")
    }

    private func part(_ weeks: Range<Int>, _ cell: Int, _ printer: TextFormatter) -> String {
        let space = String(repeating: " ", count: Self.margin)
        var text = (space + names(of: weeks, cell, printer)).trimmingEnd + "\n"
        for weekday in 0..<7 {
            var line = printer.times.weekday(weekday).padded(toWidth: Self.margin)
            for week in weeks {
                let date = first.adding(days: week * 7 + weekday - WeekdayName.index(of: first))
                line += sign(of: date, printer) + String(repeating: " ", count: cell - 1)
            }
            text += line.trimmingEnd + "\n"
        }
        return text
    }

    /// The name of each month above the week with its first day, where there is room for it.
    private func names(of weeks: Range<Int>, _ cell: Int, _ printer: TextFormatter) -> String {
        var line = ""
        var taken = 0
        for (month, date) in months.enumerated() {
            let week = (date.daysSinceEpoch - first.daysSinceEpoch + WeekdayName.index(of: first)) / 7
            let place = (week - weeks.lowerBound) * cell
            let name = printer.times.month(month + 1)
            guard weeks.contains(week), place >= taken, place + DisplayWidth.of(name) <= weeks.count * cell else {
                continue
            }
            line += String(repeating: " ", count: place - taken) + name + " "
            taken = place + DisplayWidth.of(name) + 1
        }
        return line
    }

    private func sign(of date: CivilDate, _ printer: TextFormatter) -> String {
        guard date.year == year, date.daysSinceEpoch <= today.daysSinceEpoch else { return " " }
        let level = level(of: counts[date] ?? 0)
        return printer.style(level == 0 ? .faint : .good, Self.signs[level])
    }

    /// 0 for none, 1 to 4 by its part of the most that was done on one day.
    func level(of count: Int) -> Int {
        guard count > 0, let most = counts.values.max() else { return 0 }
        return min(4, (count * 4 + most - 1) / most)
    }

    /// What is to be said of the year as a whole.
    func summary(_ printer: TextFormatter) -> String {
        let total = counts.values.reduce(0, +)
        let isKorean = printer.language == .korean
        guard total > 0, let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else {
            return isKorean ? "\(year)년: 완료한 일이 없습니다" : "\(year): nothing was done"
        }
        let day = printer.times.day(best.key)
        return isKorean
            ? "\(year)년: \(counts.count)일 동안 \(total)개 완료 · 가장 많은 날 \(day) \(best.value)개 · 최장 연속 \(longestRun)일"
            : "\(year): \(total) done on \(counts.count.counted("day")) · most on \(day), \(best.value) · longest run "
                + longestRun.counted("day")
    }

    /// How many days one after the other something was done on, at most.
    private var longestRun: Int {
        var (longest, run) = (0, 0)
        for day in days {
            run = counts[day] == nil ? 0 : run + 1
            longest = max(longest, run)
        }
        return longest
    }
}

extension String {
    /// The text with spaces behind it up to a width of so many cells.
    fileprivate func padded(toWidth width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - DisplayWidth.of(self)))
    }

    fileprivate var trimmingEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
