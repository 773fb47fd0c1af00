import Testing

@testable import Filters

@Suite struct FilterParsingTests {
    /// What is written, and the canonical text of what is read.
    static let readings: [(String, String)] = [
        (
            #"due < today and (tag:home or priority >= high) and not project:"Old stuff""#,
            #"due < today and (tag:home or priority >= high) and not project:"Old stuff""#
        ),
        ("status:open", "status:open"), ("STATUS = NeedsAction", "status:needsAction"),
        ("status:(completed,cancelled)", "status:(completed, cancelled)"),
        ("status != (completed, cancelled)", "status != (completed, cancelled)"),
        ("priority>=HIGH", "priority >= high"), ("priority<none", "priority < none"),
        ("tag:home", "tag:home"), ("tags : 집", "tag:집"), (#"tag:"a \"b\" \\c""#, #"tag:"a \"b\" \\c""#),
        (#"tag:("a b", c)"#, #"tag:("a b", c)"#), (#"tag:"and""#, #"tag:"and""#),
        ("milk", "text:milk"), ("buy milk", "text:buy and text:milk"), (#""buy milk""#, #"text:"buy milk""#),
        ("🎂 cake", "text:🎂 and text:cake"), (#"title:"👍""#, "title:👍"), ("🇰🇷", "text:🇰🇷"),
        ("milk's 50%", #"text:"milk's" and text:"50%""#), ("title:milk", "title:milk"),
        (#"title = "Buy milk""#, #"title = "Buy milk""#), ("description:(a, b)", "description:(a, b)"),
        ("overdue", "overdue:true"), ("not overdue", "not overdue:true"), ("overdue:false", "overdue:false"),
        ("recurring != true", "recurring:false"), ("is:blocked", "blocked:true"), ("is:open", "status:open"),
        (#""overdue""#, "text:overdue"), ("has:due", "has:due"), ("no:(tags, completed)", "no:tag and no:completedAt"),
        ("location:zürich", "location:zürich"),
        (
            "series:0190A000-0000-7000-8000-00000000000A", "series:0190a000-0000-7000-8000-00000000000a"
        ),
        (#"project:"X"/*"#, #"project:"X"/*"#), ("project:Home/*", #"project:"Home"/*"#),
        ("project:a/b", #"project:"a/b""#),
        (
            "project:0190a000-0000-7000-8000-00000000000a/*", "project:0190a000-0000-7000-8000-00000000000a/*"
        ),
        (
            #"project:"0190a000-0000-7000-8000-00000000000a""#, #"project:"0190a000-0000-7000-8000-00000000000a""#
        ),
        // Precedence, and parentheses that say nothing.
        ("a or b and c", "text:a or text:b and text:c"), ("(a or b) and c", "(text:a or text:b) and text:c"),
        ("(a and (b and c))", "text:a and text:b and text:c"), ("a or (b or c)", "text:a or text:b or text:c"),
        ("not a and b", "not text:a and text:b"), ("not (a or b)", "not (text:a or text:b)"),
        ("not not a", "not not text:a"), ("a AND b OR NOT c", "text:a and text:b or not text:c"),
        ("(a)(b)", "text:a and text:b"), ("a not b", "text:a and not text:b"), ("\ta\r\n or\nb ", "text:a or text:b"),
        // Dates.
        ("due = 2026-11-21", "due:2026-11-21"), ("due<20261121", "due < 2026-11-21"),
        ("due >= 2026-11-21T09:00", "due >= 2026-11-21T09:00:00"),
        ("created > 2026-11-21T09:00:00+01:00", "createdAt > 2026-11-21T08:00:00Z"),
        ("updatedAt <= now", "updatedAt <= now"), ("completed:yesterday", "completedAt:yesterday"),
        ("due < TODAY+3D", "due < today+3d"), ("due < +2w", "due < today+2w"), ("due > -90m", "due > now-90min"),
        ("due > -1d-2h", "due > now-1d-2h"), ("due < now+0mo", "due < now+0mo"), ("due <= fri", "due <= friday"),
        ("due:(today, tomorrow)", "due:(today, tomorrow)"), ("start < startofweek+1w", "start < startOfWeek+1w"),
        ("due <= endOfMonth-1y", "due <= endOfMonth-1y"), ("due < STARTOFYEAR", "due < startOfYear"),
        (#"due < "today""#, "due < today"),
    ]

    @Test(arguments: readings)
    func `A filter is read as what its canonical text says`(text: String, canonical: String) throws {
        let filter = try TaskFilter(text)
        #expect(filter.description == canonical)
        #expect(try TaskFilter(canonical) == filter)
    }

    @Test func `Precedence is in the tree`() throws {
        let (a, b, c) = (word("a"), word("b"), word("c"))
        #expect(try TaskFilter("a or b and not c") == .or([a, .and([b, .not(c)])]))
        #expect(try TaskFilter("(a or b) c") == .and([.or([a, b]), c]))
    }

    private func word(_ text: String) -> TaskFilter { .condition(.words(.text, [text])) }

    @Test func `What is drawn at random is read back from its text`() throws {
        var generator = FilterGenerator(seed: 1)
        for _ in 0..<3_000 {
            let filter = generator.filter()
            let text = filter.description
            let read = try? TaskFilter(text)
            #expect(read == filter, "\(text)")
        }
    }
}
