import Recurrence

/// Slips that concern more than the words at fault, with what was most likely meant.
struct PhraseCorrections {
    let phrase: String
    let reader: PhraseReader
    let moment: PhraseMoment

    /// Phrases to try, the likeliest first; they need not be taken.
    func candidates(in language: PhraseLanguage) -> [String] {
        let texts = language == .korean ? korean : english
        return texts.filter { $0 != phrase } + [withOffset, withoutSigns].compactMap(\.self)
    }

    /// A phrase with something replaced; nil where it lacks the text, or so many digits in a row, without which there is
    /// nothing to replace, as a search for those costs far less than the one for the whole pattern.
    private func having(_ text: String, digits: Int = 0, _ replaced: (String) -> String) -> String? {
        let isThere = phrase.utf8.lazy.map { $0 | 0x20 }.firstRange(of: text.utf8.lazy.map { $0 | 0x20 }) != nil
        return isThere && hasDigits(digits) ? replaced(phrase) : nil
    }

    private var english: [String] {
        [
            having("everyday") { $0.replacing(/\beveryday\b/.ignoresCase(), with: "every day") },
            having("nxt") { $0.replacing(/\bnxt\b/.ignoresCase(), with: "next") },
            // "every-friday"
            having("-") { $0.replacing(/([a-z])-([a-z])/.ignoresCase()) { "\($0.output.1) \($0.output.2)" } },
            // 730pm
            having("m", digits: 3) {
                $0.replacing(/\b(\d{1,2})([0-5]\d)( ?[ap]m)\b/.ignoresCase()) {
                    "\($0.output.1):\($0.output.2)\($0.output.3)"
                }
            },
            // dec 25 '27
            having("'", digits: 2) { $0.replacing(/(?:^|\s)'(\d\d)\b/) { " 20\($0.output.1)" } },
            having("’", digits: 2) { $0.replacing(/(?:^|\s)’(\d\d)\b/) { " 20\($0.output.1)" } },
            // "every 2 fridays"
            having("days", digits: 1) {
                $0.replacing(/\bevery (\d+) ((?:mon|tues|wednes|thurs|fri|satur|sun)day)s\b/.ignoresCase()) {
                    "every \($0.output.1) weeks on \($0.output.2)"
                }
            },
            having("m.") { $0.replacing(/\b([ap])\. m\./.ignoresCase()) { "\($0.output.1)m" } },
            // "in 1 hour 30"
            having("h", digits: 1) {
                $0.replacing(/\b(\d+ ?h(?:ou)?rs?|\d+ ?h) ([1-5]?\d)$/.ignoresCase()) {
                    "\($0.output.1) \($0.output.2) minutes"
                }
            },
            having("exc") { _ in exceptSomeDays ?? phrase },
            // "tomorrow from 3pm" has no end.
            having(" from ") {
                $0.replacing(/\sfrom (\d\S*(?: ?[ap]\.?m\.?)?)$/.ignoresCase()) { " \($0.output.1)" }
            },
        ].compactMap(\.self)
    }

    /// "every day except friday 9am" as the days that are left; nil where that is not what is said.
    private var exceptSomeDays: String? {
        guard
            let match = phrase.lowercased().wholeMatch(
                of:
                    /(?:every ?(week)?day,? |daily,? )?(?:except|excluding) (?:for |on )?([a-z, &]+?)( (?:at )?\d.*)?/
            )
        else { return nil }
        let days = match.2.split { ", &".contains($0) }.filter { $0 != "and" }
        let names = Self.weekdays.prefix(match.1 == nil ? 7 : 5)
        let left = names.filter { name in !days.contains { $0.hasPrefix(name) } }
        guard left.count == names.count - days.count, left.count < names.count, !left.isEmpty else { return nil }
        return "every \(RulePhrase.list(left.map { String($0) }, " and "))\(match.3 ?? "")"
    }

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// The same of 매일 일요일 빼고 오전 9시.
    private var koreanExceptSomeDays: String? {
        guard
            let match = phrase.wholeMatch(
                of:
                    /(?:(매일|매주|평일마다|평일) )?([월화수목금토일][월화수목금토일요과와·, ]*?)(?:[은는을를])? ?(?:빼고|뺀|제외하고|제외|말고)( .+)?/)
        else { return nil }
        let days = match.2.replacing("요일", with: "")
        let names = match.1?.hasPrefix("평일") ?? false ? "월화수목금" : "월화수목금토일"
        let left = names.filter { !days.contains($0) }
        return left.isEmpty || left == names ? nil : "매주 \(left)\(match.3 ?? "")"
    }

    /// The phrase without the signs around its words, as of `"fri 5pm`, but not those of numbers; nil where there are none.
    private var withoutSigns: String? {
        let plain = phrase.split(separator: " ").map { word in
            let plain = String(word).withoutSigns
            let isNegative = word.first == "-" && plain.first?.isNumber ?? false
            return plain.contains(where: \.isLetter) && !isNegative ? plain : String(word)
        }.joined(separator: " ")
        return plain == phrase ? nil : plain
    }

    /// Whether so many digits stand in a row.
    private func hasDigits(_ limit: Int) -> Bool {
        var count = 0
        for byte in phrase.utf8 where count < limit { count = Lexer.isDigit(byte) ? count + 1 : 0 }
        return count == limit
    }

    private var korean: [String] {
        [
            ["빼고", "뺀", "제외", "말고"].contains(where: phrase.contains) ? koreanExceptSomeDays : nil,
            having("평일") { $0.replacing(/평일(?=\s|$)/, with: "평일마다") },
            phrase.split(separator: " ").map { Self.weekday(nearestTo: String($0)) ?? String($0) }.joined(
                separator: " "),
            // 내일 3시부터, 3시쯤
            ["부터", "쯤", "경"].first(where: phrase.hasSuffix).flatMap { suffix in
                let plain = String(phrase.dropLast(suffix.count))
                return plain.last.map { "시분반".contains($0) } == true ? plain : nil
            },
        ].compactMap(\.self)
    }

    /// The Korean weekday that a word of as many letters is but for one of its last two; nil for a weekday, and any other.
    static func weekday(nearestTo word: String) -> String? {
        guard word.count == 3, let first = word.first, "월화수목금토일".contains(first) else { return nil }
        let day = "\(first)요일"
        return zip(day, word).count(where: { $0 != $1 }) == 1 ? day : nil
    }

    /// A time with an offset from UTC behind it as the date and the time with that offset; nil where there is none.
    private var withOffset: String? {
        guard phrase.utf8.suffix(6).contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }),
            let match = phrase.firstMatch(of: /\s?(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d\d))?$/.ignoresCase()),
            case .success(let reading) = reader.outcome(String(phrase[..<match.range.lowerBound]), at: moment),
            case .time(let time) = reading.meaning, !time.civil.isDate, time.zone == nil
        else { return nil }
        let hour = match.output.2.count == 1 ? "0\(match.output.2)" : "\(match.output.2)"
        return "\(PhraseTime(time.civil))\(match.output.1)\(hour):\(match.output.3 ?? "00")"
    }
}
