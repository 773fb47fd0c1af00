import Testing

/// URLs that nobody means well with, and what the attempt log must say of each.
///
/// `{port}` stands for the port of a server on loopback that must never hear of any of them.
enum HostileURLs {
    struct Case: Sendable, CustomTestStringConvertible {
        var url: String
        var phrase: String

        var testDescription: String { String(url.prefix(80)).debugDescription }
    }

    struct Answer: Sendable, CustomTestStringConvertible {
        var addresses: [String]
        var phrase: String

        var testDescription: String { addresses.description }
    }

    /// Refused for how they are written; the phrase tells why.
    static let malformed: [Case] = [
        cases(schemes, "must begin with https:// or http://"),
        cases([""], "must not be empty"),
        cases(numbers.map { "http://\($0):{port}/" }, "an IPv4 address must be written a.b.c.d, in decimal"),
        cases(names.map { "http://\($0):{port}/" }, "use a DNS name"),
        cases(brackets.map { "http://\($0):{port}/" }, "brackets must contain an IPv6 address"),
        cases(lookalikes.map { "http://\($0):{port}/" }, "non-ASCII"),
        cases(
            characters.map { "http://\($0):{port}/" } + ["http://example.com/a\\b", " http://127.0.0.1:{port}/"],
            "contains a character that"),
        cases(lines, "a line break or control character"),
        cases(users.map { "http://\($0):{port}/" }, "user name or password"),
        cases(ports.map { "http://127.0.0.1:\($0)/" }, "is not allowed; use 80"),
        cases(portTexts.map { "http://127.0.0.1:\($0)/" }, "the port must be a number"),
        cases(["http://", "http:///127.0.0.1:{port}/", "http://?127.0.0.1", "http://:{port}/"], "must have a host"),
        cases(["http://#127.0.0.1", "http://a.example#@127.0.0.1:{port}/", "http://127.0.0.1:{port}/#x"], "fragment"),
        cases(["http://example.com/[x]", "http://127.0.0.1:{port}/?["], "brackets"),
        cases(["http://example.com/" + String(repeating: "a", count: 2_048)], "longer than"),
    ].flatMap(\.self)

    /// Well-formed, and closed: the phrase tells why.
    static let closed: [Case] = [
        cases(addresses.map { "http://\($0):{port}/" }, "TASKD_HOOKS_ALLOW"),
        cases(
            metadata.map { "http://\($0)/latest/meta-data/" }, "is a cloud metadata address, which is always blocked"),
        cases(disguises, "TASKD_HOOKS_ALLOW"),
    ].flatMap(\.self)

    /// What a name's servers may answer, best first; one bad address spoils the whole answer.
    static let answers: [Answer] =
        privateAnswers.map { Answer(addresses: $0, phrase: "TASKD_HOOKS_ALLOW") }
        + metadataAnswers.map { Answer(addresses: $0, phrase: "is a cloud metadata address, which is always blocked") }
        + [Answer(addresses: [], phrase: "has no address")]

    private static func cases(_ urls: [String], _ phrase: String) -> [Case] {
        urls.map { Case(url: $0, phrase: phrase) }
    }

    private static let schemes: [String] = [
        // Schemes that webhooks do not use.
        "file:///etc/passwd", "gopher://127.0.0.1:{port}/_POST", "ftp://127.0.0.1:{port}/", "dict://127.0.0.1:{port}/",
        "ldap://127.0.0.1:{port}/", "data:text/plain,x", "javascript:alert(1)", "jar:http://127.0.0.1:{port}/!/",
        "unix:///var/run/docker.sock", "http+unix://%2Fvar%2Frun%2Fdocker.sock/", "ws://127.0.0.1:{port}/",
        "//127.0.0.1:{port}/", "/hook", "http:127.0.0.1:{port}", "http:/127.0.0.1:{port}/", "127.0.0.1:{port}",
        "https//127.0.0.1:{port}", "h:ttp://127.0.0.1:{port}/",
    ]

    /// IPv4 in the spellings of old: decimal, octal, hexadecimal, short, too long, out of range.
    private static let numbers: [String] = [
        "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7F.1", "0x7f.0.0.1", "0x7f.0x0.0x0.0x1", "0177.0.0.1",
        "0177.1", "017700000001", "127.0.0.01", "127.000.000.001", "00000177.0.0.1", "127.0x0.1", "0", "0x0", "00",
        "0.0", "0.0.0", "3232235777", "2852039166", "0xa9fea9fe", "0xA9.0xFE.0xA9.0xFE", "0251.0376.0251.0376",
        "169.254.43518", "169.16689662", "425.510.425.510", "256.256.256.256", "4294967296", "127.0.0.1.5",
        "1.2.3", "127.0.0.1.", "127.0.0.0x1", "a.0x7f", "%31%32%37.0.0.1",
    ]

    /// Names that no resolver should be asked for.
    private static let names: [String] = [
        "localhost.", "example..com", ".localhost", "-a.example", "a-.example", "xn--", "a_b-.example", "%6cocalhost",
        "127.0.0.1%00.example", "127.0.0.1%2f", "exam%70le.com", "a,b.example", "a;b.example",
        "a*.example", "$(id).example", "a'b.example", "a=b", "!a.example", "~a.example", "a+b.example",
    ]

    /// Brackets that hold no IPv6 address, or one with a zone.
    private static let brackets: [String] = [
        "[127.0.0.1]", "[::1", "::1]", "[]", "[[::1]]", "[::1]]", "[fe80::1%25eth0]", "[fe80::1%eth0]", "[::1%25lo]",
        "[::1%lo]", "[v1.127.0.0.1]", "[localhost]", "[::ffff:127.0.0.1.]", "[::127.1]", "[1::2::3]", "[12345::1]",
    ]

    /// Digits and letters that only look like ASCII, or hide in it.
    private static let lookalikes: [String] = [
        "１２７.０.０.１", "127。0。0。1", "①②⑦.⓪.⓪.①", "ⓛocalhost", "lоcalhost", "local\u{AD}host", "localhost\u{200B}",
        "bücher.example",
    ]

    /// Characters that one reader may take for the end of the host and another may not.
    private static let characters: [String] = [
        "exa mple.com", "example.com\\@127.0.0.1", "127.0.0.1\\", "<127.0.0.1>", "{127.0.0.1}", "127.0.0.1^",
        "`id`.example",
    ]

    /// Characters that end a line or a text.
    private static let lines: [String] = [
        "http://127.0.0.1\u{0}:{port}/", "http://exa\u{0}mple.com:{port}/", "http://127.0\t.0.1:{port}/",
        "http://127.0.0.1\n:{port}/", "http://example.com\r\nHost: 127.0.0.1:{port}/",
        "http://example.com/\r\nX-Injected: yes", "http://example.com/ HTTP/1.1\r\nHost: 127.0.0.1",
        "http://example.com/\u{0}", "\thttp://example.com/",
    ]

    private static let users: [String] = [
        "user@127.0.0.1", "a:b@127.0.0.1", "example.com@127.0.0.1", "example.com:80@127.0.0.1", "@127.0.0.1",
        ":@127.0.0.1", "a@b@127.0.0.1", "127.0.0.1@example.com", "example.com;@127.0.0.1",
    ]

    private static let ports: [String] = [
        "22", "25", "81", "143", "445", "587", "1023", "2375", "3306", "5432", "6379", "11211", "27017",
    ]

    private static let portTexts: [String] = [
        "0", "65536", "99999999999999999999", "-1", "+80", "080", "80:80", "", "8o", "0x50", "80a",
    ]

    private static let disguises: [String] = [
        "https://127.0.0.1:{port}/", "HTTP://127.0.0.1:{port}", "http://127.0.0.1:{port}?@example.com/",
        "http://127.0.0.1:{port}/../..//%2e%2e/", "http://127.0.0.1:{port}/http://example.com/",
    ]

    /// At least one address of every range that is not public, at its edges, in every form that carries it.
    private static let addresses: [String] = [
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
        "127.255.255.255", "169.254.0.1", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1",
        "192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1",
        "239.255.255.255", "240.0.0.1", "255.255.255.255",
        "[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[100::1]", "[2001:1ff::1]", "[2001:db8::1]", "[3fff::1]",
        "[3fff:fff::1]", "[5f00::1]", "[fc00::1]", "[fdff::1]", "[fe80::1]", "[febf::1]", "[fec0::1]", "[feff::1]",
        "[ff02::1]", "[64:ff9b:1::1]",
        "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::FFFF:10.0.0.1]", "[0:0:0:0:0:ffff:7f00:1]", "[::127.0.0.1]",
        "[::10.1.2.3]", "[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::a00:1]", "[64:ff9b:1::127.0.0.1]",
        "[64:ff9b:1:7f00:0:100::]", "[2002:7f00:1::]", "[2002:a00:1::1]", "[2002:c0a8:101::1]", "[2001:0:7f00:1::]",
        "[2001::80ff:fffe]", "[2a00:1450::5efe:127.0.0.1]", "[2a00:1450::200:5efe:10.0.0.1]",
    ]

    private static let metadata: [String] = [
        "169.254.169.254", "[::ffff:169.254.169.254]", "[::a9fe:a9fe]", "[64:ff9b::169.254.169.254]",
        "[2002:a9fe:a9fe::]",
        "[fd00:ec2::254]", "[fd20:ce::254]", "169.254.170.2", "169.254.170.23", "168.63.129.16", "100.100.100.200",
        "192.0.0.192", "[2a00:1450::5efe:a9fe:a9fe]", "[64:ff9b:1::a9fe:a9fe]", "[fe80::a9fe:a9fe]",
    ]

    private static let privateAnswers: [[String]] = [
        ["127.0.0.1"], ["::1"], ["10.0.0.1"], ["::ffff:127.0.0.1"], ["::ffff:10.0.0.1"], ["fd00::1"], ["fe80::1"],
        ["0.0.0.0"], ["::"], ["100.64.0.1"], ["192.168.1.1"], ["64:ff9b::10.0.0.1"], ["2002:7f00:1::"],
        ["2001:0:7f00:1::"], ["2a00:1450::5efe:127.0.0.1"], ["224.0.0.1"], ["255.255.255.255"], ["198.18.0.1"],
        ["1.1.1.1", "127.0.0.1"], ["127.0.0.1", "1.1.1.1"], ["2606:4700::1111", "::1"], ["1.1.1.1", "::ffff:10.0.0.1"],
        ["1.1.1.1", "2606:4700::1111", "fc00::1"], ["1.1.1.1", "8.8.8.8", "9.9.9.9", "192.168.0.1"],
        ["2606:4700::1111", "64:ff9b::127.0.0.1"], ["1.1.1.1", "0.0.0.0"],
    ]

    private static let metadataAnswers: [[String]] = [
        ["169.254.169.254"], ["1.1.1.1", "169.254.169.254"], ["fd00:ec2::254"], ["::ffff:169.254.169.254"],
        ["2606:4700::1111", "64:ff9b::a9fe:a9fe"],
    ]
}
