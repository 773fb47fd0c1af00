public import Recurrence

/// Reads the header `Retry-After` (RFC 9110 §10.2.3).
public enum RetryAfter {
    /// The longest wait that a receiver can ask for: a day.
    public static let longest = Swift.Duration.seconds(86_400)

    /// How long the receiver asks to wait.
    ///
    /// - Parameters:
    ///   - text: The header's value: seconds, or a date.
    ///   - now: The current time.
    /// - Returns: The wait, zero for a date that is past, a day for anything longer; nil for what is neither.
    public static func wait(_ text: String, at now: UTCInstant) -> Swift.Duration? {
        if let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
            return seconds(text)
        }
        guard let date = HTTPDate.instant(text, now: now) else { return nil }
        return min(max(now.duration(to: date), .zero), longest)
    }

    private static func seconds(_ text: String) -> Swift.Duration? {
        guard text.utf8.count <= 100, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        // A number too great to read is a long wait all the same.
        return Int32(text).map { min(.seconds($0), longest) } ?? longest
    }
}

/// Reads the three forms of a date in HTTP (RFC 9110 §5.6.7).
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The instant of a date; nil for anything else.
    ///
    /// - Parameters:
    ///   - text: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
    ///   - now: The current time, which decides the century of a year of two digits.
    /// - Returns: The instant; the day of the week is not compared with it.
    static func instant(_ text: String, now: UTCInstant) -> UTCInstant? {
        guard text.utf8.count <= 40 else { return nil }
        let words = text.split { " ,-".contains($0) }
        switch words.count {
        case 6 where words[5] == "GMT":
            return instant(year: words[3], month: words[2], day: words[1], time: words[4], now: now)
        case 5:
            return instant(year: words[4], month: words[1], day: words[2], time: words[3], now: now)
        default:
            return nil
        }
    }

    private static func instant(
        year: Substring,
        month: Substring,
        day: Substring,
        time: Substring,
        now: UTCInstant
    ) -> UTCInstant? {
        let parts = time.split(separator: ":").compactMap { number($0, digits: 2...2) }
        guard parts.count == 3, time.utf8.count == 8, let day = number(day, digits: 1...2),
            let month = months.firstIndex(where: { $0 == month }),
            let year = number(year, digits: 4...4) ?? number(year, digits: 2...2).map({ fullYear($0, now: now) }),
            let local = CivilDateTime(
                year: year,
                month: month + 1,
                day: day,
                hour: parts[0],
                minute: parts[1],
                second: min(parts[2], 59)  // a leap second
            ),
            parts[2] <= 60
        else { return nil }
        return UTCInstant(secondsSinceEpoch: Int64(local.secondsSinceEpoch))
    }

    /// A year of two digits that seems more than 50 years ahead is the last one that ended so.
    private static func fullYear(_ lastDigits: Int, now: UTCInstant) -> Int {
        let thisYear = CivilDateTime(secondsSinceEpoch: Int(now.millisecondsSinceEpoch / 1_000)).date.year
        let year = thisYear - thisYear % 100 + lastDigits
        return year > thisYear + 50 ? year - 100 : year
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text)
    }
}
