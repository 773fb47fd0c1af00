import Basics
import Foundation
import Recurrence
import Scheduler
import TestSupport
import Testing

@testable import taskd

/// `taskd date`, which needs no daemon.
struct DateCommandTests {
    private static let saturday = ["--now", "2026-11-21T14:30", "--zone", "Europe/Berlin"]

    @Test
    func `a phrase is told in a form that can be read again and in words`() async throws {
        let day = try await BuiltProgram.run(["date", "next", "friday", "5pm"] + Self.saturday)
        #expect(day.status == 0)
        #expect(day.output == "2026-11-27T17:00\nFri 27 Nov 2026 17:00\n")
        let rule = try await BuiltProgram.run(["date", "every last friday of the month at 5pm"] + Self.saturday)
        #expect(
            rule.output == """
                2026-11-27T17:00 RRULE:FREQ=MONTHLY;BYDAY=-1FR
                Every month on the last Friday of the month at 17:00
                  Fri 27 Nov 2026 17:00
                  Fri 25 Dec 2026 17:00
                  Fri 29 Jan 2027 17:00
                  Fri 26 Feb 2027 17:00
                  Fri 26 Mar 2027 17:00

                """)
        let korean = try await BuiltProgram.run(["date", "내일 오후 3시부터 5시까지"] + Self.saturday)
        #expect(
            korean.output == """
                2026-11-22T15:00/2026-11-22T17:00
                2026년 11월 22일 일요일 오후 3시부터 2026년 11월 22일 일요일 오후 5시까지

                """)
    }

    @Test
    func `what is printed is read as the same, line by line`() async throws {
        let phrases = [
            "every 90 minutes", "매년 음력 8월 15일", "tomorrow 9am Asia/Seoul", "dec 1 - dec 5", "every! 3 days",
        ]
        for phrase in phrases {
            let printed = try await BuiltProgram.run(["date", phrase] + Self.saturday).output.split(separator: "\n")
            let again = try await BuiltProgram.run(["date", String(printed[0])] + Self.saturday)
            #expect(again.output.split(separator: "\n")[0] == printed[0], "\(phrase)")
            let words = try await BuiltProgram.run(["date", String(printed[1])] + Self.saturday)
            #expect(words.output.split(separator: "\n").first == printed[0], "\(phrase): \(printed[1])")
            for time in printed.dropFirst(2) {
                let read = try await BuiltProgram.run(["date", String(time)] + Self.saturday)
                #expect(read.status == 0, "\(phrase): \(time)")
            }
        }
    }

    @Test
    func `a phrase that is refused is told with its place and what to try`() async throws {
        let refused = try await BuiltProgram.run(["date", "tomorrow 3pm EST"] + Self.saturday)
        #expect(refused.status == 1)
        #expect(
            refused.errors == """
                taskd: "EST" is used by several zones; write the one that is meant as in America/New_York
                  tomorrow 3pm EST
                               ^^^
                  Try: taskd date 'tomorrow 3pm America/New_York'

                """)
        let two = try await BuiltProgram.run(["date", "at 8"] + Self.saturday)
        #expect(two.errors.contains("Try: taskd date '8am' or taskd date '8pm'"))
        let skipped = try await BuiltProgram.run(["date", "2027-03-28 02:30 Europe/Berlin"] + Self.saturday)
        #expect(skipped.errors == "note: clocks in Europe/Berlin skip that time, so it is Sun 28 Mar 2027 03:30\n")
        let mistyped = try await BuiltProgram.run(["date", "mon 9am Asia/Seul"] + Self.saturday)
        #expect(mistyped.errors.contains("Try: taskd date 'mon 9am Asia/Seoul'"))
        let json = try await BuiltProgram.run(["date", "--json", "at 8"] + Self.saturday)
        #expect(json.status == 1)
        let object = try JSONValue(json: Data(json.output.utf8))
        #expect(object["at"]?.array?.map(\.integer) == [3, 4])
        #expect(object["readings"]?.array?.map(\.string) == ["8am", "8pm"])
    }

    @Test
    func `what the reading relied on is told`() async throws {
        let hour = try await BuiltProgram.run(["date", "tomorrow at 3"] + Self.saturday)
        let note = "note: an hour without am or pm was taken for the day, not for Sun 22 Nov 2026 03:00"
        #expect(hour.errors.contains(note))
        let json = try await BuiltProgram.run(["date", "--json", "every 31st"] + Self.saturday)
        let object = try JSONValue(json: Data(json.output.utf8))
        #expect(object["result"]?.string == "2026-12-31 RRULE:FREQ=MONTHLY;BYMONTHDAY=31")
        #expect(object["notes"]?.array?.count == 1)
        #expect(object["next"]?.array?.first?.string == "Thu 31 Dec 2026")
        #expect(object["next"]?.array?.count == 5)
    }

    @Test(arguments: [
        (["date"], "give a phrase"), (["date", "--foo"], "there is no option --foo of taskd date"),
        (["project", "add", "--foo"], "Run taskd project add --help for what it takes."),
        (["date", "--lang", "fr", "demain"], "--lang must be en or ko"),
        (["date", "--zone", "Europe/Atlantis", "tomorrow"], "Europe/Atlantis"),
        (["date", "--now", "noon", "tomorrow"], "--now is no local time"),
        (["date", "--jsonl", "tomorrow"], "--jsonl reads the phrases"),
    ])
    func `wrong usage is told`(arguments: [String], words: String) async throws {
        let outcome = try await BuiltProgram.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test
    func `phrases are read line by line, and a bad line does not stop the run`() async throws {
        let long = String(repeating: "x", count: LineSplitter.maxLine + 1)
        let input = """
            {"id":"a","lang":"en","now":"2026-11-21T14:30","zone":"Europe/Berlin","phrase":"every day at 9 and 21"}
            nonsense
            {"id":"b","lang":"en","now":"2026-11-21T14:30","zone":"Europe/Berlin","phrase":"feb 30"}
            \(long)
            {"id":3,"lang":"ko","now":"2026-11-21T14:30","zone":"Asia/Seoul","phrase":"다음주금요일오후5시"}

            {"id":"d","phrase":"tomorrow","zone":"No/Zone"}
            {"id":"e","phrase":7}
            {"id":"f","lang":"ko","now":"2026-11-21T14:30","zone":"Asia/Seoul","phrase":"3시"}
            """
        let outcome = try await BuiltProgram.run(["date", "--jsonl"], input: input)
        #expect(outcome.status == 0)
        let lines = try outcome.output.split(separator: "\n").map { try JSONValue(json: Data($0.utf8)) }
        try #require(lines.count == 8)
        #expect(lines[0]["result"]?.string == "2026-11-21T21:00 RRULE:FREQ=DAILY;BYHOUR=9,21;BYMINUTE=0")
        #expect(lines[1]["error"]?.string == "the line is not a JSON object")
        #expect(lines[2]["id"]?.string == "b")
        #expect(lines[2]["refused"]?.string?.contains("February") == true)
        #expect(lines[2]["at"]?.array?.map(\.integer) == [0, 6])
        #expect(lines[2]["try"]?.string == "feb 28")
        #expect(lines[3]["error"]?.string?.contains("longer than") == true)
        #expect(lines[4]["id"]?.integer == 3)
        #expect(lines[4]["result"]?.string == "2026-11-27T17:00")
        #expect(lines[5]["error"]?.string?.contains("No/Zone") == true)
        #expect(lines[6]["error"]?.string == "phrase: must be a string")
        #expect(lines[7]["at"]?.array?.map(\.integer) == [0, 4])
    }
}
