#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An IPv4 or IPv6 address, without a zone.
public struct IPAddress: Hashable, Sendable, LosslessStringConvertible {
    /// The two kinds of addresses.
    public enum Family: Hashable, Sendable {
        /// IPv4, 32 bits.
        case v4
        /// IPv6, 128 bits.
        case v6

        var bitWidth: Int { self == .v4 ? 32 : 128 }
    }

    /// Which kind it is.
    public let family: Family
    /// The address as a number; an IPv4 address fills the lowest 32 bits.
    let bits: UInt128

    init(v4 bits: UInt32) {
        family = .v4
        self.bits = UInt128(bits)
    }

    init(v6 bits: UInt128) {
        family = .v6
        self.bits = bits
    }

    /// Reads four decimal numbers, or an IPv6 address (RFC 4291 §2.2); nil for anything else.
    ///
    /// The old spellings of IPv4 (`127.1`, `0x7f000001`, `0177.0.0.1`) are not read.
    public init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(four)
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self.init(six)
        } else {
            return nil
        }
    }

    init(_ address: in_addr) {
        self.init(v4: UInt32(bigEndian: address.s_addr))
    }

    init(_ address: in6_addr) {
        self.init(v6: withUnsafeBytes(of: address) { bytes in bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) } })
    }

    /// The usual text, for IPv6 that of RFC 5952.
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let bytes = (0..<family.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: bits >> UInt128(8 * $0)) }
        inet_ntop(family == .v4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
