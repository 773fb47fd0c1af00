import Recurrence
import Testing

/// Texts that real calendars carry and the RFC does not allow, and what is made of them.
struct LenientReadingTests {
    @Test(arguments: [
        // A date means the whole day.
        ("20260101T090000", nil, "20260103", 3), ("20260101T090000", "Europe/Berlin", "20260103", 3),
        ("20260101T090000Z", "UTC", "20260103", 3),
        // A local time is read in the zone of the set.
        ("20260101T090000", "Europe/Berlin", "20260103T090000", 3),
        ("20260101T090000", "Europe/Berlin", "20260103T085959", 2),
        // An instant counts as an instant, also to the second.
        ("20260101T090000", "Europe/Berlin", "20260103T080000Z", 3),
        ("20260101T090000", "Europe/Berlin", "20260103T075959Z", 2),
        ("20260101T090000", nil, "20260103T090000Z", 3), ("20260101T090000", nil, "20260103T085959Z", 2),
        // A set of whole days takes the day of a time.
        ("20260101", nil, "20260103T000000", 3), ("20260101", nil, "20260103T235959Z", 3),
        ("20260101", "Europe/Berlin", "20260102T230000Z", 3), ("20260101", "Europe/Berlin", "20260102T225959Z", 2),
        // Nothing lies before DTSTART.
        ("20260101T090000", nil, "20251231", 0), ("20260101T090000", "Europe/Berlin", "20260101T075959Z", 0),
    ])
    func `UNTIL of any form ends a set`(start: String, zone: String?, until: String, count: Int) throws {
        let rules = ["FREQ=DAILY;UNTIL=\(until)"]
        let set = try RecurrenceSet(start: start, zone: zone == "UTC" ? .utc : zone.map(Zone.named), rules: rules)
        #expect(set.occurrences.reduce(0) { sum, _ in sum + 1 } == count)
    }

    @Test(arguments: [
        "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4", "RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4",
        "rrule:freq=weekly;byday=mo,we;count=4",
        "  FREQ=WEEKLY;BYDAY=WE,MO;COUNT=4\r\n", "COUNT=4;BYDAY=MO,MO,WE;FREQ=WEEKLY;",
        "\tFREQ=WEEKLY;WKST=MO;INTERVAL=1;BYDAY=MO,WE;COUNT=4",
        "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=0004",
    ])
    func `case, order, repetition and surrounding space do not matter`(text: String) throws {
        #expect(try RecurrenceRule(text).description == "FREQ=WEEKLY;COUNT=4;BYDAY=MO,WE")
    }

    @Test(arguments: [
        "FREQ=DAILY;BYDAY=MO,,TU",
        "FREQ=DAILY;BYDAY=",
        "FREQ=DAILY;BYHOUR=9,", "FREQ=DAILY;COUNT=+3", "FREQ=DAILY;COUNT=3.0", "FREQ=DAILY;UNTIL=",

        "FREQ=DAILY,WEEKLY", "RRULE:RRULE:FREQ=DAILY", "EXRULE:FREQ=DAILY",
        "FREQ=YEARLY;BYMONTHDAY=--1", "FREQ=YEARLY;BYDAY=1", "FREQ=YEARLY;BYDAY=0MO", "FREQ=YEARLY;BYSETPOS=0;BYDAY=MO",
    ])
    func `what could mean two things is refused with its place`(text: String) throws {
        let error = try #require(throws: RecurrenceError.self) { try RecurrenceRule(text) }
        #expect(error.part != nil && !error.message.isEmpty)
        #expect(try (0...text.utf8.count).contains(#require(error.offset)))
    }
}
