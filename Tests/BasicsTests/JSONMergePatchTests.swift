import Basics
import Testing

struct JSONMergePatchTests {
    /// The examples of RFC 7396, appendix A, whose target and patch are objects, and some of ours.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        ("{}", "{}", "{}"), ("{}", #"{"a":null,"b":[null,{"c":null}]}"#, #"{"b":[null,{"c":null}]}"#),
        (#"{"c":1,"b":2,"a":3}"#, #"{"d":4,"a":{"x":null},"b":null,"0":5}"#, #"{"c":1,"a":{},"d":4,"0":5}"#),
        (#"{"a":{"z":1,"y":{"x":2}}}"#, #"{"a":{"w":0,"y":{"v":3}}}"#, #"{"a":{"z":1,"y":{"x":2,"v":3},"w":0}}"#),
        (#"{"é":1}"#, #"{"e\u0301":2}"#, "{\"é\":1,\"e\u{301}\":2}"),
        (#"{"é":1,"e\u0301":2}"#, #"{"e\u0301":null}"#, #"{"é":1}"#),
    ])
    func `a patch is merged member by member, and members keep their order`(
        target: String, patch: String, merged: String
    ) throws {
        var json = JSONWriter()
        json.value(.object(try object(target).merged(with: object(patch))))
        #expect(String(decoding: json.bytes, as: UTF8.self) == merged)
    }

    private func object(_ text: String) throws -> JSONObject {
        guard case .object(let object) = try JSONValue(json: text.utf8) else { return [:] }
        return object
    }
}
