extension WebhookURL {
    /// What is wrong with the characters of a URL; nil when nothing is.
    static func complaint(aboutCharacters text: String) -> String? {
        if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return "it has a line break or another control character, which must be percent-encoded"
        }
        if text.utf8.contains(where: { $0 > 0x7F }) {
            return "it has a character beyond ASCII, which must be percent-encoded, or in a host written as xn--"
        }
        return text.utf8.allSatisfy(isURLCharacter) ? nil : "it has a character that must be percent-encoded"
    }

    /// The characters of RFC 3986, which are visible ASCII but for nine.
    private static func isURLCharacter(_ unit: UInt8) -> Bool {
        (0x21...0x7E).contains(unit) && !"\"<>\\^`{|}".utf8.contains(unit)
    }
}

extension WebhookURL.Host {
    /// What is wrong with a text that is no host.
    static func complaint(about text: String) -> String {
        if text.hasPrefix("[") || text.hasSuffix("]") {
            return "brackets hold an IPv6 address, without a zone"
        }
        // Digits alone, or digits after 0x, in the last label: what resolvers of old take for a number.
        let last = text.lowercased().split(separator: ".").last ?? ""
        if last.hasPrefix("0x")
            || !last.isEmpty && last.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        {
            return "an IPv4 address is written a.b.c.d, in decimal"
        }
        return "it must be a DNS name in ASCII, a.b.c.d, or [IPv6]"
    }
}
