/// English numbers, lists and names.
enum EnglishWords {
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    static func name(of weekday: Weekday) -> String {
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][weekday.rawValue]
    }

    static func unit(of frequency: Frequency) -> String {
        ["second", "minute", "hour", "day", "week", "month", "year"][frequency.rawValue]
    }

    /// `1st`, `22nd`, `13th`.
    static func ordinal(_ number: Int) -> String {
        let isTeen = (11...13).contains(number % 100)
        let ending = isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
        return "\(number)\(ending)"
    }

    /// `2nd` from the beginning; `last` and `2nd to last` from the end.
    static func place(_ number: Int) -> String {
        if number > 0 { return ordinal(number) }
        return number == -1 ? "last" : "\(ordinal(-number)) to last"
    }

    /// `a`, `a and b`, `a, b and c`.
    static func list(_ items: [String], joining word: String = "and") -> String {
        guard items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " \(word) " + items[items.count - 1]
    }

    /// Places in reading order: from the beginning first, then from the end, the last one last.
    static func places(_ numbers: [Int]) -> String {
        list((numbers.filter { $0 > 0 } + numbers.filter { $0 < 0 }).map(place))
    }

    /// `24 December 1997`.
    static func date(_ date: CivilDate) -> String { "\(date.day) \(months[date.month - 1]) \(date.year)" }

    /// `09:00`, with seconds where there are some or where they are asked for.
    static func clock(_ secondOfDay: Int, showsSeconds: Bool = false) -> String {
        var text = DigitText()
        text.append(secondOfDay / 3_600, width: 2)
        text.append(":")
        text.append(secondOfDay / 60 % 60, width: 2)
        if showsSeconds || secondOfDay % 60 != 0 {
            text.append(":")
            text.append(secondOfDay % 60, width: 2)
        }
        return text.string
    }

    static func time(_ time: CivilTime) -> String {
        switch time {
        case .date(let day): date(day)
        case .dateTime(let local): "\(date(local.date)) at \(clock(local.secondOfDay))"
        }
    }

    static func time(_ time: RecurrenceTime) -> String {
        switch time {
        case .date(let day): date(day)
        case .local(let local): Self.time(.dateTime(local))
        case .utc(let instant):
            Self.time(.dateTime(CivilDateTime(secondsSinceEpoch: instant.wholeSeconds))) + " UTC"
        }
    }
}
