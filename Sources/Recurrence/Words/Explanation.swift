/// The languages in which rules are put into words.
public enum ExplanationLanguage: Hashable, Sendable, CaseIterable {
    /// English.
    case english
    /// Korean.
    case korean
}

extension RecurrenceRule {
    /// The rule in words, with every part that it has, such as "Every 2 weeks on Monday and Friday, 10 times".
    public func explanation(in language: ExplanationLanguage = .english) -> String {
        switch language {
        case .english: EnglishRule(rule: self).sentence
        case .korean: KoreanRule(rule: self).sentence
        }
    }
}

extension RecurrenceSet {
    /// The whole set in words: its rules, where it starts and in which zone, dates added and taken away.
    public func explanation(in language: ExplanationLanguage = .english) -> String {
        switch language {
        case .english: EnglishSet(set: self).sentence
        case .korean: KoreanSet(set: self).sentence
        }
    }
}

extension RecurrenceRule {
    /// The times of BYHOUR, BYMINUTE and BYSECOND as a clock shows them; seconds where the rule names them.
    var clocks: [String] {
        byHour.flatMap { hour in
            byMinute.flatMap { minute in
                let start = hour * 3_600 + minute * 60
                if bySecond.isEmpty { return [EnglishWords.clock(start)] }
                return bySecond.map { EnglishWords.clock(start + min($0, 59), showsSeconds: true) }
            }
        }
    }
}
