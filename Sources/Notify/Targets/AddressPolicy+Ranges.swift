extension AddressPolicy {
    /// Ranges that are not public: private, loopback, link-local, shared, multicast, documentation, benchmarking and
    /// reserved ones (the IANA special-purpose registries, RFC 6890).
    public static let closedRanges: [CIDR] = ranges([
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
        "::/128", "::1/128", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16",
        "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
    ])

    /// Where clouds answer their own machines with credentials; closed whatever is opened.
    public static let metadataRanges: [CIDR] = ranges([
        "169.254.169.254/32", "fd00:ec2::254/128", "fd20:ce::254/128", "fe80::a9fe:a9fe/128",  // most clouds
        "169.254.170.2/32", "169.254.170.23/32", "fd00:ec2::23/128",  // container credentials of AWS
        "168.63.129.16/32",  // Azure
        "100.100.100.200/32",  // Alibaba Cloud
        "192.0.0.192/32",  // Oracle Cloud
    ])

    private static func ranges(_ texts: [String]) -> [CIDR] {
        texts.map { text in
            guard let range = CIDR(text) else { preconditionFailure("not a CIDR: \(text)") }
            return range
        }
    }
}
