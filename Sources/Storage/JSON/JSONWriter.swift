package import Recurrence

/// Writes JSON (RFC 8259) without spaces straight into bytes.
///
/// Every firing freezes a whole task as JSON, so this stands on the path that taskd is measured by; Foundation's
/// encoder costs some twenty times as much.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {
        // Most events fit, so that nothing is copied while they grow.
        bytes.reserveCapacity(2_000)
    }

    /// Writes `{…}` with the fields that `body` writes.
    package mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
        try enclosed(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    /// Writes `[…]` with one element for each item.
    package mutating func array<Item>(
        _ items: some Sequence<Item>,
        _ each: (inout JSONWriter, Item) throws -> Void
    ) rethrows {
        try enclosed(UInt8(ascii: "["), UInt8(ascii: "]")) { json in
            for item in items { try json.element { try each(&$0, item) } }
        }
    }

    /// Writes an element of an array that is begun and ended elsewhere.
    package mutating func element(_ body: (inout JSONWriter) throws -> Void) rethrows {
        separate()
        needsComma = false
        try body(&self)
        needsComma = true
    }

    /// Writes a field whose value `body` writes.
    package mutating func field(_ name: String, _ body: (inout JSONWriter) throws -> Void) rethrows {
        separate()
        needsComma = false
        string(name)
        bytes.append(UInt8(ascii: ":"))
        try body(&self)
        needsComma = true
    }

    package mutating func field(_ name: String, _ value: String?) {
        field(name) { json in
            if let value { json.string(value) } else { json.null() }
        }
    }

    package mutating func field(_ name: String, _ value: (some BinaryInteger)?) {
        field(name) { json in
            if let value { json.digits(value.description) } else { json.null() }
        }
    }

    package mutating func field(_ name: String, _ value: Double?) {
        field(name) { json in
            if let value, value.isFinite { json.digits("\(value)") } else { json.null() }
        }
    }

    package mutating func field(_ name: String, _ value: Bool) {
        field(name) { $0.digits(value ? "true" : "false") }
    }

    package mutating func field(_ name: String, _ value: UTCInstant?) {
        field(name) { json in
            if let value { json.instant(value) } else { json.null() }
        }
    }

    package mutating func field<Subject>(_ name: String, _ id: Identifier<Subject>?) {
        field(name) { json in
            if let id { json.uuid(id.uuid) } else { json.null() }
        }
    }

    package mutating func field(_ name: String, _ values: [String]) {
        field(name) { json in json.array(values) { $0.string($1) } }
    }

    /// Writes a field whose value is JSON already.
    package mutating func field(_ name: String, raw value: [UInt8]) {
        field(name) { $0.raw(value) }
    }

    package mutating func null() {
        digits("null")
    }

    /// Takes bytes that are a JSON value already.
    package mutating func raw(_ value: [UInt8]) {
        bytes.append(contentsOf: value)
    }

    /// Writes a string; what RFC 8259 §7 does not ask to be escaped stays as it is.
    package mutating func string(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { escape($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ units: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for (index, unit) in units.enumerated()
        where unit < 0x20 || unit == UInt8(ascii: "\"") || unit == UInt8(ascii: "\\") {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: units[start..<index]))
            escape(unit)
            start = index + 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: units[start...]))
    }

    private mutating func escape(_ unit: UInt8) {
        switch unit {
        case 0x0A: digits("\\n")
        case 0x0D: digits("\\r")
        case 0x09: digits("\\t")
        case 0..<0x20:
            digits(unit < 16 ? "\\u000" : "\\u001")
            bytes.append(hexDigit(unit & 0xF))
        default:
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(unit)
        }
    }

    /// Writes text that needs no escape: a number, a literal.
    private mutating func digits(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    private mutating func uuid(_ value: UUIDValue) {
        bytes.append(UInt8(ascii: "\""))
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 36) { buffer in
            value.write { buffer[$0] = $1 }
            bytes.append(contentsOf: buffer)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func instant(_ value: UTCInstant) {
        bytes.append(UInt8(ascii: "\""))
        value.appendDescription(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func enclosed(
        _ open: UInt8,
        _ close: UInt8,
        _ body: (inout JSONWriter) throws -> Void
    ) rethrows {
        bytes.append(open)
        needsComma = false
        try body(&self)
        bytes.append(close)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }
}

private func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
}
