#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Where taskd itself listens, which no webhook may call: it would be let do what only this machine may.
public struct ListenAddresses: Hashable, Sendable {
    private let address: IPAddress?
    private let port: Int

    /// Takes where a server listens.
    ///
    /// - Parameters:
    ///   - host: An address or a name. The port is shut at it, and at every address that leads to this machine.
    ///   - port: The port; 0 stands for none.
    public init(host: String, port: Int) {
        address = port > 0 ? IPAddress(host)?.unmapped : nil
        self.port = port
    }

    /// Whether what is sent to an address stays on this machine.
    package static func isOfThisMachine(_ address: IPAddress) -> Bool {
        isLoopback(address.unmapped) || machineAddresses.contains(address.unmapped)
    }

    /// Whether a connection to an address and a port might end up at this server.
    func contains(_ address: IPAddress, port: Int) -> Bool {
        guard port > 0, port == self.port else { return false }
        let candidates = [address.unmapped] + address.embedded
        if candidates.contains(where: { $0 == self.address || Self.isLoopback($0) }) { return true }
        // Asked each time: a machine's addresses come and go.
        let local = Self.machineAddresses
        return candidates.contains { local.contains($0) }
    }

    /// Whether an address leads to this machine whatever its interfaces are: all of 127.0.0.0/8 does.
    private static func isLoopback(_ address: IPAddress) -> Bool {
        ["loopback", "unspecified"].contains(AddressPolicy.closedRange(of: address)?.purpose)
    }

    private static var machineAddresses: Set<IPAddress> {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        let found = sequence(first: list, next: { $0?.pointee.ifa_next }).prefix { $0 != nil }
            .compactMap { $0?.pointee.ifa_addr.flatMap(IPAddress.init(socketAddress:)) }
        return Set(found)
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
