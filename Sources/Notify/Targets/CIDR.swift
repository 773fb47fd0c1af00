/// A range of addresses that share their first bits, such as `10.0.0.0/8` (RFC 4632) or `fd00::/8`.
public struct CIDR: Hashable, Sendable, LosslessStringConvertible {
    /// The first address of the range.
    public let base: IPAddress
    /// How many bits its addresses share.
    public let prefixLength: Int

    /// Reads `ADDRESS/LENGTH`, or an address alone for a range of one.
    ///
    /// Nil for anything else, and when the address has bits beyond the length: that is more likely a slip than meant.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let base = IPAddress(String(first)) else { return nil }
        var length = base.family.bitWidth
        if parts.count == 2 {
            guard let given = Int(parts[1]), "\(given)" == parts[1], (0...length).contains(given) else { return nil }
            length = given
        }
        self.base = base
        prefixLength = length
        guard base.bits == (base.bits >> UInt128(freeBits)) << UInt128(freeBits) else { return nil }
    }

    /// The address and the length.
    public var description: String { "\(base)/\(prefixLength)" }

    /// Whether an address lies in the range; one of the other family never does.
    public func contains(_ address: IPAddress) -> Bool {
        guard address.family == base.family else { return false }
        return (address.bits ^ base.bits) >> UInt128(freeBits) == 0
    }

    private var freeBits: Int { base.family.bitWidth - prefixLength }
}
