import Phrases
import Recurrence

/// A duration as people type it: ISO 8601, or words such as `90s`, `1h30m`, `half an hour`, `2d`, `30분`.
struct TypedDuration: Hashable, Sendable {
    /// The duration; days and weeks are nominal, the rest is exact.
    let duration: CalendarDuration
    /// Whether it was typed in ISO 8601.
    let isISO: Bool

    private static let words = PhraseReader { _ in nil }

    init?(_ typed: String) {
        // As clocks are read.
        let text = typed.replacing(/^(\d+h)([0-5]\d)$/) { "\($0.output.1)\($0.output.2)m" }
        if let duration = try? CalendarDuration(text.filter { !$0.isWhitespace }) {
            (self.duration, isISO) = (duration, true)
        } else if let duration = Self.words.length(text),
            duration.days + duration.seconds / 86_400 <= CalendarDuration.maximumDays
        {
            (self.duration, isISO) = (duration, false)
        } else {
            return nil
        }
    }

    /// The failure of what would be a length of time, were it not beyond what there is.
    ///
    /// - Parameters:
    ///   - text: What was typed.
    ///   - name: What the error calls it.
    ///   - most: How many days there may be.
    /// - Returns: The failure; nil for what is no length, and for one that there is.
    static func tooLong(_ text: String, _ name: String, most: Int = CalendarDuration.maximumDays) -> CommandFailure? {
        guard text.contains(where: \.isNumber), TypedDuration(text) == nil,
            TypedDuration(text.replacing(/[0-9]+/, with: "1")) != nil
        else { return nil }
        return .usage("\(name) is too long", "The most is \(most)d.")
    }

    /// Reads how long an option says that something is to last.
    ///
    /// - Throws: ``CommandFailure`` for what is no duration, and for one that goes back.
    static func span(_ typed: String, _ option: String) throws -> String {
        guard let duration = TypedDuration(typed)?.duration, duration.days >= 0, duration.seconds >= 0 else {
            if let failure = tooLong(typed, "\(option) \"\(typed.shown)\"") { throw failure }
            throw CommandFailure.usage(
                "\(option) \"\(typed.shown)\" is not a duration", "Write it as 10m, 2w or PT10M, without a sign.")
        }
        return duration.description
    }
}

extension String {
    /// The text without spaces at its ends.
    var trimmingSpaces: String {
        var rest = Substring(self)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
