/// How closely a rule's text must keep to the grammar of RFC 5545.
public enum TextForm: Hashable, Sendable {
    /// What calendars really write is understood as well: small letters, spaces between values, a leading `RRULE:`,
    /// a `;` at the end, dates with separators, and an UNTIL whose type is not that of DTSTART.
    case lenient
    /// Only what the grammar allows.
    case strict
}

extension RecurrenceRule: CustomStringConvertible {
    /// The canonical text, which reads as the same rule: parts in a fixed order, lists ascending, no defaults.
    public var description: String {
        var text = calendar.map { "RSCALE=\($0);" } ?? ""
        text += "FREQ=\(frequency)"
        if interval != 1 { text += ";INTERVAL=\(interval)" }
        if let count { text += ";COUNT=\(count)" }
        if let until { text += ";UNTIL=\(until)" }
        text.append("BYMONTH", byMonth)
        text.append("BYWEEKNO", byWeekNumber)
        text.append("BYYEARDAY", byYearDay)
        text.append("BYMONTHDAY", byMonthDay)
        text.append("BYDAY", byDay)
        text.append("BYHOUR", byHour)
        text.append("BYMINUTE", byMinute)
        text.append("BYSECOND", bySecond)
        text.append("BYSETPOS", bySetPosition)
        if weekStart != .monday { text += ";WKST=\(weekStart)" }
        if skip != .omit { text += ";SKIP=\(skip)" }
        return text
    }
}

extension String {
    fileprivate mutating func append(_ part: String, _ values: [some CustomStringConvertible]) {
        guard !values.isEmpty else { return }
        self += ";\(part)=" + values.map(\.description).joined(separator: ",")
    }
}
