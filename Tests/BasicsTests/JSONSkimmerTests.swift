import Basics
import Foundation
import Testing

@Suite struct JSONSkimmerTests {
    private func members(_ text: String, in range: Range<Int>? = nil) -> [String]? {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { buffer in
            var found: [String] = []
            let isWhole = JSONSkimmer.eachMember(of: buffer, in: range) { name, value in
                let texts = (String(decoding: name, as: UTF8.self), String(decoding: buffer[value], as: UTF8.self))
                found.append("\(texts.0)=\(texts.1)")
                return true
            }
            return isWhole ? found : nil
        }
    }

    @Test(
        arguments: [
            ("{}", []), (#"{"a":1}"#, ["a=1"]), (#" { "a" : -1.5e3 , "b":null } "#, ["a=-1.5e3", "b=null"]),
            (#"{"a":{"b":[1,{"c":"}]\""}]},"d":true}"#, [#"a={"b":[1,{"c":"}]\""}]}"#, "d=true"]),
            (#"{"a":"x\\","b\"c":"é"}"#, [#"a="x\\""#, #"b\"c="é""#]),
            ("", nil), ("[]", nil), ("{", nil), (#"{"a"}"#, nil), (#"{"a":}"#, nil), (#"{"a":1"#, nil),
            (#"{"a":"x}"#, nil), (#"{"a":[1}"#, nil), (#"{"a":"\"#, nil), (#"{"a":1,}"#, nil), (#"{"a":1 2}"#, nil),
        ] as [(String, [String]?)])
    func `members are found where they stand`(text: String, expected: [String]?) {
        #expect(members(text) == expected)
    }

    @Test func `what is cut off anywhere is no trap`() {
        let text = #"{"a":{"b":[1,"\u00e9\""]},"c":[],"d":"x","e":-1.5}"#
        for end in 0..<text.utf8.count {
            #expect(members(String(decoding: text.utf8.prefix(end), as: UTF8.self)) == nil)
            _ = members(text, in: 0..<end)
            _ = members(text, in: end..<text.utf8.count)
        }
        #expect(members(text, in: 0..<1_000) == nil)
    }

    @Test func `who has seen enough sees no more`() {
        let bytes = Array(#"{"a":1,"b":2,"c""#.utf8)
        bytes.withUnsafeBufferPointer { buffer in
            var count = 0
            let isWhole = JSONSkimmer.eachMember(of: buffer) { _, _ in
                count += 1
                return count < 2
            }
            #expect(isWhole && count == 2)
        }
    }
}
