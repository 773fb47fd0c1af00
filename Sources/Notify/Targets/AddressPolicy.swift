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
        guard !candidates.contains(where: { candidate in Self.metadataRanges.contains { $0.contains(candidate) } })
        else {
            throw denied(address, of: host, "is where a cloud keeps its metadata, which is never opened")
        }
        for candidate in candidates {
            guard let range = Self.closedRanges.first(where: { $0.contains(candidate) }) else { continue }
            if allowed.opens(candidate, ofHost: host) || allowed.opens(address, ofHost: host) { continue }
            throw denied(address, of: host, "lies in \(range), which is not public; TASKD_HOOKS_ALLOW can open it")
        }
    }

    private func denied(_ address: IPAddress, of host: WebhookURL.Host, _ reason: String) -> NotifyError {
        NotifyError(.deniedAddress, "the address \(address) of the host \(host) \(reason)")
    }
}
