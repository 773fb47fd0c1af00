import TestSupport

extension HostileDraft {
    private static let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// A recurrence of a task.
    mutating func recurrence() -> String {
        var members = [
            #""rrule":[\#((0..<pick([1, 1, 1, 2, 10])).map { _ in "\"\(rule())\"" }.joined(separator: ","))]"#
        ]
        if chance(10) { members.append(#""rdate":[\#(dates())]"#) }
        if chance(10) { members.append(#""exdate":[\#(dates())]"#) }
        if chance(25) { members.append(#""anchor":"\#(pick(["due", "completion"]))""#) }
        if chance(40) { members.append(#""missed":"\#(pick(["skip", "keep"]))""#) }
        if chance(30) { members.append(#""respawn":"\#(pick(["completion", "schedule", "schedule"]))""#) }
        return "{\(members.joined(separator: ","))}"
    }

    private mutating func dates() -> String {
        (0..<(chance(5) ? pick([900, 1_000, 1_001]) : number(1...4))).map { _ in
            "\"\(digits(number(2000...2030), 4))\(digits(number(1...12), 2))\(digits(number(1...28), 2))T090000\""
        }.joined(separator: ",")
    }

    /// An RRULE: dense ones, ended ones, ones that match hardly ever or never, and other calendars.
    mutating func rule() -> String {
        let frequency = pick([
            "SECONDLY", "SECONDLY", "MINUTELY", "HOURLY", "DAILY", "DAILY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY",
        ])
        var parts = ["FREQ=\(frequency)"]
        if chance(40) { parts.append("INTERVAL=\(pick([1, 2, 7, 90, 1_000, 86_399, 1_000_000]))") }
        if chance(25) {
            parts.append("COUNT=\(pick([1, 2, 3, 100, 1_000_000]))")
        } else if chance(30) {
            parts.append(
                "UNTIL=\(digits(pick([1, 1990, 2025, 2026, 2030, 9_999]), 4))1122T\(digits(number(0...23), 2))0000Z")
        }
        if chance(25) { parts.append("BYDAY=\(byDay(frequency))") }
        if chance(20) { parts.append("BYMONTHDAY=\(values(-31...31))") }
        if chance(15) { parts.append("BYMONTH=\(values(1...12))") }
        if chance(8) { parts.append("BYYEARDAY=\(values(-366...366))") }
        if chance(5) { parts.append("BYWEEKNO=\(values(-53...53))") }
        if chance(12) { parts.append("BYHOUR=\(values(0...23))") }
        if chance(8) { parts.append("BYMINUTE=\(values(0...59))") }
        if chance(8) { parts.append("BYSECOND=\(values(0...60))") }
        if chance(10) { parts.append("BYSETPOS=\(values(-10...10))") }
        if chance(8) { parts.append("WKST=\(pick(Self.days))") }
        if chance(5) {
            parts.append("RSCALE=\(pick(["GREGORIAN", "CHINESE", "HEBREW", "ETHIOPIC", "DANGI", "NONE"]))")
            parts.append("SKIP=\(pick(["OMIT", "BACKWARD", "FORWARD"]))")
        }
        return parts.joined(separator: ";")
    }

    private mutating func byDay(_ frequency: String) -> String {
        (0..<number(1...3)).map { _ in
            let ordinal =
                ["MONTHLY", "YEARLY"].contains(frequency) && chance(50) ? "\(pick([-5, -1, 1, 2, 5, 53]))" : ""
            return ordinal + pick(Self.days)
        }.joined(separator: ",")
    }

    private mutating func values(_ range: ClosedRange<Int>) -> String {
        (0..<number(1...3)).map { _ in "\(number(range))" }.joined(separator: ",")
    }
}
