import Notify
import Recurrence
import Testing

@Suite struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT, the example of RFC 9110.
    private static let example = UTCInstant(secondsSinceEpoch: 784_111_777)

    @Test(arguments: [("0", 0), ("7", 7), ("120", 120), ("86400", 86_400), ("86401", 86_400), ("007", 7)])
    func `a number is seconds, a day at most`(text: String, seconds: Int64) {
        #expect(RetryAfter.wait(text, at: Self.example) == .seconds(seconds))
    }

    @Test func `a number that is too great to read is a day`() {
        #expect(RetryAfter.wait("99999999999999999999999999", at: Self.example) == RetryAfter.longest)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func `the three forms of a date are read`(text: String) {
        let minuteBefore = Self.example.advanced(by: .seconds(-60))
        #expect(RetryAfter.wait(text, at: minuteBefore) == .seconds(60))
        #expect(RetryAfter.wait(text, at: Self.example.advanced(by: .seconds(1))) == .zero)
        #expect(RetryAfter.wait(text, at: Self.example.advanced(by: .seconds(-90_000))) == RetryAfter.longest)
    }

    @Test func `a year of two digits lies within fifty years ahead`() throws {
        let now = try #require(UTCInstant("2026-11-21T00:00:00Z"))
        #expect(RetryAfter.wait("Saturday, 21-Nov-26 00:01:00 GMT", at: now) == .seconds(60))
        #expect(RetryAfter.wait("Saturday, 21-Nov-76 00:01:00 GMT", at: now) == RetryAfter.longest)
        #expect(RetryAfter.wait("Monday, 21-Nov-77 00:01:00 GMT", at: now) == .zero)
    }

    @Test(arguments: [
        "", " ", "-1", "+1", "1.5", "1e3", "soon", "5 minutes", "Sun, 06 Nov 1994", "Sun, 31 Feb 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 194 08:49:37 GMT",
        "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 006 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49::37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT and more text", String(repeating: "1", count: 101),
    ])
    func `what is neither is not obeyed`(text: String) {
        #expect(RetryAfter.wait(text, at: Self.example) == nil)
    }
}
