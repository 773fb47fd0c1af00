/// Times of day in English.
extension PhraseParser {
    /// A clock time, or a word for a part of the day.
    mutating func readEnglishTime() throws(Fault) {
        let token = take()
        switch token.kind {
        case .clock: try add(withHalf(clock(token)))
        case .half:
            let half = DayHalf(rawValue: token.value) ?? .morning
            guard token.value > DayHalf.afternoonHalf.rawValue else { throw Fault(.halfAlone, token) }
            try addPart(half, token)
        case .noon: try add(clock(.noon, from: token, to: token))
        case .midnight: try add(clock(.midnight, from: token, to: token))
        default:
            try words.day.add(.relative, token)
            try words.time.setPart(.night, token)
        }
    }

    /// `monday evenings`, `nightly`.
    mutating func readPluralHalf(_ token: Token) throws(Fault) {
        role = .main
        draft.rule.cover(token)
        try addPart(DayHalf(rawValue: token.value) ?? .night, token)
    }

    /// The time with the `am` or `pm` behind it.
    private mutating func withHalf(_ clock: ClockWords) throws(Fault) -> ClockWords {
        guard isNext(.half), next.value <= DayHalf.afternoonHalf.rawValue else { return clock }
        var clock = clock
        let token = take()
        clock.half = DayHalf(rawValue: token.value)
        clock.to = Int(token.end)
        return clock
    }

    /// `3pm`, `9 o'clock`, `half past 9`, `quarter to five`, `20 past 3`; false, and nothing taken, where it is none.
    mutating func readSpokenTime() throws(Fault) -> Bool {
        let first = next
        if let minutes = spokenMinutes ?? minutesBefore {
            let isBefore = isNext(.to, at: 1)
            index += 2
            guard isNext(.number) else { throw Fault(.incomplete, first) }
            let number = take()
            guard (1...23).contains(number.value) else {
                throw Fault(.noSuchTime, Int(first.start), Int(number.end), a: number.value)
            }
            var clock = clock(.bare, from: first, to: number)
            (clock.hour, clock.pastHour) = (number.value, (isBefore ? -minutes : minutes) * 60)
            (clock.hasMinutes, clock.isMarked) = (true, true)
            try add(withHalf(clock))
            return true
        }
        guard first.kind == .number else { return false }
        if let (minutes, count) = minutesInWords {
            index += count
            var clock = clock(.clock, from: first, to: tokens[index - 1])
            (clock.hour, clock.pastHour) = (first.value, minutes * 60)
            (clock.hasMinutes, clock.isMarked) = (true, true)
            try add(withHalf(clock))
            return true
        }
        switch peek(1).kind {
        case .oclock:
            index += 2
            guard (0...23).contains(first.value) else { throw Fault(.noSuchTime, first, a: first.value) }
            var clock = clock(.bare, from: first, to: tokens[index - 1])
            (clock.hour, clock.isMarked) = (first.value, true)
            try add(withHalf(clock))
        case .half where peek(1).value <= DayHalf.afternoonHalf.rawValue:
            index += 1
            var clock = clock(.bare, from: first, to: first)
            (clock.hour, clock.isMarked) = (first.value, true)
            try add(withHalf(clock))
        case .noon, .midnight:
            guard first.value == 12 else { throw Fault(.noSuchTime, first, a: first.value) }
            index += 2
            try add(clock(peek(-1).kind == .noon ? .noon : .midnight, from: first, to: tokens[index - 1]))
        default: return false
        }
        return true
    }

    /// The minutes of `ten to six` in words, where it is not the end of a range that begins with `from`.
    private var minutesBefore: Int? {
        guard next.kind == .number, next.extra == 0, [5, 10, 20].contains(next.value), isNext(.to, at: 1),
            isNext(.number, at: 2), peek(2).extra == 0, (1...12).contains(peek(2).value),
            tokens[index - 1].kind != .from
        else { return nil }
        return next.value
    }

    /// The minutes of `five thirty` and `ten forty-five`, which are said as `5:30` is written, with how many tokens they
    /// take with their hour; nil where a number in words stands alone, or counts something.
    private var minutesInWords: (minutes: Int, count: Int)? {
        func isInWords(_ place: Int, _ range: ClosedRange<Int>) -> Bool {
            isNext(.number, at: place) && peek(place).extra == 0 && range.contains(peek(place).value)
        }
        guard isInWords(0, 1...12), isInWords(1, 10...50) else { return nil }
        var (minutes, count) = (peek(1).value, 2)
        let isHyphenated = isNext(.dash, at: 2) && peek(2).isGlued && peek(3).isGlued
        let ones = isHyphenated ? 3 : 2
        if minutes >= 20, isInWords(ones, 1...9) { (minutes, count) = (minutes + peek(ones).value, ones + 1) }
        return [.unit, .times, .number].contains(peek(count).kind) ? nil : (minutes, count)
    }

    /// The minutes of `half past`, `quarter to` and `20 past`.
    private var spokenMinutes: Int? {
        switch (next.kind, peek(1).kind) {
        case (.thirty, .past): 30
        case (.quarter, .past), (.quarter, .to): 15
        case (.number, .past) where (1...59).contains(next.value): next.value
        default: nil
        }
    }
}
