import Foundation
import Testing

/// A port on loopback that nobody else gets: bound, and listened on only if a test wants it.
final class LoopbackPort {
    private var sockets: [Int32] = []
    private var address = sockaddr_in()
    let number: Int

    /// Takes a free port; until it is listened on, the system refuses whoever connects to it.
    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        sockets = [descriptor]
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
            guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return -1 }
            guard bind(descriptor, pointer, length) == 0 else { return -1 }
            return getsockname(descriptor, pointer, &length)
        }
        number = Int(UInt16(bigEndian: address.sin_port))
        try #require(result == 0)
    }

    deinit {
        for socket in sockets { close(socket) }
    }

    /// Listens with a queue that is full: the system answers nobody who connects.
    func fill() throws {
        try #require(listen(sockets[0], 0) == 0)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Nobody accepts; these fill what room there is.
        for _ in 0..<8 {
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            sockets.append(client)
            _ = withUnsafeBytes(of: &address) { bytes in
                bytes.baseAddress.map { connect(client, $0.assumingMemoryBound(to: sockaddr.self), length) }
            }
        }
    }
}
