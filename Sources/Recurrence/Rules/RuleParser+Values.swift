extension RuleParser {
    /// One of a few words.
    mutating func word<Value>(
        _ choices: [Value], _ expected: String, name: (Value) -> StaticString
    ) throws(RecurrenceError) -> Value {
        let start = position
        let word = takeWord()
        guard let value = choices.first(where: { name($0).matches(word) }) else {
            throw fault(.value, "must be \(expected)", at: start)
        }
        return value
    }

    @inline(__always)
    mutating func frequency() throws(RecurrenceError) -> Frequency {
        let start = position
        guard let value = Frequency(takeLetters()), isAtEndOfWord else {
            throw fault(.value, "must be YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY or SECONDLY", at: start)
        }
        return value
    }

    mutating func calendar() throws(RecurrenceError) -> RuleCalendar {
        let start = position
        guard let calendar = RuleCalendar(word: takeWord()) else {
            let names = RuleCalendar.allCases.map(\.description).joined(separator: ", ")
            throw fault(.unsupported, "unsupported calendar; use one of \(names)", at: start)
        }
        return calendar
    }

    @inline(__always)
    mutating func positive() throws(RecurrenceError) -> Int {
        let start = position
        let value = try digits(limit: Int(Int32.max), expected: "expected a whole number of 1 or more")
        guard value > 0 else { throw fault(.value, "must be 1 or more", at: start) }
        return value
    }

    mutating func until() throws(RecurrenceError) -> RecurrenceTime {
        let start = position
        let word = takeWord()
        guard let time = RecurrenceTime(bytes: word), !isStrict || !word.contains(UInt8(ascii: "-")) else {
            throw fault(
                .value, "must be a date or date-time that there is, such as 20261224 or 20261224T090000Z", at: start)
        }
        return time
    }

    @inline(__always)
    mutating func weekday() throws(RecurrenceError) -> Weekday {
        guard position + 2 <= bytes.count else {
            throw fault(.value, "expected a weekday such as MO", at: position)
        }
        guard let weekday = Weekday(Letters(bytes, from: position, count: 2)) else {
            throw fault(.value, "expected a weekday: MO, TU, WE, TH, FR, SA or SU", at: position)
        }
        position += 2
        return weekday
    }

    @inline(__always)
    mutating func parseWeekdays(into rule: inout RecurrenceRule) throws(RecurrenceError) {
        repeat {
            let start = position
            // Signs and digits come before the letters in ASCII; so does the comma after an empty value.
            let isNumbered =
                position < bytes.count && bytes[position] < UInt8(ascii: "A") && bytes[position] != UInt8(ascii: ",")
            let ordinal = isNumbered ? try signedNumber() : nil
            if let ordinal, !(1...53).contains(ordinal.magnitude) {
                throw fault(.value, "the number of a weekday must be 1 to 53 or -53 to -1", at: start)
            }
            let weekday = try weekday()
            if let ordinal {
                rule.insert(weekday, ordinal: ordinal)
            } else {
                rule.weekdays |= 1 << UInt8(weekday.rawValue)
            }
        } while skipComma()
    }

    mutating func parseMonths(into rule: inout RecurrenceRule) throws(RecurrenceError) {
        repeat {
            let start = position
            let number = try digits(limit: 1_000)
            guard (1...13).contains(number) else { throw fault(.value, "a month must be 1 to 12", at: start) }
            if skip("L") || skip("l") {
                rule.leapMonths |= 1 << UInt16(number)
            } else {
                rule.months |= 1 << UInt16(number)
            }
        } while skipComma()
    }

    mutating func parseMonthDays(into rule: inout RecurrenceRule) throws(RecurrenceError) {
        repeat {
            let start = position
            let number = try signedNumber()
            guard (1...31).contains(abs(number)) else {
                throw fault(.value, "a day of the month must be 1 to 31 or -31 to -1", at: start)
            }
            if number > 0 {
                rule.monthDays |= 1 << UInt32(number)
            } else {
                rule.monthDaysFromEnd |= 1 << UInt32(-number)
            }
        } while skipComma()
    }

    /// A list of numbers, as a set of bits.
    mutating func numbers(_ range: ClosedRange<Int>) throws(RecurrenceError) -> UInt64 {
        var mask: UInt64 = 0
        repeat {
            let start = position
            let number = try digits(limit: 1_000)
            guard range.contains(number) else {
                throw fault(.value, "must be \(range.lowerBound) to \(range.upperBound)", at: start)
            }
            mask |= 1 << UInt64(number)
        } while skipComma()
        return mask
    }

    /// A list of numbers `1...limit` or `-limit...(-1)`.
    mutating func signedNumbers(_ limit: Int, _ take: (Int) -> Void) throws(RecurrenceError) {
        repeat {
            let start = position
            let number = try signedNumber()
            guard (1...limit).contains(abs(number)) else {
                throw fault(.value, "must be 1 to \(limit) or -\(limit) to -1", at: start)
            }
            take(number)
        } while skipComma()
    }

    /// The weeks of BYWEEKNO.
    mutating func parseWeekNumbers(into rule: inout RecurrenceRule) throws(RecurrenceError) {
        try signedNumbers(53) { number in
            if number > 0 {
                rule.weekNumbers |= 1 << UInt64(number)
            } else {
                rule.weekNumbersFromEnd |= 1 << UInt64(-number)
            }
        }
    }

    @inline(__always)
    private mutating func signedNumber() throws(RecurrenceError) -> Int {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        let value = try digits(limit: 1_000)
        return isNegative ? -value : value
    }

    @inline(__always)
    private mutating func digits(
        limit: Int, expected: @autoclosure () -> String = "expected a whole number"
    ) throws(RecurrenceError) -> Int {
        let start = position
        var (index, value) = (start, 0)
        while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
            value = value &* 10 &+ Int(digit)
            guard value <= limit else { throw fault(.value, "the number is too large", at: start) }
            index &+= 1
        }
        position = index
        guard position > start else { throw fault(.syntax, expected(), at: start) }
        return value
    }
}
