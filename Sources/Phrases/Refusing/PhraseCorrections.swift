import Recurrence

/// Slips that concern more than the words at fault, with what was most likely meant.
struct PhraseCorrections {
    let phrase: String
    let reader: PhraseReader
    let moment: PhraseMoment

    /// Phrases to try, the likeliest first; they need not be taken.
    func candidates(in language: PhraseLanguage) -> [String] {
        let texts = language == .korean ? korean : english
        return texts.filter { $0 != phrase } + [withOffset].compactMap(\.self)
    }

    private var english: [String] {
        [
            phrase.replacing(/\beveryday\b/.ignoresCase(), with: "every day"),
            phrase.replacing(/\bnxt\b/.ignoresCase(), with: "next"),
            // "every-friday"
            phrase.replacing(/([a-z])-([a-z])/.ignoresCase()) { "\($0.output.1) \($0.output.2)" },
            // 730pm
            phrase.replacing(/\b(\d{1,2})([0-5]\d)( ?[ap]m)\b/.ignoresCase()) {
                "\($0.output.1):\($0.output.2)\($0.output.3)"
            },
            // dec 25 '27
            phrase.replacing(/(?:^|\s)['’](\d\d)\b/) { " 20\($0.output.1)" },
            // "every 2 fridays"
            phrase.replacing(/\bevery (\d+) ((?:mon|tues|wednes|thurs|fri|satur|sun)day)s\b/.ignoresCase()) {
                "every \($0.output.1) weeks on \($0.output.2)"
            },
            // "tomorrow from 3pm" has no end.
            phrase.replacing(/\sfrom (\d\S*(?: ?[ap]\.?m\.?)?)$/.ignoresCase()) { " \($0.output.1)" },
        ]
    }

    private var korean: [String] {
        [
            phrase.replacing(/평일(?=\s|$)/, with: "평일마다"),
            phrase.split(separator: " ").map { Self.weekday(nearestTo: String($0)) ?? String($0) }.joined(
                separator: " "),
            // 내일 3시부터, 3시쯤
            phrase.replacing(/([시분반])(?:부터|쯤|경)$/) { String($0.output.1) },
        ]
    }

    /// The Korean weekday that a word of as many letters is but for one of its last two; nil for a weekday, and any other.
    static func weekday(nearestTo word: String) -> String? {
        guard word.count == 3, let first = word.first, "월화수목금토일".contains(first) else { return nil }
        let day = "\(first)요일"
        return zip(day, word).count(where: { $0 != $1 }) == 1 ? day : nil
    }

    /// A time with an offset from UTC behind it as the date and the time with that offset; nil where there is none.
    private var withOffset: String? {
        guard let match = phrase.firstMatch(of: /\s?(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d\d))?$/.ignoresCase()),
            case .success(let reading) = reader.outcome(String(phrase[..<match.range.lowerBound]), at: moment),
            case .time(let time) = reading.meaning, !time.civil.isDate, time.zone == nil
        else { return nil }
        let hour = match.output.2.count == 1 ? "0\(match.output.2)" : "\(match.output.2)"
        return "\(PhraseTime(time.civil))\(match.output.1)\(hour):\(match.output.3 ?? "00")"
    }
}
