import Crypto

/// A UUID of RFC 9562 as two machine words, ordered as its bytes are.
public struct UUIDValue: Hashable, Comparable, Sendable {
    /// Bytes 0 to 7, most significant first.
    public let high: UInt64
    /// Bytes 8 to 15, most significant first.
    public let low: UInt64

    /// Takes the two halves as they are; version and variant are not checked.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Takes 16 bytes in network order; nil for any other number of bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for (index, byte) in bytes.enumerated() {
            if index < 8 { halves.0 = halves.0 << 8 | UInt64(byte) } else { halves.1 = halves.1 << 8 | UInt64(byte) }
        }
        self.init(high: halves.0, low: halves.1)
    }

    /// The version that it says it is of (RFC 9562 §4.2), such as 7 for one that sorts by time.
    public var version: Int { Int(high >> 12 & 0xF) }

    /// The 16 bytes in network order.
    public var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            for index in 0..<8 {
                buffer[index] = UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * index))
                buffer[index + 8] = UInt8(truncatingIfNeeded: low >> UInt64(56 - 8 * index))
            }
            count = 16
        }
    }

    /// Orders as the bytes do, so that version 7 values sort by the time they were made.
    public static func < (left: UUIDValue, right: UUIDValue) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

extension UUIDValue {
    /// Makes a version 7 UUID (RFC 9562 §5.7): 48 bits of Unix milliseconds, 74 random bits.
    ///
    /// - Parameters:
    ///   - millisecondsSinceEpoch: The time to embed, in milliseconds since 1970 UTC.
    ///   - generator: The source of the random bits.
    /// - Returns: The UUID; those made later sort later.
    public static func version7(
        millisecondsSinceEpoch: Int64,
        using generator: inout some RandomNumberGenerator
    ) -> UUIDValue {
        version7(millisecondsSinceEpoch, random: (generator.next(), generator.next()))
    }

    /// Makes a version 7 UUID (RFC 9562 §5.7) with the system's random bits.
    ///
    /// - Parameter millisecondsSinceEpoch: The time to embed, in milliseconds since 1970 UTC.
    /// - Returns: The UUID; those made later sort later.
    public static func version7(millisecondsSinceEpoch: Int64) -> UUIDValue {
        version7(millisecondsSinceEpoch, random: RandomBits.pair())
    }

    private static func version7(_ milliseconds: Int64, random: (high: UInt64, low: UInt64)) -> UUIDValue {
        let time = UInt64(bitPattern: milliseconds) & 0xFFFF_FFFF_FFFF
        return UUIDValue(high: time << 16 | random.high & 0x0FFF, low: random.low).stamped(version: 7)
    }

    /// Makes the version 5 UUID (RFC 9562 §5.5) of a name in a namespace: SHA-1 over both.
    ///
    /// - Parameters:
    ///   - namespace: The UUID that the name belongs to.
    ///   - name: The name, hashed as its UTF-8 bytes.
    /// - Returns: The UUID, the same for the same two.
    public static func version5(namespace: UUIDValue, name: String) -> UUIDValue {
        var hash = Insecure.SHA1()
        withUnsafeBytes(of: (namespace.high.bigEndian, namespace.low.bigEndian)) { hash.update(bufferPointer: $0) }
        var name = name
        name.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (index, byte) in hash.finalize().prefix(16).enumerated() {
            if index < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
        }
        return UUIDValue(high: high, low: low).stamped(version: 5)
    }

    private func stamped(version: UInt64) -> UUIDValue {
        UUIDValue(
            high: high & ~0xF000 | version << 12,
            low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        )
    }
}

extension UUIDValue: LosslessStringConvertible {
    /// The 36 lower-case characters of RFC 9562 §4.
    public var description: String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            write { buffer[$0] = $1 }
            return 36
        }
    }

    /// Passes on the 36 characters, each with its place.
    @inline(__always)
    func write(_ put: (Int, UInt8) -> Void) {
        // Hyphens stand between some of the groups of four digits.
        for (value, first, second) in [(high >> 32, 0, 4), (high, 9, 14), (low >> 32, 19, 24), (low, 28, 32)] {
            let digits = hexDigits(UInt32(truncatingIfNeeded: value))
            for index in 0..<4 {
                put(first + index, UInt8(truncatingIfNeeded: digits >> UInt64(56 - 8 * index)))
                put(second + index, UInt8(truncatingIfNeeded: digits >> UInt64(24 - 8 * index)))
            }
        }
        for place in [8, 13, 18, 23] { put(place, UInt8(ascii: "-")) }
    }

    /// Passes on the 32 digits, each with its place among them.
    @inline(__always)
    func writeDigits(_ put: (Int, UInt8) -> Void) {
        for index in 0..<32 {
            let half = index < 16 ? high : low
            put(index, hexDigit(UInt8(truncatingIfNeeded: half >> UInt64(60 - index % 16 * 4)) & 0xF))
        }
    }

    /// Reads the 36-character form, upper or lower case; nil for anything else.
    public init?(_ text: String) {
        var halves: (UInt64, UInt64) = (0, 0)
        var position = 0
        for unit in text.utf8 {
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard unit == UInt8(ascii: "-") else { return nil }
            } else {
                guard position < 36, let digit = hexValue(unit) else { return nil }
                if position < 18 { halves.0 = halves.0 << 4 | digit } else { halves.1 = halves.1 << 4 | digit }
            }
            position += 1
        }
        guard position == 36 else { return nil }
        self.init(high: halves.0, low: halves.1)
    }
}

/// The eight digits of a value, the first in the highest byte; all of them are worked out at once, as each firing and
/// each task in a list has several ids.
@inline(__always)
private func hexDigits(_ value: UInt32) -> UInt64 {
    var nibbles = UInt64(value)
    nibbles = (nibbles << 16 | nibbles) & 0x0000_FFFF_0000_FFFF
    nibbles = (nibbles << 8 | nibbles) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles << 4 | nibbles) & 0x0F0F_0F0F_0F0F_0F0F
    // One in each byte that is ten or more, which a letter stands for.
    let letters = (nibbles + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return nibbles + 0x3030_3030_3030_3030 + letters * UInt64(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
}

private func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
}

private func hexValue(_ unit: UInt8) -> UInt64? {
    switch unit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(unit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(unit - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(unit - UInt8(ascii: "A") + 10)
    default: nil
    }
}
