import Storage
import Testing

@Suite struct SearchWordsTests {
    private static let folded: [(String, String)] = [
        ("Buy Milk", "buy milk"), ("e-mail, 3.5 kg", "e mail 3 5 kg"), ("don't", "don t"), ("a_b", "a b"),
        // Case, in full.
        ("Straße STRASSE strasse ẞ", "strasse strasse strasse ss"), ("ΟΔΟΣ οδός", "οδοσ οδοσ"), ("Ǆ", "dz"),
        ("İstanbul ISTANBUL ıstanbul", "istanbul istanbul istanbul"), ("ПРИВЕТ", "привет"), ("Աշխարհ", "աշխարհ"),
        // Diacritics, in one character and in several.
        ("Café Cafe\u{301} CAFÉ", "cafe cafe cafe"), ("Zürich Zu\u{308}rich", "zurich zurich"),
        ("hà nội", "ha noi"), ("Ørsted Łódź Đà", "orsted lodz da"), ("Æther œuvre þing", "aether oeuvre thing"),
        ("ёлка Йод и\u{306}од", "елка йод йод"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد أحمد", "محمد احمد"),
        // Vowels are no diacritics.
        ("हिन्दी", "हिन्दी"), ("กำ ที่", "กํา ที่"), ("ক\u{9CB} ক\u{9C7}\u{9BE}", "ক\u{9C7}\u{9BE} ক\u{9C7}\u{9BE}"),
        // Widths, ligatures, numbers.
        ("ＡＢＣ　１２３", "abc 123"), ("ﬁle ﬀ", "file ff"), ("x² ①", "x2 1"), ("٣ ३", "3 3"), ("𝒜𝓑", "ab"), ("㎏", "kg"),
        // What nobody sees.
        ("soft\u{AD}en ze\u{200B}ro", "soften zero"), ("می\u{200C}خواهم", "میخواهم"), ("a\u{0}b", "a b"),
        // Symbols.
        ("📅 pay", "📅 pay"), ("a❤️b", "a ❤ b"), ("C++ #1", "c 1"), ("", ""), (" \n—!", ""),
    ]

    @Test(arguments: folded)
    func `words are folded`(text: String, words: String) {
        #expect(SearchWords(of: [text]).text.unicodeScalars.elementsEqual(words.unicodeScalars), "\(text)")
    }

    private static let runs: [(String, String)] = [
        ("주간회의", "주간 간회 회의 의"), ("회의 록", "회의 의 록"), ("집", "집"), ("東京都", "東京 京都 都"),
        ("会議メモ", "会議 議メ メモ モ"), ("3월회의abc", "3 월회 회의 의 abc"), ("漢々", "漢々 々"), ("ラーメン", "ラー ーメ メン ン"),
        // Half-width kana and compatibility characters are what they stand for.
        ("ｶﾞｯｺｳ", "ガッ ッコ コウ ウ"), ("か\u{3099}き", "がき き"), ("は\u{309A}", "ぱ"), ("\u{F900}", "豈"), ("ㄱㄴ", "ㄱㄴ ㄴ"),
        ("が か", "が か"), ("𠮷野", "𠮷野 野"),
    ]

    @Test(arguments: runs)
    func `of runs each two characters that stand together are a word`(text: String, words: String) {
        #expect(SearchWords(of: [text]).text == words)
    }

    @Test func `syllables of letters are what they are in one`() {
        let parts = "\u{1112}\u{116C}\u{110B}\u{1174}\u{1105}\u{1169}\u{11A8}"
        #expect(SearchWords(of: [parts]) == SearchWords(of: ["회의록"]))
        #expect(SearchWords(of: ["\u{AC00}\u{11A8}"]).text == "각")
        #expect(SearchWords(of: ["\u{1100}\u{11A8}"]).text == "\u{1100}\u{11A8} \u{11A8}")
    }

    @Test func `texts have a gap between them, and empty ones are none`() {
        let words = SearchWords(title: "a", details: nil, subtasks: ["b c"], tags: ["", "집"])
        #expect(words.text == "a \u{E000} b c \u{E000} 집")
        #expect(SearchWords(of: ["a\u{E000}b"]).text == "a b")
    }

    @Test func `of a long word its beginning counts`() {
        let long = String(repeating: "ab", count: 500)
        #expect(SearchWords(of: [long]).text == String(long.prefix(64)))
        #expect(SearchQuery(long).fullTextPattern == "\"\(long.prefix(64))\"*")
    }

    @Test func `every character can be read, and what it is folded to is folded`() {
        for code in 0...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(code) else { continue }
            let words = SearchWords(of: [String(scalar)]).text
            #expect(words.unicodeScalars.allSatisfy { !$0.isASCII || $0 == " " || $0.isLetterOrDigit }, "\(code)")
            let again = SearchWords(of: words.split(separator: " ").map(String.init)).text
            let whole = again.replacing(" \u{E000}", with: "")
            if whole.split(separator: " ").count == words.split(separator: " ").count {
                #expect(whole == words, "\(code)")
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isLetterOrDigit: Bool {
        ("a"..."z").contains(self) || ("0"..."9").contains(self)
    }
}
