/// Takes some members of objects that a ``JSONWriter`` has written.
package struct JSONSelection: Sendable {
    private let names: Set<String>

    /// - Parameter names: The members to take; none of them needs an escape.
    package init(_ names: Set<String>) {
        self.names = names
    }

    /// Writes an object again, with no more than these of its members, in the order in which they stand.
    ///
    /// - Parameters:
    ///   - object: The bytes of one object.
    ///   - json: Where to.
    package func write(_ object: [UInt8], to json: inout JSONWriter) {
        json.object { json in
            object.withUnsafeBufferPointer { bytes in
                var members = JSONSkimmer(bytes)
                _ = members.eachMember { name, value in
                    let name = String(decoding: name, as: UTF8.self)
                    if names.contains(name), let bytes = value.bytesOfValue() {
                        json.field(named: name) { $0.raw(bytes) }
                    }
                    return true
                }
            }
        }
    }
}
