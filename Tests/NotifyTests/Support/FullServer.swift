import Foundation
import Testing

/// A port on loopback whose queue is full: the system answers nobody who connects to it.
final class FullServer {
    private var sockets: [Int32] = []
    let port: Int

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        sockets = [listener]
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
            guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return -1 }
            guard bind(listener, pointer, length) == 0, listen(listener, 0) == 0 else { return -1 }
            return getsockname(listener, pointer, &length)
        }
        try #require(result == 0)
        port = Int(UInt16(bigEndian: address.sin_port))
        // Nobody accepts; these fill what room there is.
        for _ in 0..<8 {
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            sockets.append(client)
            _ = withUnsafeBytes(of: &address) { bytes in
                bytes.baseAddress.map { connect(client, $0.assumingMemoryBound(to: sockaddr.self), length) }
            }
        }
    }

    deinit {
        for socket in sockets { close(socket) }
    }
}
