import Recurrence

extension FilterDate {
    /// How a date is written.
    private static let form = """
        write 2026-11-21, 2026-11-21T09:00, 2026-11-21T09:00:00Z, today, tomorrow, yesterday, now, friday, startOfWeek, \
        endOfWeek, startOfMonth, endOfMonth, startOfYear, endOfYear, or steps as in today+3d, now-2h and -2w (at most \(mostSteps), each of at most 99999)
        """

    /// What other programs call the ends of this day, which is a whole day here.
    private static let wholeDays: Set = ["startofday", "endofday"]

    private static func noDate(_ text: String) -> String { "\"\(text)\" is not a date; \(form)" }

    /// Reads the date of a value.
    init(_ token: FilterScanner.Token) throws(FilterError) {
        if let absolute = Self.absolute(token.text) {
            self = absolute
            return
        }
        guard !Self.beginsLikeDay(token.text) else {
            throw FilterError(.value, "there is no such date or time as \(token.text)", at: token.range)
        }
        let letters = token.text.prefix { $0.isASCII && $0.isLetter }
        let rest = token.text.dropFirst(letters.count)
        guard let steps = Self.steps(rest) else {
            let isStep = letters.isEmpty && Self.steps("+" + rest) != nil
            throw FilterError(
                .value, Self.noDate(token.text), at: token.range, suggestion: isStep ? "+\(rest)" : nil)
        }
        let isElapsed = steps.contains { $0.unit.isElapsed }
        let base = letters.isEmpty && !steps.isEmpty ? (isElapsed ? .moment : .today) : Self.base(letters)
        guard let base else {
            let word = String(letters)
            let nearest =
                Self.wholeDays.contains(word.lowercased())
                ? Base.today.rawValue : NearestWord.suggestion(for: word, among: Base.allCases.map(\.rawValue))
            throw FilterError(
                .value, Self.noDate(token.text), at: token.range, suggestion: nearest.map { $0 + rest })
        }
        guard !isElapsed || base == .moment else {
            throw FilterError(
                .value, "hours and minutes are steps from now, not from a day", at: token.range,
                suggestion: "now\(rest)")
        }
        self = .relative(base, steps)
    }

    private static func absolute(_ text: String) -> FilterDate? {
        if let civil = CivilTime(text) { return .civil(civil) }
        // An offset may lead out of the years that can be written.
        guard let instant = UTCInstant(text), UTCInstant(instant.description) == instant else { return nil }
        return .instant(instant)
    }

    /// Whether a text begins with a day in digits, such as 2026-02-30.
    private static func beginsLikeDay(_ text: String) -> Bool {
        let bytes = text.utf8.prefix(10)
        return bytes.count == 10
            && bytes.enumerated().allSatisfy { place, byte in
                [4, 7].contains(place) ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
            }
    }

    /// Whether a word says a time of day or a day as people do, such as `5pm`, `17:00`, `noon` and `fri`.
    static func looksLikeTime(_ word: String) -> Bool {
        let word = word.lowercased()
        if ["am", "pm", "noon", "midnight"].contains(word) || base(word[...]) != nil { return true }
        let clock = ["am", "pm"].first(where: word.hasSuffix).map { String(word.dropLast($0.count)) } ?? word
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        let isClock = parts.allSatisfy {
            (1...2).contains($0.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        return isClock && parts.count <= 3 && (parts.count > 1 || clock != word)
    }

    private static func base(_ word: Substring) -> Base? {
        let word = String(word)
        return Base(word: word)
            ?? (word.count == 3
                ? Base.allCases.first { $0.weekday != nil && $0.rawValue.hasPrefix(word.lowercased()) } : nil)
    }

    /// Steps such as `+1mo-3d`; nil for anything else.
    static func steps(_ text: some StringProtocol) -> [Step]? {
        var rest = text[...].utf8[...]
        var steps: [Step] = []
        while let sign = rest.popFirst() {
            guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), steps.count < mostSteps else { return nil }
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }
            rest = rest.dropFirst(letters.count)
            guard digits.count <= 5, let count = Int(String(decoding: digits, as: UTF8.self)),
                let unit = unit(String(decoding: letters, as: UTF8.self))
            else { return nil }
            steps.append(Step(sign == UInt8(ascii: "-") ? -count : count, unit))
        }
        return steps
    }

    private static func unit(_ word: String) -> Step.Unit? {
        // On the command line, too, m is a minute.
        word.lowercased() == "m" ? .minute : Step.Unit(word: word)
    }
}
