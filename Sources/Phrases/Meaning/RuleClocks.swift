/// The times of day of a rule: hours that share their minutes and seconds.
struct RuleClocks {
    /// Bit `n` is hour `n`.
    private(set) var hours: UInt32 = 0
    private(set) var pastHour = 0
    /// The one that was put in last.
    private(set) var last = -1

    var isEmpty: Bool { hours == 0 }
    var count: Int { hours.nonzeroBitCount }
    var minute: Int { pastHour / 60 }

    /// Puts a second of the day in; false where its minutes are not those of the others, or it is there already.
    mutating func insert(_ second: Int) -> Bool {
        let (hour, past) = (second / 3_600, second % 3_600)
        guard hours == 0 || past == pastHour, hours >> UInt32(hour) & 1 == 0 else { return false }
        hours |= 1 << UInt32(hour)
        (pastHour, last) = (past, second)
        return true
    }

    /// The first second of the day that is not before another.
    func first(from second: Int) -> Int? {
        var mask = hours
        while mask != 0 {
            let found = mask.trailingZeroBitCount * 3_600 + pastHour
            if found >= second { return found }
            mask &= mask - 1
        }
        return nil
    }
}
