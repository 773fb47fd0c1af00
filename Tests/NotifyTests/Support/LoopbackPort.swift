import Glibc
import Testing

/// A port on loopback that nobody else gets: bound, and listened on only if a test wants it.
final class LoopbackPort {
    private var sockets: [Int32] = []
    /// A `sockaddr_in` as bytes: family, port, address, padding. More than one module may define the type itself.
    private var address: [UInt8]
    let number: Int

    /// Takes a free port; until it is listened on, the system refuses whoever connects to it.
    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        sockets = [descriptor]
        let family = withUnsafeBytes(of: UInt16(AF_INET)) { Array($0) }
        address = family + [0, 0, 127, 0, 0, 1] + Array(repeating: 0, count: 8)
        var length = socklen_t(address.count)
        let result = address.withUnsafeMutableBytes { bytes -> Int32 in
            guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return -1 }
            guard bind(descriptor, pointer, length) == 0 else { return -1 }
            return getsockname(descriptor, pointer, &length)
        }
        number = Int(address[2]) << 8 | Int(address[3])
        try #require(result == 0)
    }

    deinit {
        for socket in sockets { close(socket) }
    }

    /// Listens with a queue that is full: the system answers nobody who connects.
    func fill() throws {
        try #require(listen(sockets[0], 0) == 0)
        // Nobody accepts; these fill what room there is.
        for _ in 0..<8 {
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            sockets.append(client)
            _ = address.withUnsafeBytes { bytes in
                bytes.baseAddress.map {
                    connect(client, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
                }
            }
        }
    }
}
