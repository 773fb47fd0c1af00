import Storage
import Testing

@Suite struct HeaderRulesTests {
    @Test(arguments: ["x-team", "Authorization", "a", "x!#$%&'*+-.^_`|~9", String(repeating: "n", count: 100)])
    func `a token that is not taskd's own is a name`(name: String) {
        #expect(HeaderRules.complaint(aboutName: name) == nil)
    }

    @Test(arguments: ["", "x team", "x:y", "x\r\ny", "ä", "(x)", String(repeating: "n", count: 101)])
    func `what is no token is no name`(name: String) {
        #expect(HeaderRules.complaint(aboutName: name)?.hasPrefix("must be 1 to 100 letters") == true)
    }

    @Test(arguments: ["Host", "content-length", "TE", "webhook-id", "Webhook-Anything", "user-agent"])
    func `what taskd or the connection sends cannot be added`(name: String) {
        #expect(HeaderRules.complaint(aboutName: name) == "is set by taskd; choose another name")
    }

    @Test func `a value is one line of printable ASCII without spaces at its ends`() {
        for value in ["", "Bearer abc", "a\tb", String(repeating: "v", count: HeaderRules.maxValue)] {
            #expect(HeaderRules.complaint(aboutValue: value) == nil, "\(value)")
        }
        for value in ["a\nb", "a\rb", "ä", "\u{7F}"] {
            #expect(HeaderRules.complaint(aboutValue: value)?.contains("printable ASCII") == true, "\(value)")
        }
        for value in [" a", "a ", "\ta"] {
            #expect(HeaderRules.complaint(aboutValue: value)?.contains("begin or end") == true, "\(value)")
        }
        let long = String(repeating: "v", count: HeaderRules.maxValue + 1)
        #expect(HeaderRules.complaint(aboutValue: long) == "must have at most 4096 bytes")
    }
}
