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
        let bits = address.unmapped.bits
        self =
            address.unmapped.family == .v4
            ? .v4(UInt32(truncatingIfNeeded: bits)) : .v6(UInt64(truncatingIfNeeded: bits >> 64))
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
