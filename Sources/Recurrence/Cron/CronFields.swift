/// The fields of a cron expression, and the rules that come of them.
struct CronFields {
    private let seconds: Set<Int>?
    private let minutes: Set<Int>?
    private let hours: Set<Int>?
    private let months: Set<Int>?
    private let days: [String]

    private static let names: [String: String] = [
        "@YEARLY": "0 0 1 1 *", "@ANNUALLY": "0 0 1 1 *", "@MONTHLY": "0 0 1 * *", "@WEEKLY": "0 0 * * 0",
        "@DAILY": "0 0 * * *", "@MIDNIGHT": "0 0 * * *", "@HOURLY": "0 * * * *",
    ]

    init(_ text: String) throws(RecurrenceError) {
        let upper = text.uppercased()
        var words = upper.split { $0 == " " || $0 == "\t" }.map(String.init)
        if words.count == 1, words[0].hasPrefix("@") {
            guard let meaning = Self.names[words[0]] else {
                throw RecurrenceError(
                    code: .unsupported, message: "unsupported macro; use @yearly, @monthly, @weekly, @daily or @hourly",
                    part: "cron")
            }
            words = meaning.split(separator: " ").map(String.init)
        }
        guard words.count == 5 || words.count == 6 else {
            throw RecurrenceError(
                code: .syntax, message: "must have five fields, or six with seconds first", part: "cron")
        }
        seconds = words.count == 6 ? try CronField.second.numbers(words.removeFirst()) : [0]
        minutes = try CronField.minute.numbers(words[0])
        hours = try CronField.hour.numbers(words[1])
        months = try CronField.month.numbers(words[3])
        days = try CronDays.ofMonth(words[2]) + CronDays.ofWeek(words[4])
    }

    /// One rule for each way in which a day may be chosen.
    func rules() throws(RecurrenceError) -> [RecurrenceRule] {
        var rules: [RecurrenceRule] = []
        for choice in days.isEmpty ? [""] : days {
            rules.append(try RecurrenceRule("FREQ=\(frequency)" + limit("MONTH", months) + choice + times))
        }
        return rules
    }

    /// The longest period that no unrestricted time field is shorter than.
    private var frequency: Frequency {
        if seconds == nil { return .secondly }
        if minutes == nil { return .minutely }
        return hours == nil ? .hourly : .daily
    }

    private var times: String { limit("HOUR", hours) + limit("MINUTE", minutes) + limit("SECOND", seconds) }

    private func limit(_ part: String, _ numbers: Set<Int>?) -> String {
        guard let numbers else { return "" }
        return ";BY\(part)=" + numbers.sorted().map(String.init).joined(separator: ",")
    }
}
