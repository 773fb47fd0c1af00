import Recurrence
import Testing

/// The examples of the documentation, compiled and run.
///
/// Each lies between two marks, as the article shows it.
struct DocumentationTests {
    private func example() throws -> RecurrenceSet {
        let berlin = try Zone.named("Europe/Berlin")
        // example: set
        let set = try RecurrenceSet(
            start: "20260130T090000", zone: berlin, rules: ["FREQ=MONTHLY;BYDAY=-1FR"],
            exceptionDates: ["20260227T090000"])

        let firstThree = set.occurrences.prefix(3).map { set.text(of: $0) }
        // 2026-01-30T09:00:00+01:00, 2026-03-27T09:00:00+01:00, 2026-04-24T09:00:00+02:00
        // end
        #expect(firstThree == ["2026-01-30T09:00:00+01:00", "2026-03-27T09:00:00+01:00", "2026-04-24T09:00:00+02:00"])
        return set
    }

    @Test func `queries`() throws {
        let set = try example()
        // example: queries
        let newYear = try #require(UTCInstant("2056-01-01T00:00:00Z"))
        let next = set.first(after: newYear)
        let last = set.last(before: newYear)
        let thatMonth = set.count(from: newYear, before: newYear.advanced(by: .seconds(31 * 86_400)))
        let backwards = set.reversedOccurrences(before: newYear).prefix(2).map(\.start.description)
        // end
        #expect(next?.start.description == "2056-01-28T09:00:00" && thatMonth == 1)
        #expect(backwards == ["2055-12-31T09:00:00", "2055-11-26T09:00:00"] && last?.start.description == backwards[0])
    }

    @Test func `texts`() throws {
        // example: texts
        let rule = try RecurrenceRule("rrule:freq=monthly; byday=2TU; count=10")
        let canonical = rule.description
        // FREQ=MONTHLY;COUNT=10;BYDAY=2TU

        let workdays = try RecurrenceSet(
            cron: CronExpression("30 8 * * MON-FRI"), start: CivilDateTime(secondsSinceEpoch: 0), zone: nil)
        // end
        #expect(canonical == "FREQ=MONTHLY;COUNT=10;BYDAY=2TU")
        #expect(workdays.occurrences.first { _ in true }?.start.description == "1970-01-01T08:30:00")
    }

    // example: errors
    func explainFault(in text: String) -> String {
        do throws(RecurrenceError) {
            return try RecurrenceRule(text).explanation(in: .english)
        } catch {
            return "\(error.part ?? "RRULE"): \(error.message)"
        }
    }
    // end

    @Test func `errors`() {
        #expect(explainFault(in: "FREQ=DAILY") == "Every day")
        #expect(explainFault(in: "FREQ=DAILY;INTERVAL=0") == "INTERVAL: must be 1 or more")
    }
}
