extension RuleParser {
    /// One of a few words.
    mutating func word<Value>(
        _ choices: [Value], _ expected: String, name: (Value) -> StaticString
    ) throws(RecurrenceError) -> Value {
        let start = position
        let word = takeWord()
        guard let value = choices.first(where: { name($0).matches(word) }) else {
            throw fault(.value, "the value must be \(expected)", at: start)
        }
        return value
    }

    mutating func calendar() throws(RecurrenceError) -> RuleCalendar {
        let start = position
        guard let calendar = RuleCalendar(word: takeWord()) else {
            let names = RuleCalendar.allCases.map(\.description).joined(separator: ", ")
            throw fault(.unsupported, "this calendar is not evaluated; use one of \(names)", at: start)
        }
        return calendar
    }

    mutating func positive() throws(RecurrenceError) -> Int {
        let start = position
        let value = try digits(limit: Int(Int32.max))
        guard value > 0 else { throw fault(.value, "the number must be 1 or more", at: start) }
        return value
    }

    mutating func until() throws(RecurrenceError) -> RecurrenceTime {
        let start = position
        guard let time = RecurrenceTime(bytes: takeWord()) else {
            throw fault(.value, "the value must be a date or date-time such as 20261224 or 20261224T090000Z", at: start)
        }
        return time
    }

    mutating func weekday() throws(RecurrenceError) -> Weekday {
        guard position + 2 <= bytes.count else {
            throw fault(.value, "a weekday such as MO belongs here", at: position)
        }
        let letters = bytes[position..<position + 2]
        guard let weekday = Weekday.allCases.first(where: { $0.name.matches(letters) }) else {
            throw fault(.value, "a weekday belongs here: MO, TU, WE, TH, FR, SA or SU", at: position)
        }
        position += 2
        return weekday
    }

    mutating func parseWeekdays() throws(RecurrenceError) {
        repeat {
            let start = position
            let isSigned = position < bytes.count && [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(bytes[position])
            let isNumbered = position < bytes.count && (48...57).contains(bytes[position])
            let ordinal = isSigned || isNumbered ? try signedNumber() : nil
            if let ordinal, !(1...53).contains(abs(ordinal)) {
                throw fault(.value, "the number of a weekday must be 1...53 or -53...-1", at: start)
            }
            let weekday = try weekday()
            if ordinal == nil {
                rule.weekdays |= 1 << UInt8(weekday.rawValue)
            } else {
                rule.weekdayOrdinals.append(RuleWeekday(weekday, ordinal: ordinal))
            }
        } while skip(",")
        rule.weekdayOrdinals.sortAndUnique()
    }

    mutating func parseMonths() throws(RecurrenceError) {
        repeat {
            let start = position
            let number = try digits(limit: 1_000)
            guard (1...13).contains(number) else { throw fault(.value, "a month must be 1...12", at: start) }
            if skip("L") || skip("l") {
                rule.leapMonths |= 1 << UInt16(number)
            } else {
                rule.months |= 1 << UInt16(number)
            }
        } while skip(",")
    }

    mutating func parseMonthDays() throws(RecurrenceError) {
        repeat {
            let start = position
            let number = try signedNumber()
            guard (1...31).contains(abs(number)) else {
                throw fault(.value, "a day of the month must be 1...31 or -31...-1", at: start)
            }
            if number > 0 {
                rule.monthDays |= 1 << UInt32(number)
            } else {
                rule.monthDaysFromEnd |= 1 << UInt32(-number)
            }
        } while skip(",")
    }

    /// A list of numbers, as a set of bits.
    mutating func numbers(_ range: ClosedRange<Int>) throws(RecurrenceError) -> UInt64 {
        var mask: UInt64 = 0
        repeat {
            let start = position
            let number = try digits(limit: 1_000)
            guard range.contains(number) else {
                throw fault(.value, "the number must be \(range.lowerBound)...\(range.upperBound)", at: start)
            }
            mask |= 1 << UInt64(number)
        } while skip(",")
        return mask
    }

    /// A list of numbers `1...limit` or `-limit...(-1)`, ascending and each once.
    mutating func signedNumbers(_ limit: Int) throws(RecurrenceError) -> [Int] {
        var values: [Int] = []
        repeat {
            let start = position
            let number = try signedNumber()
            guard (1...limit).contains(abs(number)) else {
                throw fault(.value, "the number must be 1...\(limit) or -\(limit)...-1", at: start)
            }
            values.append(number)
        } while skip(",")
        values.sortAndUnique()
        return values
    }

    private mutating func signedNumber() throws(RecurrenceError) -> Int {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        let value = try digits(limit: 1_000)
        return isNegative ? -value : value
    }

    private mutating func digits(limit: Int) throws(RecurrenceError) -> Int {
        let start = position
        var value = 0
        while position < bytes.count, case let digit = Int(bytes[position]) - 48, (0...9).contains(digit) {
            value = value * 10 + digit
            guard value <= limit else { throw fault(.value, "the number is too large", at: start) }
            position += 1
        }
        guard position > start else { throw fault(.syntax, "a whole number belongs here", at: start) }
        return value
    }
}

extension Array where Element: Comparable {
    /// Brings the elements into ascending order and keeps each once.
    mutating func sortAndUnique() {
        guard count > 1 else { return }
        sort()
        var kept = 1
        for index in 1..<count where self[index] != self[kept - 1] {
            self[kept] = self[index]
            kept += 1
        }
        removeSubrange(kept...)
    }
}
