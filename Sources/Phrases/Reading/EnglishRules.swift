/// `every`, and what it repeats.
extension PhraseParser {
    mutating func readEvery() throws(Fault) {
        role = .main
        let every = take()
        draft.rule.cover(every)
        if skip(.bang) { draft.rule.isAnchoredAtCompletion = true }
        switch next.kind {
        case .other: try readEveryOther()
        case .number, .decimal, .article, .thirty: try readEveryLength(every)
        case .slashes where isNext(.unit, at: 1): try readEveryLength(every)
        case .unit, .last:
            if try readNthList() { return }
            if isNext(.unit) { try readEveryWord() }
        case .ordinal where isNext(.unit, at: 1): try readEveryNthUnit(take())
        case .quarter: try draft.rule.set(.quarter, take())
        case .dash where [.number, .decimal].contains(peek(1).kind):
            throw Fault(.ruleNever, Int(next.start), Int(peek(1).end))
        case .end: throw Fault(.incomplete, every)
        // What is repeated is a piece like any other.
        default: break
        }
    }

    /// A unit, or "second" as an ordinal.
    private mutating func readEveryWord() throws(Fault) {
        let isOrdinal = next.value == SpanUnit.second.rawValue && !endsPiece(at: 1)
        if isOrdinal { try readEverySecond() } else { try readEveryUnit() }
    }

    /// `every hour`, `every hour and a half`.
    private mutating func readEveryUnit() throws(Fault) {
        let token = take()
        let unit = SpanUnit(rawValue: token.value) ?? .day
        guard isNext(.conjunction), isNext(.article, at: 1), isNext(.thirty, at: 2) else {
            return try draft.rule.set(unit, token)
        }
        var length = Length()
        length.from = Int(token.start)
        index += 3
        try length.add(thousandths: 1_500, of: unit, tokens[index - 1])
        try setInterval(length)
    }

    /// Whether "every second" stands there for itself.
    private func endsPiece(at offset: Int) -> Bool {
        ![.unit, .weekday, .workday, .weekend, .quarter, .of, .month].contains(peek(offset).kind)
    }

    private mutating func readEveryOther() throws(Fault) {
        let other = take()
        switch next.kind {
        case .unit: try draft.rule.set(SpanUnit(rawValue: next.value) ?? .day, interval: 2, take())
        case .quarter: try draft.rule.set(.quarter, interval: 2, take())
        case .weekday, .weekend: try draft.rule.set(.week, interval: 2, other)
        default: throw Fault(.incomplete, other)
        }
    }

    /// `every 2 weeks`.
    private mutating func readEveryLength(_ every: Token) throws(Fault) {
        let number = next
        if isNext(.times, at: 1) { throw countFault(number.value, from: number, at: 2) }
        // A number that no unit follows may be a time of day.
        guard let length = try readLength() else {
            guard number.extra <= 2, number.kind == .number, isNext(.half, at: 1) || isNext(.month, at: 1) else {
                throw Fault(.incomplete, number)
            }
            return
        }
        guard length.months + length.days + length.seconds > 0 else { throw Fault(.ruleNever, number) }
        try setInterval(length)
    }

    /// `every 3rd day`, where it is not one day of the month.
    private mutating func readEveryNthUnit(_ ordinal: Token) throws(Fault) {
        let unit = SpanUnit(rawValue: next.value) ?? .day
        if unit == .day, isNext(.of, at: 1) || ordinal.value == 1 { return try readNth(ordinal.value, ordinal) }
        guard ordinal.value >= 2, unit != .day || ordinal.value <= 3, unit.rawValue >= SpanUnit.hour.rawValue else {
            throw Fault(.everyNthDay, ordinal, a: ordinal.value)
        }
        try draft.rule.set(unit, interval: ordinal.value, take())
    }

    /// `every second day` is every other one; `every second tuesday` has two readings.
    private mutating func readEverySecond() throws(Fault) {
        let second = take()
        switch next.kind {
        case .unit:
            let unit = SpanUnit(rawValue: next.value) ?? .day
            if unit == .day, isNext(.of, at: 1) { return try readNth(2, second) }
            try draft.rule.set(unit, interval: 2, take())
        case .weekday, .workday:
            draft.rule.second = second
            try readNth(2, second)
        case .of, .month:
            try words.day.add(monthDay: 2, second)
        default: throw Fault(.incomplete, second)
        }
    }
}
