import Storage
import Testing

@Suite struct SearchQueryTests {
    private static let patterns: [(String, String?)] = [
        ("milk", #""milk"*"#), ("Buy MILK", #""buy"* "milk"*"#), (#""buy milk""#, #""buy milk""#),
        (#"a "b c" d"#, #""a"* "b c" "d"*"#), ("“buy milk”", #""buy milk""#), ("e-mail", #""e mail"*"#),
        ("회의", #""회의""#), ("회", #""회"*"#), ("주간회의", #""주간 간회 회의""#), ("3월회의", #""3 월회 회의""#),
        ("회의abc", #""회의 의 abc"*"#), (#""회""#, #""회"*"#), ("Straße", #""strasse"*"#),
        // Nothing in it is syntax.
        ("a OR b", #""a"* "or"* "b"*"#), ("title:a", #""title a"*"#), ("a*", #""a"*"#),
        ("NEAR(a b)", #""near a"* "b"*"#),
        ("^a", #""a"*"#), ("-a +b", #""a"* "b"*"#), ("{x} : y", #""x"* "y"*"#), ("a\u{0}b", #""a b"*"#),
        (#"""#, nil), (#""""#, nil), (#"a""#, #""a"*"#), (#""a"#, #""a"*"#), (#"a"b"c"#, #""a"* "b" "c"*"#),
        ("*", nil), ("()", nil), ("", nil), (" \n", nil), ("— milk", #""milk"*"#), ("\u{301}", nil),
    ]

    @Test(arguments: patterns)
    func `a text becomes words and phrases`(text: String, pattern: String?) {
        #expect(SearchQuery(text).fullTextPattern == pattern)
    }

    @Test(arguments: [("", true), (" \t\u{3000}", true), ("*", false), ("a", false), ("\"\"", false)])
    func `only space asks for nothing`(text: String, isBlank: Bool) {
        #expect(SearchQuery(text).isBlank == isBlank)
    }

    @Test func `there are so many words and no more`() {
        let text = (1...40).map { "w\($0)" }.joined(separator: " ")
        #expect(SearchQuery(text).phrases.count == SearchQuery.maxWords)
        #expect(SearchQuery.count(of: text) == 40 && SearchQuery.count(of: #"a "b c" "#) == 2)
    }
}
