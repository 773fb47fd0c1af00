/// Reads an RRULE in one pass over its UTF-8 bytes.
struct RuleParser {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    var part = RulePart.frequency
    private var seen: UInt16 = 0
    private var end: Int
    let isStrict: Bool

    private static let maximumSize = 65_536

    init(_ bytes: UnsafeBufferPointer<UInt8>, form: TextForm) {
        self.bytes = bytes
        end = bytes.count
        isStrict = form == .strict
        while end > 0, bytes[end - 1] <= UInt8(ascii: " ") { end -= 1 }
        while position < end, bytes[position] <= UInt8(ascii: " ") { position += 1 }
    }

    /// Reads the rule into one that is still empty.
    mutating func parse(into rule: inout RecurrenceRule) throws(RecurrenceError) {
        guard bytes.count <= Self.maximumSize else {
            throw RecurrenceError(
                code: .limit, message: "must not be longer than 64 KiB", part: "RRULE", offset: 0)
        }
        if isStrict { try checkForm() }
        skipPropertyName()
        while position < end {
            try parsePart(into: &rule)
            if position < end { position += 1 }
            skipSpaces()
        }
        guard seen & RulePart.frequency.bit != 0 else {
            throw RecurrenceError(
                code: .syntax, message: "is required, such as FREQ=DAILY", part: "FREQ", offset: position)
        }
        try rule.checkCombinations(seen: seen)
    }

    /// Refuses what only lenient readers understand, but for dates, which know their own form.
    private func checkForm() throws(RecurrenceError) {
        for (offset, byte) in bytes.enumerated() where byte <= UInt8(ascii: " ") || (97...122).contains(byte) {
            throw RecurrenceError(
                code: .syntax, message: "must be in capital letters and without spaces in the strict form",
                part: "RRULE", offset: offset
            )
        }
        if bytes.count >= 6, bytes[5] == UInt8(ascii: ":") {
            throw RecurrenceError(
                code: .syntax, message: "must be the value alone, without RRULE:, in the strict form", part: "RRULE",
                offset: 0)
        }
        if bytes.last == UInt8(ascii: ";") {
            throw RecurrenceError(
                code: .syntax, message: "must not end with \";\" in the strict form", part: "RRULE",
                offset: bytes.count - 1)
        }
    }

    @inline(__always)
    mutating func skipSpaces() {
        while position < end, bytes[position] <= UInt8(ascii: " ") { position += 1 }
    }

    @inline(__always)
    private mutating func skipPropertyName() {
        let name: StaticString = "RRULE:"
        guard position + 6 <= end, bytes[position + 5] == UInt8(ascii: ":"),
            name.matches(bytes[position..<position + 6])
        else { return }
        position += 6
    }

    @inline(__always)
    private mutating func parsePart(into rule: inout RecurrenceRule) throws(RecurrenceError) {
        let start = position
        guard let part = takeName(), isAtEqualsSign else { throw nameFault(at: start) }
        self.part = part
        guard seen & part.bit == 0 else { throw fault(.conflict, "must appear only once", at: start) }
        seen |= part.bit
        position += 1
        skipSpaces()
        try parseValue(into: &rule)
        if isAtEndOfPart { return }
        skipSpaces()
        guard isAtEndOfPart else { throw fault(.syntax, "unexpected text after the value", at: position) }
    }

    /// The part whose name comes next, which is consumed.
    @inline(__always)
    private mutating func takeName() -> RulePart? {
        let letters = takeLetters()
        return RulePart(letters) ?? RulePart(letters, takeLetters())
    }

    /// What is wrong where a part does not begin with its name and "=".
    @inline(never)
    private func nameFault(at start: Int) -> RecurrenceError {
        let nameEnd = endOfName(from: start)
        let name = bytes[start..<nameEnd]
        guard let part = RulePart.allCases.first(where: { $0.name.matches(name) }) else {
            return RecurrenceError(code: .syntax, message: Self.complaint(about: name), part: "RRULE", offset: start)
        }
        return RecurrenceError(
            code: .syntax, message: "expected \"=\" and a value", part: "\(part.name)", offset: nameEnd)
    }

    /// What is wrong with the name of a part.
    private static func complaint(about name: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        if name.first == UInt8(ascii: ";") { return "a part is empty; remove one of the two \";\"" }
        return
            "\"\(quoted(name))\" is not an RRULE part; use FREQ, INTERVAL, COUNT, UNTIL, BYDAY or another of RFC 5545"
    }

    /// The beginning of what was written, safe to show.
    private static func quoted(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let text = String(
            decoding: bytes.prefix(24).map { (0x20..<0x7F).contains($0) || $0 >= 0x80 ? $0 : UInt8(ascii: "?") },
            as: UTF8.self)
        // A letter that is cut in its middle is left out.
        return bytes.count > 24 ? String(text.prefix { $0 != "\u{FFFD}" }) : text
    }

    @inline(__always)
    private mutating func parseValue(into rule: inout RecurrenceRule) throws(RecurrenceError) {
        switch part {
        case .frequency: rule.frequency = try frequency()
        case .interval: rule.interval = try positive()
        case .count: rule.count = try positive()
        case .until: rule.until = try until()
        case .weekStart: rule.weekStart = try weekday()
        case .calendar: rule.calendar = try calendar()
        case .skip: rule.skip = try word(RuleSkip.allCases, "OMIT, BACKWARD or FORWARD") { $0.name }
        case .byDay: try parseWeekdays(into: &rule)
        case .byMonth: try parseMonths(into: &rule)
        case .byMonthDay: try parseMonthDays(into: &rule)
        case .byHour: rule.hours = UInt32(truncatingIfNeeded: try numbers(0...23))
        case .byMinute: rule.minutes = try numbers(0...59)
        case .bySecond: rule.seconds = try numbers(0...60)
        case .byYearDay:
            try signedNumbers(RuleCalendar.longestYear) { number in rule.changeRare { $0.yearDays.insert(number) } }
        case .byWeekNumber: try parseWeekNumbers(into: &rule)
        case .bySetPosition:
            try signedNumbers(RuleCalendar.longestYear) { number in rule.changeRare { $0.setPositions.insert(number) } }
        }
    }

    @inline(__always)
    var isAtEndOfPart: Bool { position >= end || bytes[position] == UInt8(ascii: ";") }

    @inline(__always)
    var isAtEndOfWord: Bool { isAtEndOfPart || bytes[position] <= UInt8(ascii: " ") }

    @inline(__always)
    private var isAtEqualsSign: Bool { position < end && bytes[position] == UInt8(ascii: "=") }

    /// The letters that come next, eight at the most, which are consumed.
    @inline(__always)
    mutating func takeLetters() -> Letters {
        let letters =
            position &+ 8 <= end
            ? Letters(bytes, from: position, count: 8) : Letters(bytes, from: position, count: end &- position)
        position &+= letters.count
        return letters
    }

    /// The bytes up to the end of the part, which are consumed.
    @inline(__always)
    mutating func takeWord() -> Slice<UnsafeBufferPointer<UInt8>> {
        let start = position
        position = firstIndex(from: start) { $0 == UInt8(ascii: ";") || $0 <= UInt8(ascii: " ") }
        return bytes[start..<position]
    }

    /// The index of the "=" or ";" that ends a name, or the end; a "=" within eight bytes counts before a ";".
    private func endOfName(from start: Int) -> Int {
        let near = start + 8 <= end ? bytes[start..<start + 8].firstIndex(of: UInt8(ascii: "=")) : nil
        return near ?? firstIndex(from: start) { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ";") }
    }

    /// The index of the first byte that passes, or the end.
    @inline(__always)
    private func firstIndex(from start: Int, where passes: (UInt8) -> Bool) -> Int {
        // A local position stays in a register, which the parser's own does not.
        var index = start
        while index < end, !passes(bytes[index]) { index &+= 1 }
        return index
    }

    /// Consumes a byte where it comes next.
    @inline(__always)
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < end, UInt32(bytes[position]) == character.value else { return false }
        position += 1
        return true
    }

    /// Consumes the comma before a further value.
    @inline(__always)
    mutating func skipComma() -> Bool {
        if isAtEndOfPart { return false }
        skipSpaces()
        guard skip(",") else { return false }
        skipSpaces()
        return true
    }

    @inline(never)
    func fault(_ code: RecurrenceError.Code, _ message: String, at offset: Int) -> RecurrenceError {
        RecurrenceError(code: code, message: message, part: "\(part.name)", offset: offset)
    }
}
