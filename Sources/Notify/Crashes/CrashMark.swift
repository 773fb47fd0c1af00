import Storage

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file beside a store from which the next daemon learns whether this one ended by a fault of its own.
///
/// That is a trap, a wild address or an abort; one that was killed, or lost its power, leaves no mark.
public final class CrashMark: Sendable {
    /// How the daemon before this one ended.
    public let previousEnd: PreviousEnd
    private let descriptor: Int32

    /// Opens the file, making it where there is none, and reads what the daemon before left in it.
    ///
    /// It stays open as long as the process lives.
    ///
    /// - Parameter path: The file; only its owner may read it.
    /// - Throws: ``NotifyError`` with code `.unusableCrashFile`.
    public init(path: String) throws {
        let descriptor = try Self.open(PrivateFile(path))
        var byte: UInt8 = 0
        let isCrash = pread(descriptor, &byte, 1, 0) == 1
        self.descriptor = descriptor
        previousEnd = PreviousEnd(isCrash: isCrash) { _ = ftruncate(descriptor, 0) }
    }

    private static func open(_ file: PrivateFile) throws -> Int32 {
        do {
            if let descriptor = try file.open(O_RDWR) ?? file.create() ?? file.open(O_RDWR) { return descriptor }
        } catch let error as StoreError {
            throw NotifyError(.unusableCrashFile, error.description)
        }
        throw NotifyError(.unusableCrashFile, "\(file.path) was removed while being created; try again")
    }

    /// Has the process leave its mark when a signal ends it that stands for a fault of its own.
    ///
    /// Whatever was to happen at the signal happens then, such as writing a backtrace. Only one mark of a process is
    /// left, the last that was asked to.
    public func leaveOnCrash() {
        installFaultHandlers(markingTo: descriptor)
    }
}

/// How the daemon ended that had a store before.
public struct PreviousEnd: Sendable {
    /// Nothing is known of it: it may have been killed, by the system for want of memory too, or the power have failed.
    public static let unknown = PreviousEnd(isCrash: false) {}

    /// Whether it is known that it ended by a fault of its own.
    public let isCrash: Bool
    /// Called when that has been seen to, so that the next end is not taken for this one.
    let forget: @Sendable () -> Void

    /// Makes an end from its parts.
    ///
    /// - Parameters:
    ///   - isCrash: Whether it is known that it ended by a fault of its own.
    ///   - forget: Called when that has been seen to.
    public init(isCrash: Bool, forget: @escaping @Sendable () -> Void) {
        self.isCrash = isCrash
        self.forget = forget
    }
}
