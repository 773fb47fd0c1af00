import Basics

/// The private addresses and hosts that an operator opens to webhooks.
public struct HookAllowList: Hashable, Sendable {
    /// Opens nothing.
    public static let empty = HookAllowList(ranges: [], hosts: [])
    private static let maxList = 1_000

    /// The ranges that are open, whatever the host is called.
    public let ranges: [CIDR]
    /// The hosts that are open, whatever address they have; in lower case.
    public let hosts: Set<String>

    private init(ranges: [CIDR], hosts: Set<String>) {
        self.ranges = ranges
        self.hosts = hosts
    }

    /// Reads the value of `TASKD_HOOKS_ALLOW`: CIDRs, addresses and host names, separated by commas.
    ///
    /// - Throws: ``NotifyError`` with code `.invalidAllowList`, naming the entry.
    public init(_ text: String) throws {
        let entries = text.listEntries
        guard entries.count <= Self.maxList else {
            throw NotifyError(.invalidAllowList, "the allow list must have at most \(Self.maxList) entries")
        }
        var ranges: [CIDR] = []
        var hosts: Set<String> = []
        for entry in entries {
            if let range = CIDR(entry) {
                ranges.append(range)
            } else if let host = WebhookURL.Host(entry), case .name(let name) = host {
                hosts.insert(name)
            } else {
                throw NotifyError(
                    .invalidAllowList,
                    "'\(entry)' is neither a CIDR such as 10.0.0.0/8 nor a host name"
                )
            }
        }
        self.init(ranges: ranges, hosts: hosts)
    }

    func opens(_ address: IPAddress, ofHost host: WebhookURL.Host) -> Bool {
        if case .name(let name) = host, hosts.contains(name) { return true }
        return ranges.contains { $0.contains(address) }
    }
}
