import Basics

/// Finds the addresses of a webhook's host and refuses the host if any of them is closed.
///
/// The caller must connect to one of the addresses that it gets: a name that is resolved again may answer differently.
public struct TargetGuard: Sendable {
    /// Shared by all copies, so that it can be changed for all of them.
    private let policy: Locked<AddressPolicy>
    private let own: [ListenAddresses]
    private let resolve: @Sendable (String) async throws -> [IPAddress]

    /// Takes the policy and a way to resolve names.
    ///
    /// - Parameters:
    ///   - policy: Which addresses are open.
    ///   - own: Where taskd itself listens; that stays shut whatever the policy opens.
    ///   - resolve: Gives all addresses of a DNS name, best first.
    public init(
        policy: AddressPolicy,
        own: [ListenAddresses] = [],
        resolve: @escaping @Sendable (String) async throws -> [IPAddress]
    ) {
        self.policy = Locked(policy)
        self.own = own
        self.resolve = resolve
    }

    /// Takes the policy and asks the system's resolver.
    ///
    /// - Parameters:
    ///   - policy: Which addresses are open.
    ///   - own: Where taskd itself listens; that stays shut whatever the policy opens.
    public init(policy: AddressPolicy, own: [ListenAddresses] = []) {
        let resolver = SystemResolver()
        self.init(policy: policy, own: own) { try await resolver.addresses(of: $0) }
    }

    /// Opens what a list has, and nothing else, to whatever is sent from then on.
    package func open(_ list: HookAllowList) {
        policy.withLock { $0 = AddressPolicy(allowing: list) }
    }

    /// The addresses of a URL's host, at least one, every one of them open.
    ///
    /// - Throws: ``NotifyError`` with code `.deniedAddress` or `.unresolvableHost`.
    public func addresses(of url: WebhookURL) async throws -> [IPAddress] {
        let addresses =
            switch url.host {
            case .address(let address): [address]
            case .name(let name): try await resolve(name)
            }
        let policy = policy.withLock { $0 }
        do {
            for address in addresses { try check(address, of: url, policy) }
        } catch let error as NotifyError where addresses.count > 1 {
            let rule = "all \(addresses.count) addresses of the host must be allowed"
            throw NotifyError(error.code, "\(error.description); \(rule)")
        }
        guard !addresses.isEmpty else {
            throw NotifyError(.unresolvableHost, "the host \(url.host) has no address")
        }
        return addresses
    }

    private func check(_ address: IPAddress, of url: WebhookURL, _ policy: AddressPolicy) throws {
        try policy.check(address, ofHost: url.host)
        guard !own.contains(where: { $0.contains(address, port: url.port) }) else {
            throw NotifyError(
                .deniedAddress, "port \(url.port) of \(address) is taskd's own listener, which is always blocked")
        }
    }
}
