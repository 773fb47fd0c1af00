import NIOCore

/// Looks again, after connecting, whom a connection leads to: before a byte of a request is sent on it.
enum PeerCheck {
    /// Returns if a connection's other end is the address that was checked.
    ///
    /// - Parameters:
    ///   - peer: What the system says of the other end.
    ///   - address: The address that was to be connected to.
    /// - Throws: ``NotifyError`` with code `.deniedAddress`.
    static func check(_ peer: SocketAddress?, is address: IPAddress) throws {
        let found = peer?.ipAddress.flatMap { IPAddress($0) }
        guard let found, found.unmapped == address.unmapped else {
            let other = found?.description ?? "an unknown address"
            throw NotifyError(.deniedAddress, "connected to \(other) instead of \(address), which was checked")
        }
    }
}
