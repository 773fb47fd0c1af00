import Basics
import Testing

struct HandleTests {
    /// Worked out by another program, in Python, from the definition.
    @Test(arguments: [
        ("0198c5a0-7d3e-7a41-9b0c-2f6d8e1a4c55", "zj92jpckvqxq", 161_797_681_547_033_663 as Int64),
        ("00000000-0000-0000-0000-000000000000", "b9qbydws7qnc", 2_277_746_507_095_509),
        ("F47AC10B-58CC-4372-A567-0E02B2C3D479", "n8gsmn9b8zyz", 76_553_865_325_360_163),
    ])
    func `a handle follows from an id as documented`(id: String, text: String, number: Int64) throws {
        let handle = try #require(Handle(ofID: id))
        #expect(handle.description == text)
        #expect(handle.number == number)
        #expect(Handle(text) == handle)
        #expect(Handle(text.uppercased()) == handle)
    }

    @Test(arguments: ["", "0198c5a0", "0198c5a0-7d3e-7a41-9b0c-2f6d8e1a4c5", "0198c5a0-7d3e-7a41-9b0c-2f6d8e1a4c5g"])
    func `what is no id has no handle`(id: String) {
        #expect(Handle(ofID: id) == nil)
    }

    @Test(arguments: ["kf", "kf3kf3kf3kf3k", "3kf", "kfa", "kf0", "k1l", "kf-", "ㅏㄹ3"])
    func `what no handle can begin with stands for none`(text: String) {
        #expect(Handle.range(beginning: text) == nil)
    }

    @Test
    func `numbers are in the order of texts, and a beginning is a range`() throws {
        let handles = (0..<2_000).map { Handle(high: $0, low: 7) }
        #expect(handles.sorted().map(\.description) == handles.map(\.description).sorted())
        for handle in handles {
            let beginning = String(handle.description.prefix(3))
            let range = try #require(Handle.range(beginning: beginning))
            #expect(range == handle.surroundings)
            #expect(range.contains(handle))
            for other in handles.prefix(50) {
                #expect(range.contains(other) == other.description.hasPrefix(beginning))
            }
        }
    }

    @Test
    func `the shortest beginning tells a handle from its neighbours`() throws {
        let handle = try #require(Handle("kf3x8m2vq7tw"))
        #expect(handle.beginning(between: nil, and: nil) == "kf3")
        #expect(handle.beginning(between: Handle("kf2zzzzzzzzz"), and: Handle("kf3z22222222")) == "kf3x")
        #expect(handle.beginning(between: Handle("kf3x8m2vq7tv"), and: nil) == "kf3x8m2vq7tw")
    }
}
