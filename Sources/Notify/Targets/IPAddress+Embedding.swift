extension IPAddress {
    /// The IPv4 address of an IPv4-mapped one (`::ffff:a.b.c.d`, RFC 4291 §2.5.5.2), which the system connects to as
    /// IPv4; any other address as it is.
    var unmapped: IPAddress {
        family == .v6 && bits >> 32 == 0xFFFF ? IPAddress(v4: UInt32(truncatingIfNeeded: bits)) : self
    }

    /// The IPv4 addresses that packets to this IPv6 address may end up at.
    var embedded: [IPAddress] {
        guard family == .v6 else { return [] }
        let last = UInt32(truncatingIfNeeded: bits)
        switch bits {
        case let bits where bits >> 32 == 0 || bits >> 32 == 0xFFFF:  // ::/96, ::ffff:0:0/96
            return [IPAddress(v4: last)]
        case let bits where bits >> 32 == 0x0064_FF9B_0000_0000_0000_0000:  // NAT64, RFC 6052
            return [IPAddress(v4: last)]
        case let bits where bits >> 80 == 0x0064_FF9B_0001:  // local NAT64, RFC 8215
            return [IPAddress(v4: last)]
        case let bits where bits >> 112 == 0x2002:  // 6to4, RFC 3056
            return [IPAddress(v4: UInt32(truncatingIfNeeded: bits >> 80))]
        case let bits where bits >> 96 == 0x2001_0000:  // Teredo, RFC 4380: the server, and the client inverted
            return [IPAddress(v4: UInt32(truncatingIfNeeded: bits >> 64)), IPAddress(v4: ~last)]
        default:
            return []
        }
    }
}
