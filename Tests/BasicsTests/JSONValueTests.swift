import Basics
import Foundation
import Testing

@Suite struct JSONValueTests {
    @Test func `each kind of value is read as what it is`() throws {
        let json = try JSONValue(json: Data(#"{"a":null,"b":true,"c":1.5,"d":"x","e":[1,false],"f":{}}"#.utf8))
        #expect(json["a"] == .null)
        #expect(json["b"] == .bool(true))
        #expect(json["c"] == .number(1.5))
        #expect(json["d"] == .string("x"))
        #expect(json["e"] == .array([.number(1), .bool(false)]))
        #expect(json["f"] == .object([:]))
        #expect(json["g"] == nil)
    }

    @Test(arguments: [("1", 1), ("-0", 0), ("1e3", 1_000), ("9007199254740991", 9_007_199_254_740_991)])
    func `a whole number is an integer`(text: String, expected: Int) throws {
        #expect(try JSONValue(json: Data(text.utf8)).integer == expected)
    }

    @Test(arguments: ["1.5", "1e300", "9007199254740992", "9007199254740993", "\"1\"", "true", "null", "[1]"])
    func `what is no whole number is no integer`(text: String) throws {
        #expect(try JSONValue(json: Data(text.utf8)).integer == nil)
    }

    @Test(arguments: [
        "", "{", "nul", "[1 2]", "[,]", "{a:1}", "{\"a\":}", "\"\\x\"", "1 2", String(repeating: "[", count: 10_000),
    ])
    func `what is no JSON is refused`(text: String) {
        #expect(throws: (any Error).self) { try JSONValue(json: Data(text.utf8)) }
    }
}
