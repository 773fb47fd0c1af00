import Storage
import Testing

@Suite struct TitleOrderTests {
    /// Titles in their order; those on one line differ in less than a letter.
    private static let orders: [[String]] = [
        // The groups.
        [
            "", " a", "_", "-", ",", ";", ":", "!", "?", ".", "'", "\"", "(", "[", "{", "@", "*", "/", "\\", "&", "#",
            "%",
            "`", "^", "+", "<", "=", ">", "|", "~", "📅", "$", "€", "0", "1", "10", "2", "9", "a", "z", "α", "ω", "а",
            "я",
            "ა", "Ա", "א", "ا", "አ", "अ", "ก", "Ꭰ", "ㄱ", "가", "힣", "あ", "ん", "ㄅ", "一", "龍", "㐀", "𠀀",
        ],
        // Latin letters: first the letters, then diacritics, then case.
        ["ab", "Ab", "áb", "Áb", "abc", "b"],
        ["resume", "Resume", "resumé", "résume", "résumé", "Résumé", "résumés", "resumf"],
        ["cote", "coté", "côte", "côté"],
        ["o", "ö", "ø", "oe", "œ", "of"], ["l", "L", "ł", "Ł", "m"], ["ss", "ß", "st"], ["e", "è", "é", "ə", "f"],
        ["i", "I", "İ", "ı", "j"], ["co-op", "coop"], ["de luge", "de-luge", "deluge"], ["file", "ﬁle", "film"],
        ["task 1", "task 10", "task 2"],
        // Greek, Cyrillic.
        ["άλφα", "βήτα", "οδός", "ΟΔΟΣ ", "ωμέγα"], ["ёлка", "ель", "ещё", "жук"], ["и", "й", "к"],
        [
            "г", "ґ", "д", "е", "ё", "є", "ж", "и", "і", "ї", "й", "ј", "к", "л", "љ", "ш", "щ", "ъ", "ы", "ь", "э",
            "ю", "я",
        ],
        // Hangul and Han by their codes, kana by their sound.
        ["가", "각", "나", "회의", "회의록"], ["か", "が", "カ", "かい", "がく", "き"], ["つ", "っ", "て"],
        ["あ", "ぁ", "ア", "い"], ["ラメン", "ラーメン", "リ"], ["一", "丁", "東京", "龍"],
    ]

    @Test(arguments: orders)
    func `titles are in order`(titles: [String]) {
        let keys = titles.map { TitleOrder.key(of: $0) }
        for (index, (left, right)) in zip(keys, keys.dropFirst()).enumerated() {
            #expect(left.lexicographicallyPrecedes(right), "\(titles[index]) before \(titles[index + 1])")
        }
    }

    @Test(arguments: [
        ("é", "e\u{301}"), ("각", "\u{1100}\u{1161}\u{11A8}"), ("が", "か\u{3099}"), ("Å", "\u{212B}"), ("a", "a\u{200B}"),
        ("й", "и\u{306}"),
    ])
    func `what is the same has the same key`(left: String, right: String) {
        #expect(TitleOrder.key(of: left) == TitleOrder.key(of: right))
    }

    @Test func `a plain title has a key of a byte for each letter, and no key is long`() {
        #expect(TitleOrder.key(of: "buy milk 7").count == 10)
        for text in ["a", "É", "회", "龍", "𠀀", "ß", "﷽", "e\u{301}\u{302}"] {
            let key = TitleOrder.key(of: String(repeating: text, count: 500))
            #expect(key.count <= TitleOrder.longestKey && key.count >= 160, "\(text)")
        }
    }

    @Test func `every character has a key`() {
        for code in 0...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(code) else { continue }
            #expect(TitleOrder.key(of: "a\(scalar)").first == TitleOrder.key(of: "a").first, "\(code)")
        }
    }
}
