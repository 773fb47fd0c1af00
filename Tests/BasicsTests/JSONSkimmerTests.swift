import Basics
import Foundation
import Testing

@Suite struct JSONSkimmerTests {
    private func members(_ text: String) -> [String]? {
        Array(text.utf8).withUnsafeBufferPointer { buffer in
            var (found, skimmer): ([String], JSONSkimmer) = ([], JSONSkimmer(buffer))
            let isWhole = skimmer.eachMember { name, skimmer in
                var copy = skimmer
                let value = copy.value().map { "\($0)" }
                found.append("\(String(decoding: name, as: UTF8.self)) \(skimmer.string() ?? value ?? "none")")
                return true
            }
            return isWhole ? found : nil
        }
    }

    @Test(
        arguments: [
            ("{}", []), (#"{"a":"1"}"#, ["a 1"]), (#" { "a" : "x" , "b":null } "#, ["a x", "b null"]),
            (#"{"d":true}"#, ["d bool(true)"]), (#"{"a":"x\\","b\"c":"\u00e9é"}"#, [#"a x\"#, #"b\"c éé"#]),
            ("", nil), ("[]", nil), ("{", nil), (#"{"a"}"#, nil), (#"{"a":}"#, nil), (#"{"a":1"#, nil),
            (#"{"a":"x}"#, nil), (#"{"a":[1}"#, nil), (#"{"a":"\"#, nil), (#"{"a":1,}"#, nil), (#"{"a":1 2}"#, nil),
        ] as [(String, [String]?)])
    func `members are found where they stand`(text: String, expected: [String]?) {
        #expect(members(text) == expected)
    }

    @Test func `what is passed over counts its brackets outside of strings`() {
        let text = #"{"a":{"b":[1,{"c":"}]\""}]},"d":["x","\"",{},"y"],"e":-1.5e3}"#
        Array(text.utf8).withUnsafeBufferPointer { buffer in
            var (skimmer, elements, last): (JSONSkimmer, [String?], JSONValue?) = (JSONSkimmer(buffer), [], nil)
            let isWhole = skimmer.eachMember { name, skimmer in
                if name.elementsEqual("d".utf8) { _ = skimmer.eachElement { elements.append($0.string()) } }
                if name.elementsEqual("e".utf8) { last = skimmer.value() }
                return true
            }
            #expect(isWhole && elements == ["x", "\"", nil, "y"] && last == .number(-1_500))
        }
    }

    @Test func `what is cut off anywhere is no trap`() {
        let text = #"{"a":{"b":[1,"\u00e9\""]},"c":[],"d":"x","e":-1.5}"#
        for end in 0..<text.utf8.count {
            #expect(members(String(decoding: text.utf8.prefix(end), as: UTF8.self)) == nil)
            _ = members(String(decoding: text.utf8.dropFirst(end), as: UTF8.self))
        }
    }

    @Test func `who has seen enough sees no more`() {
        Array(#"{"a":1,"b":2,"c""#.utf8).withUnsafeBufferPointer { buffer in
            var (count, skimmer) = (0, JSONSkimmer(buffer))
            let isWhole = skimmer.eachMember { _, _ in
                count += 1
                return count < 2
            }
            #expect(isWhole && count == 2)
        }
    }
}
