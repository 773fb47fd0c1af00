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
