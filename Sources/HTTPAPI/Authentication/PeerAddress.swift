import Notify

/// Where a client is, as far as it can be held against it: whoever has an IPv6 address mostly has all of its /64.
enum PeerAddress: Hashable, Sendable {
    case v4(UInt32)
    /// The first half of the address.
    case v6(UInt64)
    /// On this machine, and not over a network.
    case local

    /// - Parameter address: The address; nil for none.
    init(_ address: IPAddress?) {
        guard let address else {
            self = .local
            return
        }
        // IPv4 as IPv6 sees it (RFC 4291 §2.5.5.2).
        let isMapped = address.family == .v6 && address.bits >> 32 == 0xFFFF
        self =
            address.family == .v4 || isMapped
            ? .v4(UInt32(truncatingIfNeeded: address.bits)) : .v6(UInt64(truncatingIfNeeded: address.bits >> 64))
    }
}

extension PeerAddress: CustomStringConvertible {
    /// The address, or the beginning that it has in common with others, for the log.
    var description: String {
        switch self {
        case .v4(let bits): stride(from: 24, through: 0, by: -8).map { "\(bits >> $0 & 0xFF)" }.joined(separator: ".")
        case .v6(let bits):
            stride(from: 48, through: 0, by: -16).map { String(bits >> $0 & 0xFFFF, radix: 16) }
                .joined(separator: ":") + "::/64"
        case .local: "local"
        }
    }
}
