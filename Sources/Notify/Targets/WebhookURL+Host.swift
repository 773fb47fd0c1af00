extension WebhookURL {
    /// The host of a URL: an address, or a name that has addresses.
    public enum Host: Hashable, Sendable, LosslessStringConvertible {
        /// An address, written `a.b.c.d` or `[IPv6]`.
        case address(IPAddress)
        /// A DNS name, in lower case.
        case name(String)

        /// Reads a host as it stands in a URL; nil when it is none.
        ///
        /// A name whose last label is a number is none: browsers and resolvers take such names for IPv4 addresses in
        /// old spellings (`2130706433`, `0x7f.1`), each in their own way.
        public init?(_ text: String) {
            if text.hasPrefix("["), text.hasSuffix("]") {
                guard let address = IPAddress(String(text.dropFirst().dropLast())), address.family == .v6 else {
                    return nil
                }
                self = .address(address)
            } else if let address = IPAddress(text) {
                guard address.family == .v4 else { return nil }
                self = .address(address)
            } else {
                let name = text.lowercased()
                guard Self.isName(name) else { return nil }
                self = .name(name)
            }
        }

        /// The host as it stands in a URL.
        public var description: String {
            switch self {
            case .address(let address): address.family == .v6 ? "[\(address)]" : "\(address)"
            case .name(let name): name
            }
        }

        /// Letters, digits, hyphens and underscores in labels of 1 to 63, joined by dots (RFC 1123 §2.1).
        private static func isName(_ text: String) -> Bool {
            let labels = text.split(separator: ".", omittingEmptySubsequences: false)
            guard text.utf8.count <= 253, let last = labels.last, last.utf8.contains(where: isLetter) else {
                return false
            }
            return !last.hasPrefix("0x")
                && labels.allSatisfy { label in
                    (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                        && label.utf8.allSatisfy(isLabelCharacter)
                }
        }

        private static func isLetter(_ unit: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(unit)
        }

        private static func isLabelCharacter(_ unit: UInt8) -> Bool {
            isLetter(unit) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(unit)
                || unit == UInt8(ascii: "-") || unit == UInt8(ascii: "_")
        }
    }
}

extension WebhookURL.Host {
    /// What is wrong with a text that is no host.
    static func complaint(about text: String) -> String {
        if text.hasPrefix("[") || text.hasSuffix("]") {
            return "brackets must contain an IPv6 address without a zone"
        }
        // Digits alone, or digits after 0x, in the last label: what resolvers of old take for a number.
        let last = text.lowercased().split(separator: ".").last ?? ""
        if last.hasPrefix("0x")
            || !last.isEmpty && last.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        {
            return "an IPv4 address must be written a.b.c.d, in decimal"
        }
        return "use a DNS name in ASCII, a.b.c.d, or [IPv6]"
    }
}
