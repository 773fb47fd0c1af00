import Basics

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What systemd hands to a service, and what it is told (sd_listen_fds(3), sd_notify(3)); nothing without it.
struct Systemd: Sendable {
    /// What a service says of itself.
    enum Notice: Sendable {
        /// It has begun its work, or gone on with it after a reload.
        case ready
        /// It reads its settings again.
        case reloading
        /// It is about to end.
        case stopping
        /// It is alive; one that does not say so in time is restarted.
        case alive

        fileprivate var text: String {
            switch self {
            case .ready: "READY=1"
            // Since version 253 systemd wants to know when that began.
            case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(WallClock.monotonicMicroseconds())"
            case .stopping: "STOPPING=1"
            case .alive: "WATCHDOG=1"
            }
        }
    }

    /// The first descriptor that is handed over.
    private static let firstDescriptor: CInt = 3

    /// The sockets that systemd listens on for the service.
    let sockets: [CInt]
    /// Within how long it expects to hear that the service is alive; nil where it does not.
    let watchdog: Swift.Duration?
    private let address: String?

    init(environment: [String: String], process: Int32 = getpid()) {
        func isForThisProcess(_ variable: String) -> Bool {
            environment[variable].map { Int32($0) == process } ?? false
        }
        let count = environment["LISTEN_FDS"].flatMap { CInt($0) } ?? 0
        let isGiven = isForThisProcess("LISTEN_PID") && (1...64).contains(count)
        sockets = isGiven ? (0..<count).map { Self.firstDescriptor + $0 } : []
        // Programs of hooks get none of them.
        for socket in sockets { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
        let isWatched = environment["WATCHDOG_PID"] == nil || isForThisProcess("WATCHDOG_PID")
        watchdog = isWatched ? environment["WATCHDOG_USEC"].flatMap { Int64($0) }.map { .microseconds($0) } : nil
        address = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    }

    /// Tells systemd, if it wants to know; what is lost on the way cannot be mended from here.
    func notify(_ notice: Notice) {
        guard let address else { return }
        let descriptor = socket(AF_UNIX, Self.datagram, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(address.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: target.sun_path) else { return }
        // An abstract name begins with a zero and has none at its end.
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: bytes) }
        let length = MemoryLayout<sa_family_t>.size + bytes.count + (bytes[0] == 0 ? 0 : 1)
        let text = Array(notice.text.utf8)
        _ = withUnsafePointer(to: target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, text, text.count, 0, $0, socklen_t(length))
            }
        }
    }

    #if canImport(Darwin)
        private static let datagram = SOCK_DGRAM
    #else
        private static let datagram = Int32(SOCK_DGRAM.rawValue)
    #endif
}
