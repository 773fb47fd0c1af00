import Storage

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What tells a file from every copy of it: its inode, and when that was born.
///
/// A copy is another inode born later, wherever it lies; a renamed file, or a volume that is mounted elsewhere, keeps
/// both. The number of the device is left out, since it changes with the order of mounting.
struct FileIdentity: Hashable, Sendable {
    var inode: UInt64
    /// Nanoseconds since 1970; nil where the file system does not tell.
    var bornAt: Int64?

    init(inode: UInt64, bornAt: Int64?) {
        (self.inode, self.bornAt) = (inode, bornAt)
    }

    /// The identity of a file; nil where there is none.
    init?(ofFileAt path: String) {
        #if canImport(Darwin)
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            let born = status.st_birthtimespec
            self.init(inode: status.st_ino, bornAt: Int64(born.tv_sec) * 1_000_000_000 + Int64(born.tv_nsec))
        #else
            guard let status = ExtendedStatus(ofFileAt: path) else { return nil }
            self.init(inode: status.inode, bornAt: status.bornAt)
        #endif
    }
}

#if !canImport(Darwin)
    /// What Linux tells by statx(2), which Swift does not import; where the C library lacks it, births are not told.
    private struct ExtendedStatus {
        private typealias Call =
            @convention(c) (
                Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer
            ) -> Int32

        // The kernel's own layout and numbers, the same on every architecture (linux/stat.h).
        private static let size = 256
        private static let inodeMask: UInt32 = 0x100
        private static let birthMask: UInt32 = 0x800
        private static let inodeOffset = 32
        private static let birthOffset = 80

        let inode: UInt64
        let bornAt: Int64?

        init?(ofFileAt path: String) {
            guard let symbol = dlsym(nil, "statx") else {
                var status = stat()
                guard stat(path, &status) == 0 else { return nil }
                (inode, bornAt) = (UInt64(status.st_ino), nil)
                return
            }
            let call = unsafeBitCast(symbol, to: Call.self)
            let status = UnsafeMutableRawPointer.allocate(byteCount: Self.size, alignment: 8)
            defer { status.deallocate() }
            guard call(AT_FDCWD, path, 0, Self.inodeMask | Self.birthMask, status) == 0 else { return nil }
            inode = status.load(fromByteOffset: Self.inodeOffset, as: UInt64.self)
            let seconds = status.load(fromByteOffset: Self.birthOffset, as: Int64.self)
            let nanoseconds = status.load(fromByteOffset: Self.birthOffset + 8, as: UInt32.self)
            // Some file systems say that they tell births, and then tell 1970.
            let isTold = status.load(as: UInt32.self) & Self.birthMask != 0 && seconds > 0
            bornAt = isTold ? seconds * 1_000_000_000 + Int64(nanoseconds) : nil
        }
    }
#endif

extension FileIdentity: LosslessStringConvertible {
    /// The inode, and behind a colon when it was born.
    var description: String { "\(inode):\(bornAt.map(String.init) ?? "")" }

    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let inode = UInt64(parts[0]) else { return nil }
        self.init(inode: inode, bornAt: Int64(parts[1]))
    }
}

/// The machine that a process runs on.
enum MachineIdentity {
    private static let places = ["/etc/machine-id", "/var/lib/dbus/machine-id"]
    /// The UUID under which the ids of machines are derived: the machine's own id is not to be told (machine-id(5)).
    private static let namespace = UUIDValue(high: 0x2F8E_13C7_94A0_4D5B, low: 0x8B26_E1F4_0937_5D1C)

    /// A name of the machine, the same after each start of it; nil where it has none, as in many containers.
    static func current() -> String? {
        for place in places {
            guard let text = SmallFile(place).text?.split(whereSeparator: \.isWhitespace).first, text.count == 32 else {
                continue
            }
            return UUIDValue.version5(namespace: namespace, name: String(text)).description
        }
        return nil
    }
}
