import Basics
import Foundation
import TestSupport
import Testing

@Suite struct JSONReaderTests {
    private func read(_ text: String, _ limits: JSONLimits = .request) throws -> JSONValue {
        try JSONValue(json: Array(text.utf8), limits: limits)
    }

    @Test(arguments: [
        ("", 0, ""), (" ", 1, ""), (#"{"title":"a",}"#, 13, ""), ("[1,]", 3, ""), ("[,1]", 1, "/0"),
        (#"{"a":1,"b":2,"a":3}"#, 13, "/a"), (#"{"a":{"b":[0,{"c":1,"c":2}]}}"#, 20, "/a/b/1/c"),
        (#"{"é":1,"a":1,"\u00e9":2}"#, 14, "/é"), ("{a:1}", 1, ""), (#"{"a" 1}"#, 5, "/a"), (#"{"a":}"#, 5, "/a"),
        ("[1 2]", 3, ""), (#"{"a":1 "b":2}"#, 7, ""), ("1 2", 2, ""), ("nul", 0, ""), ("[tru]", 1, "/0"),
        ("\u{FEFF}1", 0, ""), ("01", 0, ""), ("-", 1, ""), ("-x", 1, ""), ("1.", 2, ""), (".5", 0, ""), ("+1", 0, ""),
        ("1e", 2, ""), ("1e+", 3, ""), ("[1e400]", 1, "/0"), ("-1e999", 0, ""), ("NaN", 0, ""), ("Infinity", 0, ""),
        ("\"", 1, ""), ("\"a", 2, ""), ("\"\n\"", 1, ""), ("\"\u{0}\"", 1, ""), (#""\x""#, 2, ""),
        (#""\u12g4""#, 5, ""),
        (#""\u""#, 3, ""), (#""\ud800""#, 1, ""), (#"["a\ud800\ud800"]"#, 3, "/0"), (#""\udc00\ud800""#, 1, ""),
        (#""\ud83dx""#, 1, ""), ("'a'", 0, ""), ("// a\n1", 0, ""), ("[1]]", 3, ""), ("{\"a\":1", 6, ""),
        ("\u{A0}1", 0, ""),
        (#"{"a/b":{"~":[nil]}}"#, 13, "/a~1b/~0/0"), (#"{1:2}"#, 1, ""),
    ])
    func `what is no JSON is refused with its byte and its place`(text: String, offset: Int, pointer: String) {
        let error = #expect(throws: JSONError.self, "\(text)") { try read(text) }
        #expect(error?.offset == offset, "\(text): \(String(describing: error))")
        #expect(error?.pointer == pointer, "\(text): \(String(describing: error))")
        #expect(error?.reason.isEmpty == false)
    }

    /// RFC 8259 §8.3; beyond a few names they are looked for in another way.
    @Test(arguments: [0, 40])
    func `names are the same by their code points alone`(others: Int) throws {
        let more = (0..<others).map { ",\"\($0)\":0" }.joined()
        let value = try read("{\"\u{e9}\":1\(more),\"e\u{301}\":2}")
        #expect(value["\u{e9}"]?.integer == 1 && value["e\u{301}"]?.integer == 2)
        #expect(throws: JSONError.self) { try read("{\"\u{e9}\":1\(more),\"\u{e9}\":2}") }
        #expect(try value != read("{\"e\u{301}\":1\(more),\"\u{e9}\":2}"))
        #expect(try read("\"\u{e9}\"") != read("\"e\u{301}\""))
    }

    @Test(
        arguments: [
            ([0x22, 0x61, 0xFF, 0x22], 2), ([0x22, 0xC3, 0x22], 1), ([0x22, 0xC0, 0xAF, 0x22], 1),
            ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),
            ([0x22, 0x5C, 0x6E, 0xE2, 0x82, 0x22], 3), ([0x22, 0xC3, 0x5C, 0x6E, 0x22], 1), ([0xFF], 0),
            ([0x7B, 0x22, 0x80, 0x22, 0x3A, 0x31, 0x7D], 2),
        ] as [([UInt8], Int)])
    func `what is not UTF-8 is refused with its byte`(bytes: [UInt8], offset: Int) {
        #expect(throws: JSONError.self) { try JSONValue(json: bytes) }
        do { _ = try JSONValue(json: bytes) } catch { #expect(error.offset == offset) }
    }

    @Test func `as deep as the limit is taken, one more is refused`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try read(nested(32))
        #expect(throws: JSONError.self) { try read(nested(33)) }
        let error = #expect(throws: JSONError.self) { try read(nested(100_000)) }
        #expect(error?.offset == 32)
        #expect(throws: JSONError.self) { try read(String(repeating: #"{"a":"#, count: 33)) }
    }

    @Test func `as many values as the limit are taken, one more is refused`() throws {
        let list = "[" + String(repeating: "0,", count: 19_998) + "0]"
        #expect(try read(list).array?.count == 19_999)
        #expect(throws: JSONError.self) { try read("[" + list + "]") }
        #expect(throws: JSONError.self) { try read("[" + String(repeating: "[],", count: 50_000) + "0]") }
        _ = try read("[" + String(repeating: "[],", count: 50_000) + "0]", .batch)
    }

    @Test func `fields stay in their order, and equality does not see it`() throws {
        let value = try read(#"{"b":1,"a":2,"c":{"z":1,"y":2}}"#)
        guard case .object(let object) = value else { return #expect(Bool(false)) }
        #expect(object.fields.map(\.name) == ["b", "a", "c"])
        #expect(value == (try read(#"{"c":{"y":2,"z":1},"a":2,"b":1}"#)))
        #expect(value != (try read(#"{"c":{"y":2,"z":2},"a":2,"b":1}"#)))
    }

    @Test func `escapes are what they stand for`() throws {
        let text = #""\"\\\/\b\f\n\r\t\u00e9\u2028\ud83d\udcc5\u0000x""#
        #expect(try read(text).string == "\"\\/\u{8}\u{C}\n\r\té\u{2028}📅\0x")
    }

    @Test func `a number is the double nearest to it`() throws {
        var generator = SeededGenerator(seed: 7)
        let texts = (0..<2_000).map { _ in "\(Double(bitPattern: generator.next()))" }.filter {
            Double($0)?.isFinite == true
        }
        for text in texts + ["0.1", "1e-400", "5e-324", "-0", "9007199254740993", "123456789012345678901234567890"] {
            #expect(try read(text) == .number(try #require(Double(text))), "\(text)")
        }
    }

    /// Texts that took seconds when each value was tried as every kind: thousands of empty arrays at a depth of 500.
    @Test func `the time for a text follows from its length`() throws {
        let hostile = [
            String(repeating: "[", count: 500) + String(repeating: "[],", count: 2_000) + "0"
                + String(repeating: "]", count: 500),
            "[" + String(repeating: "[[[[[[[[]]]]]]]],", count: 60_000) + "0]",
            "\"" + String(repeating: "\\u00e9", count: 170_000) + "\"", String(repeating: "9", count: 1_000_000),
            "{" + (0..<60_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}",
            "{" + String(repeating: "\"a\":", count: 250_000), String(repeating: "\"\\\\", count: 300_000),
            "\"" + String(repeating: "e\u{301}", count: 300_000) + "\"",
        ]
        for text in hostile {
            let bytes = Array(text.utf8)
            let time = ContinuousClock().measure {
                for limits in [JSONLimits.request, .batch, .own] { _ = try? JSONValue(json: bytes, limits: limits) }
            }
            // Debug builds on a busy machine; what it guards against took minutes.
            #expect(time < .seconds(10), "\(text.prefix(40))")
        }
    }

    @Test func `what Foundation reads strictly is read equal`() throws {
        var generator = SeededGenerator(seed: 20_261_122)
        for _ in 0..<2_000 {
            let text = generator.json(depth: 0)
            let ours = try JSONValue(json: Array(text.utf8), limits: .own)
            let theirs = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            #expect(ours.isEqual(to: theirs), "\(text)")
        }
    }
}

extension SeededGenerator {
    /// A JSON text of any form.
    fileprivate mutating func json(depth: Int) -> String {
        let space = ["", "", " ", "\n\t"].randomElement(using: &self) ?? ""
        switch Int.random(in: 0..<(depth > 5 ? 5 : 8), using: &self) {
        case 0: return space + "null"
        case 1: return space + (["true", "false"].randomElement(using: &self) ?? "")
        case 2: return space + "\(Int.random(in: -1_000_000_000_000...1_000_000_000_000, using: &self))"
        case 3: return space + "\(Double.random(in: -1e6...1e6, using: &self))"
        case 4: return space + string()
        case 5, 6:
            let items = (0..<Int.random(in: 0..<6, using: &self)).map { _ in json(depth: depth + 1) }
            return "[" + items.joined(separator: space + ",") + space + "]"
        default:
            let fields = (0..<Int.random(in: 0..<24, using: &self)).map { "\"\($0)\":" + json(depth: depth + 1) }
            return "{" + fields.joined(separator: ",") + space + "}"
        }
    }

    private mutating func string() -> String {
        let pieces = [
            "a", "é", "집", "📅", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "\\ud83d\\udcc5", "e\u{301}", "\u{7F}", "",
        ]
        let count = Int.random(in: 0..<20, using: &self)
        return "\"" + (0..<count).map { _ in pieces.randomElement(using: &self) ?? "" }.joined() + "\""
    }
}

extension JSONValue {
    fileprivate func isEqual(to other: Any) -> Bool {
        switch self {
        case .null: other is NSNull
        case .bool(let value): (other as? Bool) == value
        // Foundation makes decimal numbers of long ones, which lose a digit as they become doubles.
        case .number(let value): (other as? NSNumber).map { abs($0.doubleValue - value) <= abs(value) * 1e-14 } ?? false
        case .string(let value): (other as? String).map { Array($0.utf8) == Array(value.utf8) } ?? false
        case .array(let items):
            (other as? [Any]).map { $0.count == items.count && zip(items, $0).allSatisfy { $0.isEqual(to: $1) } }
                ?? false
        case .object(let object):
            (other as? [String: Any]).map { others in
                others.count == object.count
                    && object.fields.allSatisfy { field in others[field.name].map(field.value.isEqual) ?? false }
            } ?? false
        }
    }
}
