public import Recurrence

/// Writes JSON (RFC 8259) without spaces straight into bytes.
///
/// Every firing freezes a whole task as JSON, so this stands on the path that taskd is measured by; Foundation's
/// encoder costs some twenty times as much. What writes a field is inlinable, so that the modules that write whole
/// tasks compile it as if it were theirs; of a type that is not usable from inline none of that would be inlined.
@usableFromInline
package struct JSONWriter: Sendable {
    @usableFromInline var buffer: [UInt8] = []
    @usableFromInline var needsComma = false

    /// What was written so far.
    @inlinable package var bytes: [UInt8] { buffer }

    /// Begins with room for so many bytes, lest they be copied while they grow; most events fit into 2,000.
    package init(capacity: Int = 2_000) {
        buffer.reserveCapacity(capacity)
    }

    /// Begins without room, to be put in the place of one that is moved away.
    package static var empty: JSONWriter { JSONWriter(buffer: []) }

    private init(buffer: [UInt8]) { self.buffer = buffer }

    /// Writes `{…}` with the fields that `body` writes.
    @inlinable
    package mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
        try enclosed(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    /// Writes `[…]` with one element for each item.
    @inlinable
    package mutating func array<Item>(
        _ items: some Sequence<Item>,
        _ each: (inout JSONWriter, Item) throws -> Void
    ) rethrows {
        try enclosed(UInt8(ascii: "["), UInt8(ascii: "]")) { json in
            for item in items { try json.element { try each(&$0, item) } }
        }
    }

    /// Writes an element of an array that is begun and ended elsewhere.
    @inlinable
    package mutating func element(_ body: (inout JSONWriter) throws -> Void) rethrows {
        separate()
        needsComma = false
        try body(&self)
        needsComma = true
    }

    /// Writes a field whose value `body` writes; the name, a literal, must need no escape.
    @inlinable @inline(__always)
    package mutating func field(_ name: StaticString, _ body: (inout JSONWriter) throws -> Void) rethrows {
        self.name(name)
        try body(&self)
        needsComma = true
    }

    /// Writes a field whose name is known only now and whose value `body` writes.
    package mutating func field(named name: String, _ body: (inout JSONWriter) throws -> Void) rethrows {
        separate()
        needsComma = false
        string(name)
        buffer.append(UInt8(ascii: ":"))
        try body(&self)
        needsComma = true
    }

    @inlinable @inline(__always)
    package mutating func field(_ name: StaticString, _ value: String?) {
        field(name) { json in
            if let value { json.string(value) } else { json.null() }
        }
    }

    package mutating func field(named name: String, _ value: String?) {
        field(named: name) { json in
            if let value { json.string(value) } else { json.null() }
        }
    }

    @inlinable @inline(__always)
    package mutating func field(_ name: StaticString, _ value: (some BinaryInteger)?) {
        field(name) { json in
            if let value { json.integer(value) } else { json.null() }
        }
    }

    @inlinable @inline(__always)
    package mutating func field(_ name: StaticString, _ value: Double?) {
        field(name) { json in
            if let value, value.isFinite { json.digits("\(value)") } else { json.null() }
        }
    }

    @inlinable @inline(__always)
    package mutating func field(_ name: StaticString, _ value: Bool) {
        field(name) { $0.bool(value) }
    }

    @inlinable @inline(__always)
    package mutating func field(_ name: StaticString, _ value: UTCInstant?) {
        field(name) { json in
            if let value { json.time(value) } else { json.null() }
        }
    }

    @inlinable @inline(__always)
    package mutating func field(_ name: StaticString, _ value: CivilTime?) {
        field(name) { json in
            if let value { json.time(value) } else { json.null() }
        }
    }

    @inlinable @inline(__always)
    package mutating func field(_ name: StaticString, _ values: [String]) {
        field(name) { json in json.array(values) { $0.string($1) } }
    }

    /// Writes a field whose value is JSON already.
    @inlinable @inline(__always)
    package mutating func field(_ name: StaticString, raw value: [UInt8]) {
        field(name) { $0.raw(value) }
    }

    @usableFromInline
    package mutating func bool(_ value: Bool) {
        literal(value ? "true" : "false")
    }

    @inlinable
    package mutating func integer(_ value: some BinaryInteger) {
        if (0..<10).contains(value) {
            buffer.append(UInt8(ascii: "0") + UInt8(value))
        } else {
            digits(value.description)
        }
    }

    @usableFromInline
    package mutating func null() {
        literal("null")
    }

    /// Takes bytes that are a JSON value already.
    @inlinable
    package mutating func raw(_ value: some Collection<UInt8>) {
        buffer.append(contentsOf: value)
    }

    /// Writes a string; what RFC 8259 §7 does not ask to be escaped stays as it is.
    @usableFromInline
    package mutating func string(_ value: String) {
        buffer.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { escape($0) }
        buffer.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ units: UnsafeBufferPointer<UInt8>) {
        guard units.contains(where: Self.isEscaped) else { return buffer.append(contentsOf: units) }
        var start = 0
        for (index, unit) in units.enumerated() where Self.isEscaped(unit) {
            buffer.append(contentsOf: UnsafeBufferPointer(rebasing: units[start..<index]))
            escape(unit)
            start = index + 1
        }
        buffer.append(contentsOf: UnsafeBufferPointer(rebasing: units[start...]))
    }

    private static func isEscaped(_ unit: UInt8) -> Bool {
        unit < 0x20 || unit == UInt8(ascii: "\"") || unit == UInt8(ascii: "\\")
    }

    private mutating func escape(_ unit: UInt8) {
        switch unit {
        case 0x0A: literal("\\n")
        case 0x0D: literal("\\r")
        case 0x09: literal("\\t")
        case 0..<0x20:
            literal(unit < 16 ? "\\u000" : "\\u001")
            buffer.append(hexDigit(unit & 0xF))
        default:
            buffer.append(UInt8(ascii: "\\"))
            buffer.append(unit)
        }
    }

    @usableFromInline
    mutating func literal(_ text: StaticString) {
        text.withUTF8Buffer { buffer.append(contentsOf: $0) }
    }

    /// Writes text that needs no escape, such as a number.
    @usableFromInline
    mutating func digits(_ text: String) {
        var text = text
        text.withUTF8 { buffer.append(contentsOf: $0) }
    }

    @usableFromInline
    mutating func time(_ value: UTCInstant) {
        quoted { value.appendDescription(to: &$0) }
    }

    @usableFromInline
    mutating func time(_ value: CivilTime) {
        quoted { value.appendDescription(to: &$0) }
    }

    /// Writes a string of which nothing needs an escape.
    @inline(__always)
    private mutating func quoted(_ append: (inout [UInt8]) -> Void) {
        buffer.append(UInt8(ascii: "\""))
        append(&buffer)
        buffer.append(UInt8(ascii: "\""))
    }

    @inlinable
    mutating func enclosed(
        _ open: UInt8,
        _ close: UInt8,
        _ body: (inout JSONWriter) throws -> Void
    ) rethrows {
        buffer.append(open)
        needsComma = false
        try body(&self)
        buffer.append(close)
        needsComma = true
    }

    /// Writes the name of a field that needs no escape.
    ///
    /// Where it is inlined, the length is known to the compiler: names are a third of what is written.
    @inlinable @inline(__always)
    mutating func name(_ text: StaticString) {
        let start = needsComma ? 1 : 0
        let count = text.utf8CodeUnitCount
        needsComma = false
        // One growth of the array for all of it.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: start + count + 3) { name in
            name[0] = UInt8(ascii: ",")
            name[start] = UInt8(ascii: "\"")
            _ = text.withUTF8Buffer { name[(start + 1)...].update(fromContentsOf: $0) }
            name[start + count + 1] = UInt8(ascii: "\"")
            name[start + count + 2] = UInt8(ascii: ":")
            buffer.append(contentsOf: name)
        }
    }

    @inlinable
    mutating func separate() {
        if needsComma { buffer.append(UInt8(ascii: ",")) }
    }
}

private func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
}
