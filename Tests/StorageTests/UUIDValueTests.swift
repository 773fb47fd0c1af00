import Foundation
import Storage
import TestSupport
import Testing

/// Vectors of RFC 9562 appendix A and of Python's `uuid` documentation.
@Suite struct UUIDValueTests {
    private static let dns = UUIDValue(high: 0x6BA7_B810_9DAD_11D1, low: 0x80B4_00C0_4FD4_30C8)

    @Test(arguments: [
        ("python.org", "886313e1-3b8a-5372-9b90-0c9aee199e5d"),
        ("www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
    ])
    func `a version 5 UUID follows from its namespace and name`(name: String, expected: String) {
        #expect(UUIDValue.version5(namespace: Self.dns, name: name).description == expected)
    }

    @Test func `a version 7 UUID embeds the time, its version and its variant`() throws {
        var generator = SeededGenerator(seed: 11)
        let uuid = UUIDValue.version7(millisecondsSinceEpoch: 0x017F_22E2_79B0, using: &generator)
        let text = uuid.description
        #expect(text.hasPrefix("017f22e2-79b0-7"))
        #expect("89ab".contains(try #require(text.dropFirst(19).first)))
        #expect(uuid != UUIDValue.version7(millisecondsSinceEpoch: 0x017F_22E2_79B0, using: &generator))
    }

    @Test func `version 7 UUIDs sort by the time they were made`() {
        var generator = SeededGenerator(seed: 12)
        let uuids = (0..<200).map {
            UUIDValue.version7(millisecondsSinceEpoch: 1_772_366_400_000 + $0, using: &generator)
        }
        #expect(uuids == uuids.sorted())
        #expect(uuids.map(\.description) == uuids.map(\.description).sorted())
    }

    @Test func `text and bytes are read back as they were written, and agree with Foundation`() throws {
        var generator = SeededGenerator(seed: 13)
        for _ in 0..<500 {
            let uuid = UUIDValue(high: generator.next(), low: generator.next())
            #expect(UUIDValue(uuid.description) == uuid)
            #expect(UUIDValue(uuid.description.uppercased()) == uuid)
            #expect(UUIDValue(bytes: uuid.bytes) == uuid)
            let foundation = try #require(UUID(uuidString: uuid.description))
            #expect(foundation.uuidString.lowercased() == uuid.description)
        }
    }

    @Test func `UUIDs are ordered as their bytes are`() {
        var generator = SeededGenerator(seed: 14)
        for _ in 0..<500 {
            let high = UInt64.random(in: 0...2, using: &generator)
            let (left, right) = (
                UUIDValue(high: high, low: generator.next()), UUIDValue(high: 1, low: generator.next())
            )
            #expect((left < right) == left.bytes.lexicographicallyPrecedes(right.bytes))
        }
    }

    @Test(arguments: [
        "", "886313e1-3b8a-5372-9b90-0c9aee199e5", "886313e1-3b8a-5372-9b90-0c9aee199e5d0",
        "886313e13b8a53729b900c9aee199e5d", "{886313e1-3b8a-5372-9b90-0c9aee199e5d}",
        "886313e1-3b8a-5372-9b90-0c9aee199e5g", "886313e1-3b8a-5372-9b900-c9aee199e5d",
        "886313e1_3b8a_5372_9b90_0c9aee199e5d", " 886313e1-3b8a-5372-9b90-0c9aee199e5d",
        "８86313e1-3b8a-5372-9b90-0c9aee199e5d", "------------------------------------",
    ])
    func `text that is no UUID is not read`(text: String) {
        #expect(UUIDValue(text) == nil)
    }

    @Test(arguments: [0, 15, 17])
    func `any number of bytes but 16 is no UUID`(count: Int) {
        #expect(UUIDValue(bytes: [UInt8](repeating: 1, count: count)) == nil)
    }
}
