/// Words of English phrases that a word with a slip of the finger may be meant for.
enum NearWords {
    /// Days by their names.
    static let days = [
        "today", "tonight", "tomorrow", "yesterday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
        "sunday",
    ]
    private static let months = [
        "january", "february", "march", "april", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let units = [
        "minute", "minutes", "hour", "hours", "days", "week", "weeks", "month", "months", "year", "years", "fortnight",
    ]
    /// Those that titles have words near to, so that no more than one slip is forgiven.
    private static let others = [
        "weekday", "weekend", "workday", "quarter", "morning", "afternoon", "evening", "midnight", "every",
        "daily", "weekly", "monthly", "quarterly", "yearly", "until", "starting", "mondays", "tuesdays", "wednesdays",
        "thursdays", "fridays", "saturdays", "sundays", "weekdays", "weekends",
    ]
    /// Words that are near to those, and right.
    private static let own: Set = ["match", "mourning", "sundae", "sundry", "morrow", "very", "ever", "dairy"]

    /// Whether a word counts time.
    static func isUnit(_ word: String) -> Bool { units.contains(word) }

    /// Those that a word is near to, the nearest first.
    static func near(_ typed: String) -> [String] {
        let word = typed.lowercased()
        guard word.utf8.count >= 3, word.utf8.allSatisfy(Lexer.isLetter), !own.contains(word) else { return [] }
        let others = units + others
        let names = (days + months).filter { SpellingDistance.isNear(word, $0) }
        return (names + others).filter { SpellingDistance.isOneSlip(word, $0) }
            + names.filter { !SpellingDistance.isOneSlip(word, $0) }
    }
}
