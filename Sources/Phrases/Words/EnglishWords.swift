/// The words of English phrases, in small letters.
enum EnglishWords {
    static let table = WordTable(days + months + times + lengths + numbers + rules + joints + refused)

    private static let days: [WordTable.Entry] = [
        .init(.present, 0, "now"),
        .init(.relativeDay, 0, "today tod"),
        .init(.relativeDay, 1, "tomorrow tom tmr tmrw"),
        .init(.relativeDay, -1, "yesterday"),
        .init(.weekday, 0, "monday mon"),
        .init(.weekday, 1, "tuesday tue tues"),
        .init(.weekday, 2, "wednesday wed weds"),
        .init(.weekday, 3, "thursday thu thur thurs"),
        .init(.weekday, 4, "friday fri"),
        .init(.weekday, 5, "saturday sat"),
        .init(.weekday, 6, "sunday sun"),
        .init(.weekdays, 0, "mondays mons"),
        .init(.weekdays, 1, "tuesdays"),
        .init(.weekdays, 2, "wednesdays"),
        .init(.weekdays, 3, "thursdays"),
        .init(.weekdays, 4, "fridays fris"),
        .init(.weekdays, 5, "saturdays sats"),
        .init(.weekdays, 6, "sundays"),
        .init(.workday, 0, "weekday workday"),
        .init(.workdays, 0, "weekdays workdays"),
        .init(.weekend, 0, "weekend"),
        .init(.weekends, 0, "weekends"),
        .init(.this, 0, "this"),
        .init(.next, 1, "next"),
        .init(.last, -1, "last"),
        .init(.endOf, 0, "end"),
        .init(.endOfMonth, 0, "eom"),
        .init(.endOfQuarter, 0, "eoq"),
        .init(.endOfYear, 0, "eoy"),
    ]

    private static let months: [WordTable.Entry] = [
        .init(.month, 1, "january jan"),
        .init(.month, 2, "february feb"),
        .init(.month, 3, "march mar"),
        .init(.month, 4, "april apr"),
        .init(.month, 5, "may"),
        .init(.month, 6, "june jun"),
        .init(.month, 7, "july jul"),
        .init(.month, 8, "august aug"),
        .init(.month, 9, "september sep sept"),
        .init(.month, 10, "october oct"),
        .init(.month, 11, "november nov"),
        .init(.month, 12, "december dec"),
    ]

    private static let times: [WordTable.Entry] = [
        .init(.half, DayHalf.morningHalf.rawValue, "am"),
        .init(.half, DayHalf.afternoonHalf.rawValue, "pm"),
        .init(.half, DayHalf.morning.rawValue, "morning"),
        .init(.half, DayHalf.afternoon.rawValue, "afternoon"),
        .init(.half, DayHalf.evening.rawValue, "evening"),
        .init(.half, DayHalf.night.rawValue, "night"),
        .init(.halves, DayHalf.morning.rawValue, "mornings"),
        .init(.halves, DayHalf.afternoon.rawValue, "afternoons"),
        .init(.halves, DayHalf.evening.rawValue, "evenings"),
        .init(.halves, DayHalf.night.rawValue, "nights nightly"),
        .init(.noon, 0, "noon midday"),
        .init(.midnight, 0, "midnight"),
        .init(.tonight, 0, "tonight"),
        .init(.thirty, 0, "half"),
        .init(.quarter, 0, "quarter"),
        .init(.past, 0, "past"),
        .init(.oclock, 0, "o'clock oclock"),
        .init(.zone, 0, "utc"),
        .init(
            .zoneAbbreviation, 0,
            """
            est edt cst cdt mst mdt pst pdt gmt bst cet cest jst kst ist wet west eet eest hst akst akdt aest aedt acst \
            awst msk nzst nzdt
            """),
    ]

    private static let lengths: [WordTable.Entry] = [
        .init(.unit, SpanUnit.second.rawValue, "second seconds sec secs s"),
        .init(.unit, SpanUnit.minute.rawValue, "minute minutes min mins m"),
        .init(.unit, SpanUnit.hour.rawValue, "hour hours hr hrs h"),
        .init(.unit, SpanUnit.day.rawValue, "day days d"),
        .init(.unit, SpanUnit.week.rawValue, "week weeks wk wks w"),
        .init(.unit, SpanUnit.fortnight.rawValue, "fortnight fortnights"),
        .init(.unit, SpanUnit.month.rawValue, "month months mo mos"),
        .init(.unit, SpanUnit.quarter.rawValue, "quarters"),
        .init(.unit, SpanUnit.year.rawValue, "year years yr yrs y"),
        .init(.article, 1, "a an"),
        .init(.ago, 0, "ago"),
        .init(.later, 0, "later"),
        .init(.inWord, 0, "in"),
    ]

    private static let numbers: [WordTable.Entry] = [
        .init(.number, 1, "one"), .init(.number, 2, "two"), .init(.number, 3, "three"), .init(.number, 4, "four"),
        .init(.number, 5, "five"), .init(.number, 6, "six"), .init(.number, 7, "seven"), .init(.number, 8, "eight"),
        .init(.number, 9, "nine"), .init(.number, 10, "ten"), .init(.number, 11, "eleven"),
        .init(.number, 12, "twelve"), .init(.number, 13, "thirteen"), .init(.number, 14, "fourteen"),
        .init(.number, 15, "fifteen"), .init(.number, 16, "sixteen"), .init(.number, 17, "seventeen"),
        .init(.number, 18, "eighteen"), .init(.number, 19, "nineteen"), .init(.number, 20, "twenty"),
        .init(.number, 30, "thirty"), .init(.number, 40, "forty"), .init(.number, 50, "fifty"),
        .init(.number, 60, "sixty"), .init(.number, 70, "seventy"), .init(.number, 80, "eighty"),
        .init(.number, 90, "ninety"),
        .init(.ordinal, 1, "first"), .init(.ordinal, 3, "third"), .init(.ordinal, 4, "fourth"),
        .init(.ordinal, 5, "fifth"), .init(.ordinal, 6, "sixth"), .init(.ordinal, 7, "seventh"),
        .init(.ordinal, 8, "eighth"), .init(.ordinal, 9, "ninth"), .init(.ordinal, 10, "tenth"),
        .init(.ordinal, 11, "eleventh"), .init(.ordinal, 12, "twelfth"), .init(.ordinal, 13, "thirteenth"),
        .init(.ordinal, 14, "fourteenth"), .init(.ordinal, 15, "fifteenth"), .init(.ordinal, 20, "twentieth"),
        .init(.ordinal, 30, "thirtieth"),
    ]

    private static let rules: [WordTable.Entry] = [
        .init(.every, 0, "every each"),
        .init(.other, 0, "other alternate"),
        .init(.frequency, SpanUnit.hour.rawValue, "hourly"),
        .init(.frequency, SpanUnit.day.rawValue, "daily"),
        .init(.frequency, SpanUnit.week.rawValue, "weekly"),
        .init(.frequency, SpanUnit.fortnight.rawValue, "fortnightly"),
        .init(.frequency, SpanUnit.month.rawValue, "monthly"),
        .init(.frequency, SpanUnit.quarter.rawValue, "quarterly"),
        .init(.frequency, SpanUnit.year.rawValue, "yearly annually"),
        .init(.times, 0, "times time"),
        .init(.per, 0, "per"),
        .init(.completion, 0, "completion completing completed done finishing"),
        .init(.starting, 0, "starting beginning start since"),
        .init(.until, 0, "until till til ending"),
        .init(.through, 0, "through thru"),
    ]

    private static let joints: [WordTable.Entry] = [
        .init(.filler, 0, "by"),
        .init(.on, 0, "on"),
        .init(.at, 0, "at"),
        .init(.the, 0, "the"),
        .init(.of, 0, "of"),
        .init(.conjunction, 0, "and"),
        .init(.alternative, 0, "or"),
        .init(.to, 0, "to"),
        .init(.from, 0, "from"),
        .init(.during, 0, "for"),
        .init(.after, 0, "after"),
        .init(.before, 0, "before"),
        .init(.between, 0, "between"),
    ]

    private static let refused: [WordTable.Entry] = [
        .init(
            .vague, 0,
            """
            soon someday sometime eventually few several some couple mid middle late early eow eod asap around about \
            approximately approx roughly whenever never within
            """),
        .init(.twice, 1, "once"), .init(.twice, 2, "twice"), .init(.twice, 3, "thrice"),
        .init(.twoWeekly, 0, "biweekly"),
        .init(.twoMonthly, 0, "bimonthly"),
        .init(.holiday, Holiday.christmas.rawValue, "christmas xmas"),
        .init(.holiday, Holiday.newYear.rawValue, "hogmanay"),
        .init(.holiday, Holiday.halloween.rawValue, "halloween"),
        .init(.holiday, Holiday.valentine.rawValue, "valentines valentine"),
        .init(.holiday, Holiday.thanksgiving.rawValue, "thanksgiving"),
        .init(.holiday, Holiday.easter.rawValue, "easter"),
        .init(.holiday, Holiday.moving.rawValue, "passover ramadan diwali hanukkah eid"),
        .init(.holiday, Holiday.chuseok.rawValue, "chuseok"),
        .init(.holiday, Holiday.seollal.rawValue, "seollal"),
    ]
}
