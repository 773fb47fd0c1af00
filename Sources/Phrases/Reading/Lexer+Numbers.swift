import Recurrence

/// Numbers, and the dates and times that are written with them.
extension Lexer {
    mutating func readNumber() throws(Fault) {
        let start = index
        var (value, count) = (0, 0)
        while Self.isDigit(byte(0)) {
            value = min(value * 10 + Int(byte(0) - 48), 99_999_999)
            count += 1
            index += 1
        }
        if count == 4, try readDate(year: value, from: start) { return }
        if isBehindDate {
            isBehindDate = false
            if count == 6 || count == 4 { return try addBasicClock(value, count, from: start) }
        }
        if count == 8 { return try addDate(value / 10_000, value / 100 % 100, value % 100, from: start) }
        if count <= 2, byte(0) == UInt8(ascii: ":") { return try readClock(hour: value, from: start) }
        if count <= 2, byte(0) == UInt8(ascii: "/"), Self.isDigit(byte(1)) {
            return try readSlashes(value, from: start)
        }
        if count <= 2, isDottedClock { return try addDottedClock(hour: value, from: start) }
        if count <= 2, try readDottedDate(value, from: start) { return }
        if byte(0) == UInt8(ascii: "."), Self.isDigit(byte(1)), count <= 4 { return readDecimal(value, from: start) }
        guard count <= 6 else { return add(.unknown, from: start) }
        if let length = ordinalSuffix {
            index += length
            return add(.ordinal, value, extra: count, from: start)
        }
        add(.number, value, extra: count, from: start)
    }

    private var ordinalSuffix: Int? {
        let isSuffix =
            switch (byte(0), byte(1)) {
            case (UInt8(ascii: "s"), UInt8(ascii: "t")), (UInt8(ascii: "n"), UInt8(ascii: "d")),
                (UInt8(ascii: "r"), UInt8(ascii: "d")), (UInt8(ascii: "t"), UInt8(ascii: "h")):
                true
            default: false
            }
        return isSuffix && !Self.isLetter(byte(2)) ? 2 : nil
    }

    private mutating func readDecimal(_ whole: Int, from start: Int) {
        index += 1
        var (value, place) = (whole * 1_000, 100)
        while Self.isDigit(byte(0)) {
            value += Int(byte(0) - 48) * place
            place /= 10
            index += 1
        }
        add(.decimal, value, from: start)
    }

    // MARK: - Dates

    /// A number of one or two digits behind `separator`, and its end; spaces may stand behind a dot.
    private func part(_ separator: UInt8, at offset: Int) -> (value: Int, end: Int)? {
        var end = offset
        guard byte(end) == separator else { return nil }
        end += 1
        if separator == UInt8(ascii: "."), byte(end) == UInt8(ascii: " ") { end += 1 }
        guard Self.isDigit(byte(end)) else { return nil }
        var value = Int(byte(end) - 48)
        end += 1
        if Self.isDigit(byte(end)) {
            value = value * 10 + Int(byte(end) - 48)
            end += 1
        }
        return Self.isDigit(byte(end)) ? nil : (value, end)
    }

    /// What may stand behind a year: a month and a day, or a week.
    private mutating func readDate(year: Int, from start: Int) throws(Fault) -> Bool {
        let separator = byte(0)
        if separator == UInt8(ascii: "-"), byte(1) == UInt8(ascii: "w") {
            try readWeek(year: year, from: start)
            return true
        }
        guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/") || separator == UInt8(ascii: "."),
            let month = part(separator, at: 0), let day = part(separator, at: month.end)
        else { return false }
        index += day.end
        try addDate(year, month.value, day.value, from: start)
        return true
    }

    private mutating func addDate(_ year: Int, _ month: Int, _ day: Int, from start: Int) throws(Fault) {
        guard let date = CivilDate(year: year, month: month, day: day) else {
            throw Fault(.noSuchDay, start, index, a: year, b: month, c: day)
        }
        add(.date, date.daysSinceEpoch, from: start)
        if byte(0) == UInt8(ascii: "t"), Self.isDigit(byte(1)) {
            index += 1
            isBehindDate = true
        }
    }

    /// `2026-W50` is its Monday, `2026-W50-3` its Wednesday.
    private mutating func readWeek(year: Int, from start: Int) throws(Fault) {
        guard Self.isDigit(byte(2)), Self.isDigit(byte(3)), !Self.isDigit(byte(4)) else {
            throw Fault(.noSuchWeek, start, min(index + 4, bytes.count), a: year)
        }
        let week = Int(byte(2) - 48) * 10 + Int(byte(3) - 48)
        index += 4
        var weekday = 1
        if byte(0) == UInt8(ascii: "-"), Self.isDigit(byte(1)) {
            weekday = Int(byte(1) - 48)
            index += 2
        }
        // The week of 4 January is the first (ISO 8601).
        guard let fourth = CivilDate(year: year, month: 1, day: 4), (1...7).contains(weekday), week >= 1 else {
            throw Fault(.noSuchWeek, start, index, a: year)
        }
        let monday = fourth.adding(days: (week - 1) * 7 - fourth.weekday.rawValue)
        guard monday.adding(days: 3).year == year else { throw Fault(.noSuchWeek, start, index, a: year) }
        add(.date, monday.daysSinceEpoch + weekday - 1, from: start)
    }

    /// `24/12`, or `24/12/2026`; which is the month is settled later.
    private mutating func readSlashes(_ first: Int, from start: Int) throws(Fault) {
        guard let second = part(UInt8(ascii: "/"), at: 0) else {
            throw Fault(.notUnderstood, start, min(index + 2, bytes.count))
        }
        index += second.end
        var year = 0
        if byte(0) == UInt8(ascii: "/"), Self.isDigit(byte(1)) {
            for offset in 1...4 {
                guard Self.isDigit(byte(offset)) else {
                    throw Fault(.notUnderstood, start, min(index + offset, bytes.count))
                }
                year = year * 10 + Int(byte(offset) - 48)
            }
            index += 5
        }
        add(.slashes, first << 8 | second.value, extra: year, from: start)
    }

    /// `24.12.2026`, `24.12.`; with a time such as 9.30 at the end of a sentence it has nothing in common.
    private mutating func readDottedDate(_ first: Int, from start: Int) throws(Fault) -> Bool {
        let dot = UInt8(ascii: ".")
        guard byte(0) == dot, Self.isDigit(byte(1)), let second = part(dot, at: 0), byte(second.end) == dot else {
            return false
        }
        var (year, end) = (0, second.end + 1)
        if Self.isDigit(byte(end)) {
            for _ in 0..<4 {
                guard Self.isDigit(byte(end)) else { return false }
                year = year * 10 + Int(byte(end) - 48)
                end += 1
            }
            guard !Self.isDigit(byte(end)) else { return false }
        } else {
            let month = language == .korean ? first : second.value
            guard (1...12).contains(month), byte(end) == 0 || byte(end) == UInt8(ascii: " ") else { return false }
        }
        index += end
        add(.slashes, first << 8 | second.value, extra: year, from: start)
        return true
    }

    // MARK: - Times of day

    private mutating func readClock(hour: Int, from start: Int) throws(Fault) {
        let hasDate = isBehindDate || tokens.last.kind == .date && bytes[start - 1] == UInt8(ascii: "t")
        var (parts, count) = (SIMD2<Int>(0, 0), 0)
        while count < 2, byte(0) == UInt8(ascii: ":") {
            guard Self.isDigit(byte(1)), Self.isDigit(byte(2)), !Self.isDigit(byte(3)) else {
                let end = min(index + (Self.isDigit(byte(1)) ? Self.isDigit(byte(2)) ? 3 : 2 : 1), bytes.count)
                throw Fault(.minuteDigits, start, end, a: hour)
            }
            parts[count] = Int(byte(1) - 48) * 10 + Int(byte(2) - 48)
            count += 1
            index += 3
        }
        guard hour < 24, parts[0] < 60, parts[1] < 60 else {
            throw Fault(.noSuchTime, start, index, a: hour, b: parts[0])
        }
        if count == 2 { try skipFraction(from: start) }
        add(.clock, hour * 3_600 + parts[0] * 60 + parts[1], from: start)
        if hasDate { try readOffset() }
    }

    /// The fraction of a second that programs write, which says nothing where it is zero.
    private mutating func skipFraction(from start: Int) throws(Fault) {
        guard byte(0) == UInt8(ascii: "."), Self.isDigit(byte(1)) else { return }
        var isZero = true
        repeat {
            index += 1
            isZero = isZero && byte(0) <= UInt8(ascii: "0")
        } while Self.isDigit(byte(1))
        index += 1
        guard isZero else { throw Fault(.fractionOfSecond, start, index) }
    }

    /// Whether minutes stand behind a dot, and the half of the day behind them, as in `3.30pm`.
    private var isDottedClock: Bool {
        guard byte(0) == UInt8(ascii: "."), Self.isDigit(byte(1)), Self.isDigit(byte(2)) else { return false }
        let half = byte(3) == UInt8(ascii: " ") ? 4 : 3
        let end = byte(half + 1) == UInt8(ascii: ".") ? half + 2 : half + 1
        return [UInt8(ascii: "a"), UInt8(ascii: "p")].contains(byte(half)) && byte(end) == UInt8(ascii: "m")
            && !Self.isLetter(byte(end + 1))
    }

    private mutating func addDottedClock(hour: Int, from start: Int) throws(Fault) {
        let minute = Int(byte(1) - 48) * 10 + Int(byte(2) - 48)
        index += 3
        guard hour < 24, minute < 60 else { throw Fault(.noSuchTime, start, index, a: hour, b: minute) }
        add(.clock, hour * 3_600 + minute * 60, from: start)
    }

    private mutating func addBasicClock(_ value: Int, _ count: Int, from start: Int) throws(Fault) {
        let clock = count == 6 ? value : value * 100
        let (hour, minute, second) = (clock / 10_000, clock / 100 % 100, clock % 100)
        guard hour < 24, minute < 60, second < 60 else { throw Fault(.noSuchTime, start, index, a: hour, b: minute) }
        if count == 6 { try skipFraction(from: start) }
        add(.clock, hour * 3_600 + minute * 60 + second, from: start)
        try readOffset()
    }

    /// What may follow the time of a date: `Z`, or `+01:00`.
    private mutating func readOffset() throws(Fault) {
        let start = index
        if byte(0) == UInt8(ascii: "z"), !Self.isLetter(byte(1)) {
            index += 1
            return add(.offset, 0, from: start)
        }
        let sign = byte(0)
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), Self.isDigit(byte(1)), Self.isDigit(byte(2)),
            byte(3) == UInt8(ascii: ":"), Self.isDigit(byte(4)), Self.isDigit(byte(5))
        else { return }
        let hours = Int(byte(1) - 48) * 10 + Int(byte(2) - 48)
        var seconds = hours * 3_600 + (Int(byte(4) - 48) * 10 + Int(byte(5) - 48)) * 60
        index += 6
        // The offsets of long ago have seconds.
        if byte(0) == UInt8(ascii: ":"), Self.isDigit(byte(1)), Self.isDigit(byte(2)) {
            seconds += Int(byte(1) - 48) * 10 + Int(byte(2) - 48)
            index += 3
        }
        guard hours < 24 else { throw Fault(.noSuchTime, start, index, a: hours) }
        add(.offset, sign == UInt8(ascii: "-") ? -seconds : seconds, from: start)
    }
}
