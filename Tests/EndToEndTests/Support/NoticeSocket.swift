import Basics
import Foundation
import Glibc
import Recurrence

/// The socket on which systemd hears what services say of themselves.
final class NoticeSocket: Sendable {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let code = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit {
        close(descriptor)
    }

    /// The next notice that is wanted; those that are not are passed over.
    func next(_ isWanted: @escaping @Sendable (String) -> Bool) async throws -> String {
        let end = WallClock().now.advanced(by: .seconds(20))
        while WallClock().now < end {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            guard count > 0 else {
                try await WallClock().sleep(until: WallClock().now.advanced(by: .milliseconds(5)), tolerance: nil)
                continue
            }
            let text = String(decoding: bytes.prefix(count), as: UTF8.self)
            if isWanted(text) { return text }
        }
        throw POSIXError(.ETIMEDOUT)
    }
}
