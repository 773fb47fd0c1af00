extension HelpTopic {
    /// When and where the phrases of the topic are said.
    static let moment = (now: "2026-11-21T14:30", zone: "Europe/Berlin")

    static let dates = HelpTopic(
        name: "dates",
        abstract: "dates, times and repetitions in words, in English and Korean",
        sections: [
            Section(
                "Phrases",
                .text(
                    """
                    A phrase is taken as a whole or not at all. In a line of taskd add it stands at the end or at the start. One \
                    that could mean two things is refused, with what to type instead; in such a line it stays in the title, and a note tells \
                    so. The order of its parts is free, and words \
                    such as on, at, by and the are passed over. The examples are said on Saturday 2026-11-21 at 14:30 in Berlin. \
                    To see what a phrase means here and now:
                    """),
                .commands(["taskd date 'next friday 5pm'", "taskd date 다음 주 금요일 오후 5시"])),
            Section(
                "Days",
                .text(
                    """
                    A weekday by itself is the first one after today. With next it is the one of next week; weeks begin on \
                    Monday, unless weekStart in your settings says otherwise; next week is its Monday all the same. A day without a time is a date.
                    """),
                .phrases([
                    ("today", "2026-11-21"), ("tomorrow", "2026-11-22"), ("tom", "2026-11-22"),
                    ("day after tomorrow", "2026-11-23"), ("fri", "2026-11-27"), ("next friday", "2026-11-27"),
                    ("friday after next", "2026-12-04"), ("next week", "2026-11-23"), ("next month", "2026-12-01"),
                    ("this weekend", "2026-11-21"), ("end of next month", "2026-12-31"), ("in 3 days", "2026-11-24"),
                    ("a week from friday", "2026-12-04"), ("dec 1", "2026-12-01"), ("the 15th", "2026-12-15"),
                    ("2026-12-01", "2026-12-01"), ("내일", "2026-11-22"), ("다음 주 금요일", "2026-11-27"),
                    ("12월 25일", "2026-12-25"), ("사흘 뒤", "2026-11-24"),
                ])),
            Section(
                "Times of day",
                .text(
                    """
                    A time with minutes in digits is that of the 24-hour clock. A bare hour beside a day is in the afternoon \
                    from 1 to 6 and in the morning from 7 to 11; alone it is refused, but for "at 13" to "at 23". A time alone is the next such moment. Morning is \
                    9:00, noon 12:00, afternoon 15:00, evening 19:00 and night 21:00, unless dayParts in your settings says \
                    otherwise. Times are those of your zone (TASKD_ZONE, else this machine's); UTC or a name such as Asia/Seoul at the end says another.
                    """),
                .phrases([
                    ("5pm", "2026-11-21T17:00"), ("9am", "2026-11-22T09:00"), ("tomorrow at 3", "2026-11-22T15:00"),
                    ("tomorrow 3:00", "2026-11-22T03:00"), ("tomorrow 9am Asia/Seoul", "2026-11-22T09:00[Asia/Seoul]"),
                    ("friday evening", "2026-11-27T19:00"),
                    ("friday midnight", "2026-11-28T00:00"), ("tomorrow 3-4pm", "2026-11-22T15:00/2026-11-22T16:00"),
                    ("내일 오후 3시 반", "2026-11-22T15:30"), ("금요일 저녁 7시", "2026-11-27T19:00"),
                ])),
            Section(
                "Repetitions",
                .phrases([
                    ("every day at 9am", "2026-11-22T09:00 RRULE:FREQ=DAILY"),
                    ("every mon, wed and fri at 7:30", "2026-11-23T07:30 RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR"),
                    ("every other tue at 9", "2026-11-24T09:00 RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
                    ("every last day of the month", "2026-11-30 RRULE:FREQ=MONTHLY;BYMONTHDAY=-1"),
                    ("every 2nd tuesday of the month", "2026-12-08 RRULE:FREQ=MONTHLY;BYDAY=2TU"),
                    ("every mon 4 times", "2026-11-23 RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=MO"),
                    ("매주 월요일 오전 9시", "2026-11-23T09:00 RRULE:FREQ=WEEKLY;BYDAY=MO"),
                    ("매월 말일", "2026-11-30 RRULE:FREQ=MONTHLY;BYMONTHDAY=-1"),
                ]),
                .text(
                    """
                    `every!` counts from when the last one was done. A rule ends with until and a date, with a number of times, \
                    or with for and a span.
                    """)),
            Section(
                "Refused",
                .text(
                    """
                    What is vague (soon, later, in a few days), has two readings (biweekly, at 8, and 3/4 unless dateOrder in \
                    your settings says which), does not exist (feb 30, 25:00) or contradicts itself (tomorrow friday) is \
                    refused, with a phrase to try.
                    """)),
            Section(
                "Settings",
                .text("Your settings, and the file that they are in, are shown by:"),
                .commands(["taskd config"])),
        ],
        related: [("taskd-date", 1), ("taskd-filters", 7)]
    )
}
