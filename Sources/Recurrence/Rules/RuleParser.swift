/// Reads an RRULE in one pass over its UTF-8 bytes.
struct RuleParser {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    var part = RulePart.frequency
    var rule = RecurrenceRule()
    private var seen: UInt16 = 0
    private var end: Int

    private static let maximumSize = 65_536

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        end = bytes.count
        while end > 0, bytes[end - 1] <= UInt8(ascii: " ") { end -= 1 }
        while position < end, bytes[position] <= UInt8(ascii: " ") { position += 1 }
    }

    mutating func parse() throws(RecurrenceError) -> RecurrenceRule {
        guard bytes.count <= Self.maximumSize else {
            throw RecurrenceError(
                code: .limit, message: "a rule may not be longer than 64 KiB", part: "RRULE", offset: 0)
        }
        skipPropertyName()
        while position < end {
            try parsePart()
            if position < end { position += 1 }
        }
        guard seen & RulePart.frequency.bit != 0 else {
            throw RecurrenceError(
                code: .syntax, message: "a rule needs FREQ, such as FREQ=DAILY", part: "FREQ", offset: position)
        }
        try RuleValidation(rule: rule, seen: seen).check()
        return rule
    }

    private mutating func skipPropertyName() {
        let name: StaticString = "RRULE:"
        guard position + 6 <= end, name.matches(bytes[position..<position + 6]) else { return }
        position += 6
    }

    private mutating func parsePart() throws(RecurrenceError) {
        let start = position
        while position < end, bytes[position] != UInt8(ascii: "="), bytes[position] != UInt8(ascii: ";") {
            position += 1
        }
        let name = bytes[start..<position]
        guard let part = RulePart.allCases.first(where: { $0.name.matches(name) }) else {
            throw RecurrenceError(
                code: .syntax, message: "\"\(Self.quoted(name))\" is no part of a rule that RFC 5545 knows",
                part: "RRULE", offset: start)
        }
        self.part = part
        guard position < end, bytes[position] == UInt8(ascii: "=") else {
            throw fault(.syntax, "the part needs \"=\" and a value", at: position)
        }
        guard seen & part.bit == 0 else { throw fault(.conflict, "the part may stand only once in a rule", at: start) }
        seen |= part.bit
        position += 1
        try parseValue()
        guard isAtEndOfPart else { throw fault(.syntax, "the value goes on with something unexpected", at: position) }
    }

    /// The beginning of what was written, safe to show.
    private static func quoted(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(decoding: bytes.prefix(24).map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    private mutating func parseValue() throws(RecurrenceError) {
        switch part {
        case .frequency: rule.frequency = try word(Frequency.allCases, "one of YEARLY, MONTHLY, … SECONDLY") { $0.name }
        case .interval: rule.interval = try positive()
        case .count: rule.count = try positive()
        case .until: rule.until = try until()
        case .weekStart: rule.weekStart = try weekday()
        case .calendar: rule.calendar = try calendar()
        case .skip: rule.skip = try word(RuleSkip.allCases, "OMIT, BACKWARD or FORWARD") { $0.name }
        case .byDay: try parseWeekdays()
        case .byMonth: try parseMonths()
        case .byMonthDay: try parseMonthDays()
        case .byHour: rule.hours = UInt32(truncatingIfNeeded: try numbers(0...23))
        case .byMinute: rule.minutes = try numbers(0...59)
        case .bySecond: rule.seconds = try numbers(0...60)
        case .byYearDay: rule.byYearDay = try signedNumbers(366)
        case .byWeekNumber: rule.byWeekNumber = try signedNumbers(53)
        case .bySetPosition: rule.bySetPosition = try signedNumbers(366)
        }
    }

    var isAtEndOfPart: Bool { position >= end || bytes[position] == UInt8(ascii: ";") }

    /// The bytes up to the end of the part, which are consumed.
    mutating func takeWord() -> Slice<UnsafeBufferPointer<UInt8>> {
        let start = position
        while !isAtEndOfPart { position += 1 }
        return bytes[start..<position]
    }

    /// Consumes a byte where it comes next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < end, UInt32(bytes[position]) == character.value else { return false }
        position += 1
        return true
    }

    func fault(_ code: RecurrenceError.Code, _ message: String, at offset: Int) -> RecurrenceError {
        RecurrenceError(code: code, message: message, part: "\(part.name)", offset: offset)
    }
}
