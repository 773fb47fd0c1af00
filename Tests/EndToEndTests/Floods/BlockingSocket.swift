import Glibc

/// A connection to a port of this machine that blocks its thread: what measures and what floods, with nothing between them
/// and the system.
final class BlockingSocket {
    private let descriptor: Int32
    private var buffer = [CChar](repeating: 0, count: 1 << 16)

    /// Connects; nil where that fails.
    init?(port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Sends bytes.
    ///
    /// - Returns: Whether the other end still takes them.
    func send(_ bytes: [UInt8]) -> Bool {
        Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Reads until so many answers have begun, or the other end closes.
    ///
    /// - Returns: How many have begun, and how many of them with a status of 500 or more.
    func receiveAnswers(_ count: Int) -> (answers: Int, failures: Int) {
        var (answers, failures) = (0, 0)
        while answers < count {
            let length = recv(descriptor, &buffer, buffer.count - 1, 0)
            guard length > 0 else { break }
            buffer[length] = 0
            // Answers are shorter than the buffer; one that a read cuts in its first nine bytes is not counted, and the
            // reading ends with the next.
            answers += occurrences(of: "HTTP/1.1 ")
            failures += occurrences(of: "HTTP/1.1 5")
        }
        return (answers, failures)
    }

    /// How often a text is in what was read last, of which zero bytes are no part.
    private func occurrences(of text: String) -> Int {
        buffer.withUnsafeBufferPointer { buffer in
            var count = 0
            var place = buffer.baseAddress.flatMap { strstr($0, text) }
            while let found = place {
                count += 1
                place = strstr(found + 1, text)
            }
            return count
        }
    }
}
