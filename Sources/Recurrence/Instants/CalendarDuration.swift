/// A duration of RFC 5545 §3.3.6: nominal days in local time, then exact seconds.
public struct CalendarDuration: Hashable, Sendable, CustomStringConvertible {
    /// Nominal days, weeks folded in; signed.
    public var days: Int
    /// Exact seconds; of the same sign as `days` where it was read from text.
    public var seconds: Int

    /// The longest that text may ask for, each way: a hundred years of days.
    public static let maximumDays = 36_525

    /// Makes a duration from nominal days and exact seconds.
    public init(days: Int = 0, seconds: Int = 0) {
        self.days = days
        self.seconds = seconds
    }

    /// Reads the text of RFC 5545 §3.3.6, such as `-PT1H`, `P1D`, `P2W` or `P1DT12H`.
    ///
    /// - Parameter text: The duration, at most a hundred years each way.
    /// - Throws: `RecurrenceError` with `.syntax`, or `.limit` beyond a hundred years.
    public init(_ text: String) throws(RecurrenceError) {
        var parser = CalendarDurationParser()
        var copy = text
        let outcome = copy.withUTF8 { bytes in Result { () throws(RecurrenceError) in try parser.parse(bytes[...]) } }
        self = try outcome.get()
    }

    /// The canonical text: weeks only where there is nothing else, `PT0S` for nothing.
    public var description: String {
        guard days != 0 || seconds != 0 else { return "PT0S" }
        let sign = days < 0 || seconds < 0 ? "-" : ""
        let (wholeDays, rest) = (days.magnitude, seconds.magnitude)
        if rest == 0, wholeDays % 7 == 0 { return "\(sign)P\(wholeDays / 7)W" }
        var text = wholeDays == 0 ? "\(sign)P" : "\(sign)P\(wholeDays)D"
        guard rest > 0 else { return text }
        text += "T"
        if rest >= 3_600 { text += "\(rest / 3_600)H" }
        if rest / 60 % 60 > 0 { text += "\(rest / 60 % 60)M" }
        if rest % 60 > 0 { text += "\(rest % 60)S" }
        return text
    }
}
