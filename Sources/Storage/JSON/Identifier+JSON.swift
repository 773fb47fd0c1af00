package import Basics

extension JSONWriter {
    /// Writes a field that is an id; null where there is none.
    @inline(__always)
    package mutating func field<Subject>(_ name: StaticString, _ id: Identifier<Subject>?) {
        field(name) { json in
            if let id { json.uuid(id.uuid) } else { json.null() }
        }
    }

    private mutating func uuid(_ value: UUIDValue) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 38) { text in
            text[0] = UInt8(ascii: "\"")
            value.write { text[$0 + 1] = $1 }
            text[37] = UInt8(ascii: "\"")
            raw(text)
        }
    }
}
