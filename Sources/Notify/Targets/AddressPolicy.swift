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
            throw denied(address, candidate, of: host, "is where a cloud keeps its metadata, which is never opened")
        }
        for candidate in candidates {
            guard let (range, purpose) = Self.closedRange(of: candidate) else { continue }
            if allowed.opens(candidate, ofHost: host) || allowed.opens(address, ofHost: host) { continue }
            let reason = "lies in \(range) (\(purpose)), which is not public; TASKD_HOOKS_ALLOW can open it"
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
        let carried = culprit == address ? "" : "carries \(culprit), which "
        return NotifyError(.deniedAddress, "the address \(address) of the host \(host) \(carried)\(reason)")
    }
}
