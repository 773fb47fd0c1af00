/// Arithmetic of the proleptic Gregorian calendar on day numbers (1970-01-01 is 0).
///
/// The day and month conversions count years from 1 March, so that the leap day is the last of its year
/// (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
package enum GregorianMonth {
    /// Days in 400 years, after which the calendar and its weekdays repeat.
    static let daysInCycle = 146_097

    @inline(__always)
    static func isLeap(_ year: Int) -> Bool {
        year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// How many days a month has.
    @inline(__always)
    package static func length(year: Int, month: Int) -> Int {
        // 31 but for the 30-day months; the shifts read bit `month` of a constant.
        if month == 2 { return isLeap(year) ? 29 : 28 }
        return 30 + (0b1_0101_1010_1010 >> month) & 1
    }

    /// The number of days before the month in its year, 0 for January.
    @inline(__always)
    static func daysBefore(month: Int, leap: Bool) -> Int {
        if month <= 2 { return (month - 1) * 31 }
        return (153 * (month - 3) + 2) / 5 + (leap ? 60 : 59)
    }

    @inline(__always)
    static func firstDay(year: Int, month: Int) -> Int {
        firstDay(year: year) + daysBefore(month: month, leap: isLeap(year))
    }

    @inline(__always)
    static func firstDay(year: Int) -> Int {
        let past = year - 1
        return 365 * past + floorDivide(past, 4) - floorDivide(past, 100) + floorDivide(past, 400) - 719_162
    }

    static func fields(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = floorDivide(shifted, daysInCycle)
        let dayOfEra = shifted - era * daysInCycle
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

/// Division that rounds down; the divisor is positive.
@inline(__always)
func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    let quotient = value / divisor
    return quotient &* divisor > value ? quotient &- 1 : quotient
}

/// The remainder in `0..<divisor`; the divisor is positive.
@inline(__always)
package func floorRemainder(_ value: Int, _ divisor: Int) -> Int {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
}
