import Testing

@testable import Storage

@Suite struct TagNameTests {
    @Test(arguments: [
        ("home", "HOME", true), ("Café", "CAFE\u{301}", true), ("ΟΔΟΣ", "οδος", true), ("οδοσ", "οδος", true),
        ("GRÖSSE", "größe", true), ("ǅ", "ǆ", true), ("日本", "日本", true), ("İ", "i\u{307}", true), ("ﬁn", "FIN", true),
        ("kız", "kiz", false), ("a", "á", false), ("a", "a ", false), ("ｈ", "h", false),
    ])
    func `upper and lower case, and how letters are composed, make no other tag`(
        name: String, other: String, isSame: Bool
    ) {
        #expect(name.isSameTag(as: other) == isSame)
        #expect(name.asTagKey.asTagKey == name.asTagKey)
    }
}
