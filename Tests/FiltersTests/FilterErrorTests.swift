import Testing

@testable import Filters

@Suite struct FilterErrorTests {
    struct Fault: CustomTestStringConvertible, Sendable {
        var text: String
        var code: FilterError.Code
        var at: Range<Int>
        var suggestion: String?

        init(_ text: String, _ code: FilterError.Code, _ at: Range<Int>, _ suggestion: String? = nil) {
            (self.text, self.code, self.at, self.suggestion) = (text, code, at, suggestion)
        }

        var testDescription: String { text }
    }

    static let faults: [Fault] = [
        Fault("", .syntax, 0..<0), Fault("  ", .syntax, 2..<2), Fault("and", .syntax, 0..<3),
        Fault("a and", .syntax, 5..<5), Fault("a or or b", .syntax, 5..<7), Fault("not", .syntax, 3..<3),
        Fault("(a", .syntax, 0..<1), Fault("a)", .syntax, 1..<2), Fault("()", .syntax, 1..<2),
        Fault("a, b", .syntax, 1..<2), Fault("milk!", .syntax, 4..<5), Fault("a \u{1}", .syntax, 2..<3),
        Fault("< 3", .syntax, 0..<1), Fault("tag:", .syntax, 4..<4), Fault("tag:)", .syntax, 4..<5),
        Fault("due < and x", .syntax, 6..<9, "\"and\""), Fault("tag:(a", .syntax, 4..<5),
        Fault("tag:(a b)", .syntax, 7..<8), Fault("tag:(a,)", .syntax, 7..<8), Fault("tag:\"a", .syntax, 4..<6),
        Fault(#"tag:"a\n""#, .syntax, 6..<7), Fault("\"a\0\"", .syntax, 2..<3),
        Fault("priorty >= high", .unknownField, 0..<7, "priority"),
        Fault("세금 and Duw < today", .unknownField, 11..<14, "due"), Fault("colour:red", .unknownField, 0..<6),
        Fault("http://x", .unknownField, 0..<4), Fault("priority = hgih", .value, 11..<15, "high"),
        Fault("status:(open, complete)", .value, 14..<22, "completed"), Fault("status:zzzzzz", .value, 7..<13),
        Fault("overdue:ture", .value, 8..<12, "true"), Fault("has:tagz", .value, 4..<8, "tag"),
        Fault("is:overdo", .value, 3..<9, "overdue"), Fault("tag:\"\"", .value, 4..<6),
        Fault("series:17", .value, 7..<9), Fault("\"-\"", .value, 0..<3), Fault("title:%", .value, 6..<7),
        Fault("tag < a", .comparison, 4..<5), Fault("text = a", .comparison, 5..<6, ":"),
        Fault("has = due", .comparison, 4..<5, ":"), Fault("due < (today)", .comparison, 6..<7),
        Fault("due < todya", .value, 6..<11, "today"), Fault("due < tomorow+1d", .value, 6..<16, "tomorrow+1d"),
        Fault("due < startOfDay+1d", .value, 6..<19, "today+1d"), Fault("due <= EndOfDay", .value, 7..<15, "today"),
        Fault("due < startOfYaer", .value, 6..<17, "startOfYear"), Fault("due < endOfQuarter", .value, 6..<18),
        Fault("due < 3d", .value, 6..<8, "+3d"), Fault("due < today+2h", .value, 6..<14, "now+2h"),
        Fault("due < 2026-02-30", .value, 6..<16), Fault("due < 0001-01-01T00:00:00+14:00", .value, 6..<31),
        Fault("due < +1d+1d+1d+1d+1d", .value, 6..<21), Fault("due < today+100000d", .value, 6..<19),
        Fault("due < today 3d", .syntax, 12..<14, "today+3d"),
        Fault("due < today + 3d", .syntax, 12..<16, "today+3d"),
        Fault("due < today - 2w", .syntax, 12..<16, "today-2w"),
        Fault("due < today +3d", .syntax, 12..<15, "today+3d"), Fault("due is null", .syntax, 0..<11, "no:due"),
        Fault("tag is not none", .syntax, 0..<15, "has:tag"), Fault("due = null", .value, 0..<10, "no:due"),
        Fault("a due != none", .value, 2..<13, "has:due"), Fault("start = none", .value, 0..<12, "no:start"),
        Fault("due < fri 5pm", .syntax, 10..<13), Fault("due = tomorrow 9am", .syntax, 15..<18),
        Fault("start > today 09:00", .syntax, 14..<19), Fault("a (due < 2026-12-01 noon)", .syntax, 20..<24),
        Fault("due < today fri", .syntax, 12..<15), Fault("due is today", .syntax, 4..<6, "="),
        Fault("recurring false", .syntax, 0..<15, "recurring:false"),
        Fault("not overdue is True", .syntax, 4..<19, "overdue:true"),
        Fault("title contains rent", .syntax, 0..<19, "title:rent"),
        Fault("a tag equals \"b c\"", .syntax, 2..<18, "tag:\"b c\""),
        Fault("due within 3d", .syntax, 0..<13, "due <= +3d"), Fault("due before fri", .syntax, 0..<14, "due < fri"),
        Fault("p:high", .syntax, 0..<6, "priority:high"), Fault("p = 1", .syntax, 0..<5, "priority = urgent"),
        Fault("a P:high+", .syntax, 2..<9, "priority >= high"), Fault("p:<medium", .syntax, 0..<9, "priority < medium"),
        Fault("priority:2", .syntax, 0..<10, "priority:high"), Fault("p:top", .unknownField, 0..<1, "priority"),
        Fault("not due:<fri", .syntax, 4..<12, "due < fri"), Fault("due:none", .syntax, 0..<8, "no:due"),
        Fault("start:any x", .syntax, 0..<9, "has:start"),
        Fault("due:week", .syntax, 0..<8, "(due >= startOfWeek and due <= endOfWeek)"),
        Fault("created:>=today-3d", .syntax, 0..<18, "createdAt >= today-3d"),
        Fault("status:done", .value, 7..<11, "completed"), Fault("is:late", .value, 3..<7, "overdue"),
        Fault("!overdue", .syntax, 0..<1, "not"), Fault("due == today", .syntax, 5..<6, "="),
        Fault("not:overdue", .syntax, 3..<4, "not"), Fault("tag:home && overdue", .syntax, 9..<11, "and"),
        Fault("a || b", .syntax, 2..<4, "or"),
        Fault(String(repeating: "x", count: 4_097), .limit, 4_096..<4_097),
        Fault(String(repeating: "(", count: 33) + "a", .limit, 32..<33),
        Fault(String(repeating: "not ", count: 33) + "a", .limit, 128..<131),
        Fault(String(repeating: "a ", count: 201), .limit, 400..<401),
    ]

    @Test func `what is no date is told with the names of days that there are`() {
        let error = #expect(throws: FilterError.self) { try TaskFilter("due < endOfQuarter") }
        for base in FilterDate.Base.allCases where base.weekday == nil {
            #expect(error?.reason.contains(base.rawValue) == true, "\(base.rawValue)")
        }
    }

    @Test(arguments: [
        ("tag:home,work", "unexpected ,; write several values in parentheses, such as tag:(home, work)"),
        ("milk!", "unexpected !; quote a text with such characters"),
    ])
    func `what cannot stand there is told with the way to write it`(text: String, reason: String) {
        let error = #expect(throws: FilterError.self) { try TaskFilter(text) }
        #expect(error?.reason == reason)
    }

    @Test(arguments: faults)
    func `A fault is told with its kind, its place and what was probably meant`(fault: Fault) {
        let error = #expect(throws: FilterError.self) { try TaskFilter(fault.text) }
        #expect(error?.code == fault.code, "\(String(describing: error))")
        #expect(error?.range == fault.at, "\(String(describing: error))")
        #expect(error?.suggestion == fault.suggestion)
    }

    @Test(arguments: faults)
    func `What was probably meant is read in the place of what was written`(fault: Fault) {
        guard let suggestion = fault.suggestion else { return }
        let bytes = Array(fault.text.utf8)
        let text = bytes[..<fault.at.lowerBound] + suggestion.utf8 + bytes[fault.at.upperBound...]
        let mended = String(decoding: text, as: UTF8.self)
        // There may be a second mistake elsewhere, and of == the second sign is one too many.
        guard mended != fault.text else { return }
        do throws(FilterError) { _ = try TaskFilter(mended) } catch {
            #expect(error.range != fault.at, "\(mended): \(error)")
        }
    }

    @Test(arguments: [
        "Priority:high", "PRIORITY = low", "due:today", "tag:none", "priority:none", "due < fri milk",
        "due < fri \"5pm\"", "due < fri overdue", "due < fri 5", "due < today may", "due is:overdue",
        "5pm due < fri", "due < fri and start < today", "is", "due",
    ])
    func `What stands behind a date and is no time is still read`(text: String) throws {
        _ = try TaskFilter(text)
    }

    @Test(arguments: [
        ("status:closed", true), ("tag:x or status:(open, completed)", true), ("completed > today-1w", true),
        ("is:closed", true), ("has:completed", true), ("status:open", false), ("not status:closed", false),
        ("status != completed", false), ("no:completed", false),
    ])
    func `Whether a filter asks for closed tasks is known`(text: String, asks: Bool) throws {
        #expect(try TaskFilter(text).asksForClosed == asks)
    }

    @Test func `The tags that a filter names are known`() throws {
        #expect(try TaskFilter("tag:home and not (tag:(a, b) or tag:x)").tags == ["home", "a", "b", "x"])
        #expect(TaskFilter.isField("Due") && TaskFilter.isField("tags") && !TaskFilter.isField("p"))
    }

    @Test func `The projects that a filter names are known`() throws {
        let filter = try TaskFilter("project:Home and not (project:(\"Old stuff\", Garden) or tag:x)")
        #expect(filter.projectNames == ["Home", "Old stuff", "Garden"])
    }

    @Test func `What is just within the bounds is read`() throws {
        _ = try TaskFilter(String(repeating: "x", count: 4_096))
        _ = try TaskFilter(String(repeating: "(", count: 32) + "a" + String(repeating: ")", count: 32))
        _ = try TaskFilter(String(repeating: "not ", count: 32) + "a")
        _ = try TaskFilter("tag:(" + [String](repeating: "a", count: 200).joined(separator: ",") + ")")
    }

    @Test func `An error says all it knows in one line`() {
        let error = FilterError(.unknownField, "there is no field duw", at: 3..<6, suggestion: "due")
        #expect(error.description == "there is no field duw; did you mean due? (at byte 3)")
        #expect("\(error.code)" == "unknownField")
    }
}
