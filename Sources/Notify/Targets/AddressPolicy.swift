/// Decides which addresses webhooks may go to: the public ones, and what the operator opens.
///
/// Without it, whoever may make a hook could have taskd call services that trust the machine or the network it runs in.
public struct AddressPolicy: Sendable {
    private let allowed: HookAllowList

    /// Denies every range of ``AddressPolicy/closedRanges`` but for what is opened.
    ///
    /// - Parameter allowed: What the operator opens; it never opens ``AddressPolicy/metadataRanges``.
    public init(allowing allowed: HookAllowList = .empty) {
        self.allowed = allowed
    }

    /// Returns if a host may be reached at an address.
    ///
    /// An address that carries another one in it (IPv4-mapped, NAT64, 6to4, Teredo, ISATAP) counts as both.
    ///
    /// - Parameters:
    ///   - address: The address that would be connected to.
    ///   - host: The host of the URL.
    /// - Throws: ``NotifyError`` with code `.deniedAddress`.
    public func check(_ address: IPAddress, ofHost host: WebhookURL.Host) throws {
        let candidates = [address.unmapped] + address.embedded
        for candidate in candidates where Self.metadataRanges.contains(where: { $0.contains(candidate) }) {
            throw denied(address, candidate, of: host, "is a cloud metadata address, which is always blocked")
        }
        for candidate in candidates {
            guard let (range, purpose) = Self.closedRange(of: candidate) else { continue }
            if allowed.opens(candidate, ofHost: host) || allowed.opens(address, ofHost: host) { continue }
            let reason =
                "is in \(range) (\(purpose)), which is blocked; the operator can allow it with TASKD_HOOKS_ALLOW"
            throw denied(address, candidate, of: host, reason)
        }
    }

    /// The error for an address that is closed, or carries one that is: the culprit.
    private func denied(
        _ address: IPAddress,
        _ culprit: IPAddress,
        of host: WebhookURL.Host,
        _ reason: String
    ) -> NotifyError {
        let subject = if case .name(let name) = host { "\(name) resolves to \(address), which " } else { "\(address) " }
        let embedded = culprit == address ? "" : "embeds \(culprit), which "
        return NotifyError(.deniedAddress, "\(subject)\(embedded)\(reason)")
    }
}

extension AddressPolicy {
    /// Ranges that are not public: private, loopback, link-local, shared, multicast, documentation, benchmarking and
    /// reserved ones (the IANA special-purpose registries, RFC 6890).
    public static let closedRanges: [CIDR] = purposes.flatMap { ranges($0.ranges) }

    /// Where clouds answer their own machines with credentials; closed whatever is opened.
    public static let metadataRanges: [CIDR] = ranges([
        "169.254.169.254/32", "fd00:ec2::254/128", "fd20:ce::254/128", "fe80::a9fe:a9fe/128",  // most clouds
        "169.254.170.2/32", "169.254.170.23/32", "fd00:ec2::23/128",  // container credentials of AWS
        "168.63.129.16/32",  // Azure
        "100.100.100.200/32",  // Alibaba Cloud
        "192.0.0.192/32",  // Oracle Cloud
    ])

    /// What the closed ranges are for, in the words of the attempt log.
    private static let purposes: [(name: String, ranges: [String])] = [
        ("unspecified", ["0.0.0.0/8", "::/128"]),
        ("loopback", ["127.0.0.0/8", "::1/128"]),
        ("private", ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10"]),
        ("link-local", ["169.254.0.0/16", "fe80::/10"]),
        ("shared by a provider", ["100.64.0.0/10"]),
        ("local translation", ["64:ff9b:1::/48"]),
        ("protocol assignments", ["192.0.0.0/24", "192.88.99.0/24", "2001::/23", "5f00::/16"]),
        ("documentation", ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"]),
        ("benchmarking", ["198.18.0.0/15"]),
        ("discard", ["100::/64"]),
        ("multicast", ["224.0.0.0/4", "ff00::/8"]),
        ("reserved", ["240.0.0.0/4"]),
    ]

    private static let closed: [(range: CIDR, purpose: String)] =
        purposes.flatMap { purpose in ranges(purpose.ranges).map { ($0, purpose.name) } }

    /// The closed range that an address lies in, and what that is for; nil for a public address.
    static func closedRange(of address: IPAddress) -> (range: CIDR, purpose: String)? {
        closed.first { $0.range.contains(address) }
    }

    private static func ranges(_ texts: [String]) -> [CIDR] {
        texts.map { text in
            guard let range = CIDR(text) else { preconditionFailure("not a CIDR: \(text)") }
            return range
        }
    }
}
