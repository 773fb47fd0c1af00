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
    package let bits: UInt128

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

extension IPAddress {
    /// The IPv4 address of an IPv4-mapped one (`::ffff:a.b.c.d`, RFC 4291 §2.5.5.2), which the system connects to as
    /// IPv4; any other address as it is.
    package var unmapped: IPAddress {
        family == .v6 && bits >> 32 == 0xFFFF ? IPAddress(v4: UInt32(truncatingIfNeeded: bits)) : self
    }

    /// The IPv4 addresses that packets to this IPv6 address may end up at.
    var embedded: [IPAddress] {
        family == .v6 ? (Self.forms.flatMap { $0(bits) } + isatap).map { IPAddress(v4: $0) } : []
    }

    /// Each gives the addresses of one form of embedding, and none for an address that is not of that form.
    private static let forms: [@Sendable (UInt128) -> [UInt32]] = [
        // IPv4-compatible, mapped and translated: ::/96, ::ffff:0:0/96, ::ffff:0:0:0/96 (RFC 4291, RFC 2765).
        { [0, 0xFFFF, 0xFFFF_0000].contains($0 >> 32) ? [last($0)] : [] },
        // NAT64 by the well-known prefix, 64:ff9b::/96 (RFC 6052).
        { $0 >> 32 == 0x0064_FF9B_0000_0000_0000_0000 ? [last($0)] : [] },
        // NAT64 by a local prefix, 64:ff9b:1::/48 (RFC 8215), of any of the lengths that fit into it.
        {
            $0 >> 80 == 0x0064_FF9B_0001
                ? [split($0, prefix: 48), split($0, prefix: 56), split($0, prefix: 64), last($0)] : []
        },
        // 6to4, 2002::/16 (RFC 3056).
        { $0 >> 112 == 0x2002 ? [UInt32(truncatingIfNeeded: $0 >> 80)] : [] },
        // Teredo, 2001::/32 (RFC 4380): the server, and the client inverted.
        { $0 >> 96 == 0x2001_0000 ? [UInt32(truncatingIfNeeded: $0 >> 64), ~last($0)] : [] },
    ]

    /// ISATAP (RFC 5214): the lower half is `0:5efe` or `200:5efe` and the address, whatever the prefix.
    private var isatap: [UInt32] {
        let marker = UInt32(truncatingIfNeeded: bits >> 32)
        return marker == 0x0000_5EFE || marker == 0x0200_5EFE ? [Self.last(bits)] : []
    }

    private static func last(_ bits: UInt128) -> UInt32 {
        UInt32(truncatingIfNeeded: bits)
    }

    /// The address that follows a prefix of 48, 56 or 64 bits, split around the bits 64 to 71 (RFC 6052 §2.2).
    private static func split(_ bits: UInt128, prefix: Int) -> UInt32 {
        let before = 64 - prefix
        let head = UInt32(truncatingIfNeeded: bits >> 64) & UInt32((UInt64(1) << UInt64(before)) - 1)
        let tail = UInt32(truncatingIfNeeded: (bits << 72) >> UInt128(96 + before))
        return before == 0 ? tail : head << UInt32(32 - before) | tail
    }
}
