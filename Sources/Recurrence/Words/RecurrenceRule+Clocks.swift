extension RecurrenceRule {
    /// The times of BYHOUR, BYMINUTE and BYSECOND as a clock shows them; seconds where the rule names them.
    var clocks: [String] {
        byHour.flatMap { hour in
            byMinute.flatMap { minute in
                let start = hour * 3_600 + minute * 60
                if bySecond.isEmpty { return [EnglishWords.clock(start)] }
                return bySecond.map { EnglishWords.clock(start + min($0, 59), showsSeconds: true) }
            }
        }
    }
}
