/// What is near to words that name no certain time.
extension RefusalAdvice {
    /// What may stand in place of the words, the nearest first.
    var certainWords: [String] { [Self.vague[words.lowercased()]].compactMap(\.self) + counting }

    /// What is near to vague words that say at least of which day they are, or that stand for a number.
    private static let vague = [
        "few": "3", "several": "3", "some": "3", "couple": "2", "며칠": "3일", "몇일": "3일",
        "eod": "today 5pm", "end of day": "today 5pm", "asap": "today", "eow": "friday", "end of week": "friday",
        "end of the week": "friday", "end of next week": "next friday", "within": "in",
        "mid": "15th of", "middle": "15th", "after work": "today 6pm",
    ]

    /// The same beside other words, which say the day.
    private static let vagueBesideDay = ["eod": "5pm", "end of day": "5pm", "after work": "6pm", "asap": "", "eow": ""]

    /// Whether words are vague, and near to something that is not.
    static func isVague(_ words: String) -> Bool { vague[words.lowercased()] != nil }

    /// What may stand in place of vague words beside others.
    var besideDay: String? { Self.vagueBesideDay[words.lowercased()] }

    /// What "the next 3 days" and "3 weekdays" count, as a length.
    private var counting: [String] {
        guard let count = words.lowercased().wholeMatch(of: /(?:(?:the )?next )?(\w+ \w+)/)?.1 else { return [] }
        let length = count.replacing(/(week|work)day/, with: "day")
        return [String(length), "in \(length)"]
    }
}
