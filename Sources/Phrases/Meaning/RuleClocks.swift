/// The times of day of a rule: each of its hours with each of its minutes.
struct RuleClocks {
    /// Bit `n` is hour `n`.
    private(set) var hours: UInt32 = 0
    /// Bit `n` is minute `n` of each of those hours.
    private(set) var minutes: UInt64 = 0
    private var second = 0
    /// The one that was put in last.
    private(set) var last = -1

    init() {}

    /// Makes the times from one to another that are so many seconds apart; the last may be of the next day.
    ///
    /// Nothing where not each of the hours would have the same minutes.
    init?(from first: Int, through last: Int, every step: Int) {
        guard step > 0, step % 60 == 0 else { return nil }
        var times = 0
        for time in stride(from: first, through: last, by: step) {
            hours |= 1 << UInt32(time / 3_600 % 24)
            minutes |= 1 << UInt64(time / 60 % 60)
            times += 1
        }
        second = first % 60
        guard count == times else { return nil }
    }

    var isEmpty: Bool { hours == 0 }
    var count: Int { hours.nonzeroBitCount * minutes.nonzeroBitCount }

    /// Puts a second of the day in; false where its minutes are not those of the others, or it is there already.
    mutating func insert(_ second: Int) -> Bool {
        let (hour, minute) = (second / 3_600, UInt64(1) << UInt64(second / 60 % 60))
        let isAlike = minutes == minute && self.second == second % 60
        guard hours == 0 || isAlike, hours >> UInt32(hour) & 1 == 0 else { return false }
        hours |= 1 << UInt32(hour)
        (minutes, self.second, last) = (minute, second % 60, second)
        return true
    }

    /// The first second of the day that is not before another.
    func first(from second: Int) -> Int? {
        var hours = hours
        while hours != 0 {
            var minutes = minutes
            while minutes != 0 {
                let found = hours.trailingZeroBitCount * 3_600 + minutes.trailingZeroBitCount * 60 + self.second
                if found >= second { return found }
                minutes &= minutes - 1
            }
            hours &= hours - 1
        }
        return nil
    }
}
