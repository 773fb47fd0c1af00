import Phrases
import Testing

/// The first and the last days of quarters: those of the year, unless they count from a day that is said.
struct QuarterTests {
    @Test(arguments: [
        ("first day of every quarter", "2027-01-01 RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1"),
        ("every quarter on the 1st", "2027-01-01 RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1"),
        ("every quarter on the 1st at 9am", "2027-01-01T09:00 RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1"),
        ("every quarter on the last day", "2026-12-31 RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1"),
        ("first monday of every quarter", "2027-01-04 RRULE:FREQ=MONTHLY;INTERVAL=3;BYDAY=1MO"),
        ("every quarter on the last friday", "2026-12-25 RRULE:FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR"),
        ("매 분기 첫날", "2027-01-01 RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1"),
        ("매분기 말일", "2026-12-31 RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1"),
        ("every quarter on the 1st starting feb 1", "2027-02-01 RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1"),
        ("every quarter", "2026-11-21 RRULE:FREQ=MONTHLY;INTERVAL=3"),
        ("quarterly on the 15th", "2026-12-15 RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15"),
        ("every 3 months on the 1st", "2026-12-01 RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1"),
    ])
    func `A quarter begins where the year's does`(phrase: String, expected: String) throws {
        #expect(try PhraseVector.ordered(meaning(phrase)) == PhraseVector.ordered(expected))
    }
}
