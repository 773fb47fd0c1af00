import Basics
import Testing

struct JSONSelectionTests {
    @Test(arguments: [
        (#"{"a":1,"b":"x","c":null}"#, ["b"], #"{"b":"x"}"#),
        (#"{"a":1,"b":"x","c":null}"#, ["c", "a"], #"{"a":1,"c":null}"#),
        (#"{}"#, ["a"], "{}"), (#"{"a":{"b":[1,{"c":"},"}]},"b":[]}"#, ["b"], #"{"b":[]}"#),
        (#"{"a":{"b":[1,{"c":"},"}]},"b":[]}"#, ["a"], #"{"a":{"b":[1,{"c":"},"}]}}"#),
        (#"{"a":"\\","b":"\"b\":","c":"ü"}"#, ["b", "c"], #"{"b":"\"b\":","c":"ü"}"#), (#"{"a":1}"#, [], "{}"),
    ])
    func `members are taken as they were written`(object: String, names: [String], selected: String) {
        var json = JSONWriter()
        JSONSelection(Set(names)).write(Array(object.utf8), to: &json)
        #expect(String(decoding: json.bytes, as: UTF8.self) == selected)
    }
}
