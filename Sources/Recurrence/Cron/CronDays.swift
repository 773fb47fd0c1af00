/// The two day fields of a cron expression: each item is a way to choose a day, as parts of a rule.
///
/// Days that a month must place (the last, the nearest weekday, the second Friday) are all said by BYMONTHDAY and
/// BYDAY together, which limit a rule of any frequency: the second Friday is the Friday among the days 8 to 14.
enum CronDays {
    private static let workdays = "MO,TU,WE,TH,FR"
    private static let names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    /// The choices of the day-of-month field; none where every day counts.
    static func ofMonth(_ text: String) throws(RecurrenceError) -> [String] {
        guard text != "*", text != "?" else { return [] }
        var (plain, choices): ([String], [String]) = ([], [])
        for item in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            if item == "L" {
                plain.append("-1")
            } else if item.hasPrefix("L-"), let back = Int(item.dropFirst(2)), (1...30).contains(back) {
                plain.append("\(-back - 1)")
            } else if item == "LW" {
                // A month that ends on a weekend has its last weekday on the Friday one or two days before.
                choices += [";BYMONTHDAY=-1;BYDAY=\(workdays)", ";BYMONTHDAY=-2,-3;BYDAY=FR"]
            } else if item.hasSuffix("W") {
                choices += try nearestWorkday(to: String(item.dropLast()))
            } else {
                plain += try (CronField.dayOfMonth.numbers(item) ?? Set(1...31)).sorted().map(String.init)
            }
        }
        return plain.isEmpty ? choices : choices + [";BYMONTHDAY=" + plain.joined(separator: ",")]
    }

    /// The weekday nearest to a day, within its month, as three rules that exclude each other.
    private static func nearestWorkday(to text: String) throws(RecurrenceError) -> [String] {
        let day = try CronField.dayOfMonth.number(text)
        guard day <= 27 else {
            throw CronField.dayOfMonth.fault(
                "W takes a day from 1 to 27; use LW for the last weekday instead of", text + "W")
        }
        // Saturday goes to the Friday before, but the 1st to Monday the 3rd; Sunday goes to the Monday after.
        let ofSaturday = day == 1 ? ";BYMONTHDAY=3;BYDAY=MO" : ";BYMONTHDAY=\(day - 1);BYDAY=FR"
        return [";BYMONTHDAY=\(day);BYDAY=\(workdays)", ofSaturday, ";BYMONTHDAY=\(day + 1);BYDAY=MO"]
    }

    /// The choices of the day-of-week field; none where every day counts.
    static func ofWeek(_ text: String) throws(RecurrenceError) -> [String] {
        guard text != "*", text != "?" else { return [] }
        let field = CronField.dayOfWeek
        var (plain, choices): (Set<Int>, [String]) = ([], [])
        for item in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            let halves = item.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
            if halves.count == 2 {
                let day = try field.number(halves[0]) % 7
                guard let place = Int(halves[1]), (1...5).contains(place) else {
                    throw field.fault("expected 1 to 5 after # in", item)
                }
                let days = (place * 7 - 6...min(place * 7, 31)).map(String.init).joined(separator: ",")
                choices.append(";BYMONTHDAY=\(days);BYDAY=\(names[day])")
            } else if item.hasSuffix("L"), item.count > 1 {
                let day = try field.number(String(item.dropLast())) % 7
                choices.append(";BYMONTHDAY=-1,-2,-3,-4,-5,-6,-7;BYDAY=\(names[day])")
            } else {
                plain.formUnion(try (field.numbers(item) ?? Set(0...6)).map { $0 % 7 })
            }
        }
        let list = plain.sorted().map { names[$0] }.joined(separator: ",")
        return plain.isEmpty ? choices : choices + [";BYDAY=" + list]
    }
}
