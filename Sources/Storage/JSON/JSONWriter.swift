package import Recurrence

/// Writes JSON (RFC 8259) without spaces straight into bytes.
///
/// Every firing freezes a whole task as JSON, so this stands on the path that taskd is measured by; Foundation's
/// encoder costs some twenty times as much.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {
        bytes.reserveCapacity(1_024)
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
            for item in items {
                json.separate()
                json.needsComma = false
                try each(&json, item)
                json.needsComma = true
            }
        }
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
            if let value { json.raw(Array(value.description.utf8)) } else { json.null() }
        }
    }

    package mutating func field(_ name: String, _ value: Double?) {
        field(name) { json in
            if let value, value.isFinite { json.raw(Array("\(value)".utf8)) } else { json.null() }
        }
    }

    package mutating func field(_ name: String, _ value: Bool) {
        field(name) { $0.raw(Array((value ? "true" : "false").utf8)) }
    }

    package mutating func field(_ name: String, _ value: UTCInstant?) {
        field(name, value?.description)
    }

    package mutating func field(_ name: String, _ values: [String]) {
        field(name) { json in json.array(values) { $0.string($1) } }
    }

    /// Writes a field whose value is JSON already.
    package mutating func field(_ name: String, raw value: [UInt8]) {
        field(name) { $0.raw(value) }
    }

    package mutating func null() {
        raw(Array("null".utf8))
    }

    /// Takes bytes that are a JSON value already.
    package mutating func raw(_ value: [UInt8]) {
        bytes.append(contentsOf: value)
    }

    /// Writes a string; what RFC 8259 §7 does not ask to be escaped stays as it is.
    package mutating func string(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        for unit in value.utf8 {
            switch unit {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), unit])
            case 0x0A: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
            case 0x0D: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
            case 0x09: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
            case 0..<0x20:
                bytes.append(contentsOf: Array("\\u00\(unit < 16 ? "0" : "1")".utf8) + [hexDigit(unit & 0xF)])
            default: bytes.append(unit)
            }
        }
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
