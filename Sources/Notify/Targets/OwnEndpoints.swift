#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Where taskd itself listens, which no webhook may call: it would be let do what only this machine may.
public struct OwnEndpoints: Hashable, Sendable {
    /// Nowhere.
    public static let none = OwnEndpoints(addresses: [], port: 0)

    private let addresses: Set<IPAddress>
    private let port: Int

    private init(addresses: Set<IPAddress>, port: Int) {
        self.addresses = addresses
        self.port = port
    }

    /// Takes where a server listens.
    ///
    /// - Parameters:
    ///   - host: An address; `0.0.0.0` and `::` stand for every address that this machine has now. A name stands for
    ///     none, since the port is all that is known of it, and loopback is closed anyway.
    ///   - port: The port; 0 stands for none.
    public init(host: String, port: Int) {
        guard port > 0, let address = IPAddress(host)?.unmapped else {
            self = .none
            return
        }
        let isWildcard = address.bits == 0
        self.init(addresses: isWildcard ? Self.machineAddresses : [address], port: port)
    }

    /// Whether a connection to an address and a port would end up at this server.
    func contains(_ address: IPAddress, port: Int) -> Bool {
        port == self.port && ([address.unmapped] + address.embedded).contains { addresses.contains($0) }
    }

    private static var machineAddresses: Set<IPAddress> {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        let found = sequence(first: list, next: { $0?.pointee.ifa_next }).prefix { $0 != nil }
            .compactMap { $0?.pointee.ifa_addr.flatMap(IPAddress.init(socketAddress:)) }
        return Set(found).union(["0.0.0.0", "::"].compactMap { IPAddress($0) })
    }
}

extension IPAddress {
    /// The address of a socket address; nil for one of another family than IPv4 and IPv6.
    init?(socketAddress pointer: UnsafeMutablePointer<sockaddr>) {
        let raw = UnsafeRawPointer(pointer)
        switch Int32(pointer.pointee.sa_family) {
        case AF_INET: self.init(raw.loadUnaligned(as: sockaddr_in.self).sin_addr)
        case AF_INET6: self.init(raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr)
        default: return nil
        }
    }
}
