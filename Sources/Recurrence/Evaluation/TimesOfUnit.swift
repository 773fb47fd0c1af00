/// The times of day that a rule chooses: as times within its smallest unit, and as filters on the units.
struct TimesOfUnit {
    /// 86,400, 3,600, 60 or 1 seconds.
    let unit: Int
    /// Seconds from the unit's beginning, ascending.
    private(set) var offsets: [Int]
    private(set) var hours = ~UInt32(0)
    private(set) var minutes = ~UInt64(0)
    private(set) var seconds = ~UInt64(0)

    var hasFilter: Bool { hours != ~0 || minutes != ~0 || seconds != ~0 }

    init(rule: RecurrenceRule, secondOfDay: Int, isDate: Bool) {
        guard !isDate else {
            (unit, offsets) = (86_400, [0])
            offsets = Self.pick(rule, offsets)
            return
        }
        // RFC 5545 §3.3.5: without leap seconds, second 60 is second 59.
        let wanted = rule.seconds >> 60 & 1 == 1 ? rule.seconds & ~(1 << 60) | 1 << 59 : rule.seconds
        var (hourList, minuteList, secondList) = ([0], [0], [0])
        switch rule.frequency {
        case .secondly: unit = 1
        case .minutely: unit = 60
        case .hourly: unit = 3_600
        default: unit = 86_400
        }
        if unit < 86_400 {
            if rule.hours != 0 { hours = rule.hours }
        } else {
            hourList = rule.hours == 0 ? [secondOfDay / 3_600] : rule.byHour
        }
        if unit < 3_600 {
            if rule.minutes != 0 { minutes = rule.minutes }
        } else {
            minuteList = rule.minutes == 0 ? [secondOfDay / 60 % 60] : rule.byMinute
        }
        if unit < 60 {
            if wanted != 0 { seconds = wanted }
        } else {
            secondList = wanted == 0 ? [secondOfDay % 60] : wanted.setBits
        }
        offsets = hourList.flatMap { hour in
            minuteList.flatMap { minute in secondList.map { hour * 3_600 + minute * 60 + $0 } }
        }
        offsets = Self.pick(rule, offsets)
    }

    /// Whether the grid of units ever meets the filters; what it never does in a day it never does at all.
    func meet(start: Int, interval: Int) -> Bool {
        guard hasFilter else { return true }
        let unitsPerDay = 86_400 / unit
        let step = greatestCommonDivisor(interval, unitsPerDay)
        let first = floorRemainder(floorDivide(start, unit), step)
        return stride(from: first, to: unitsPerDay, by: step).contains { allows(secondOfDay: $0 * unit) }
    }

    func allows(secondOfDay: Int) -> Bool {
        hours >> UInt32(secondOfDay / 3_600) & 1 == 1
            && minutes >> UInt64(secondOfDay / 60 % 60) & 1 == 1
            && seconds >> UInt64(secondOfDay % 60) & 1 == 1
    }

    /// With a frequency of a day and less, the period is the unit: BYSETPOS picks among its times.
    private static func pick(_ rule: RecurrenceRule, _ offsets: [Int]) -> [Int] {
        guard !rule.bySetPosition.isEmpty, rule.frequency <= .daily else { return offsets }
        let places = rule.bySetPosition.map { $0 > 0 ? $0 - 1 : offsets.count + $0 }
        return Set(places.filter(offsets.indices.contains)).sorted().map { offsets[$0] }
    }
}
