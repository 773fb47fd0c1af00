import Basics
import Foundation
import Recurrence
import TestSupport
import Testing

@Suite struct JSONWriterTests {
    private func written(_ body: (inout JSONWriter) -> Void) throws -> JSONValue {
        var json = JSONWriter()
        json.object(body)
        return try JSONValue(json: Data(json.bytes))
    }

    @Test func `every character is read back as it was`() throws {
        for start in stride(from: UInt32(0), to: 0x1_1000, by: 257) {
            let scalars = (start..<start + 257).compactMap { Unicode.Scalar($0) }
            let text = String(String.UnicodeScalarView(scalars))
            let read = try #require(try written { $0.field(named: text, text) }[text]?.string)
            #expect(Array(read.unicodeScalars) == scalars)
        }
    }

    @Test func `only what must be escaped is`() {
        var json = JSONWriter()
        json.string("\u{0}\u{8}\u{1F}\n\r\t\"\\/é\u{7F}\u{2028}집")
        let expected = #""\u0000\u0008\u001f\n\r\t\"\\/é"# + "\u{7F}\u{2028}집\""
        #expect(String(decoding: json.bytes, as: UTF8.self) == expected)
    }

    @Test func `numbers, truth and nothing are read back`() throws {
        let value = try written { json in
            json.field("small", Int64.min / 2_048)
            json.field("none", nil as Int?)
            json.field("half", 0.5)
            json.field("huge", 1e300)
            json.field("infinite", Double.infinity)
            json.field("yes", true)
            json.field("no", false)
            json.field("text", nil as String?)
            json.field("at", UTCInstant.noon)
        }
        #expect(value["small"] == .number(Double(Int64.min / 2_048)))
        #expect(value["none"] == .null)
        #expect(value["half"] == .number(0.5))
        #expect(value["huge"] == .number(1e300))
        #expect(value["infinite"] == .null)
        #expect(value["yes"] == .bool(true))
        #expect(value["no"] == .bool(false))
        #expect(value["text"] == .null)
        #expect(value["at"] == .string("2026-03-01T12:00:00Z"))
    }

    @Test func `objects and arrays nest, empty ones too, with commas only between`() {
        var json = JSONWriter()
        json.object { json in
            json.field("a") { $0.object { _ in } }
            json.field("b") { $0.array([Int]()) { _, _ in } }
            json.field("c") { json in
                json.array([1, 2]) { json, number in json.object { $0.field("n", number) } }
            }
            json.field("d", ["x", "y"])
            json.field("e", raw: Array("[1,{}]".utf8))
        }
        let text = String(decoding: json.bytes, as: UTF8.self)
        #expect(text == #"{"a":{},"b":[],"c":[{"n":1},{"n":2}],"d":["x","y"],"e":[1,{}]}"#)
    }
}
