import Basics
import Foundation
import NIOCore
import Storage

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A long answer on its way, in a file without a name: it is made as fast as the store is read, and taken as slowly as its
/// client likes, who holds neither a snapshot nor memory meanwhile.
final class SpoolFile: Sendable {
    /// How much is written and read at once, in bytes.
    private static let pieceSize = 128 << 10

    private let descriptor: Int32

    /// - Parameter folder: Where the file is, as long as it is open; nobody else finds it there.
    /// - Throws: ``StoreError`` where it cannot be made.
    init(in folder: String) throws {
        var path = Array((folder as NSString).appendingPathComponent("taskd-export.XXXXXX").utf8CString)
        // Nobody but the owner may read what mkstemp makes.
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw Self.failure("cannot be made in \(folder)") }
        unlink(path)
    }

    deinit { close(descriptor) }

    /// Fills the file.
    ///
    /// - Parameter body: Is passed what takes bytes.
    /// - Throws: ``StoreError`` where the disk is full; what `body` throws.
    func fill(_ body: (([UInt8]) throws -> Void) throws -> Void) throws {
        var piece: [UInt8] = []
        piece.reserveCapacity(2 * Self.pieceSize)
        try body { bytes in
            piece += bytes
            guard piece.count >= Self.pieceSize else { return }
            try write(piece)
            piece.removeAll(keepingCapacity: true)
        }
        try write(piece)
    }

    private func write(_ bytes: [UInt8]) throws {
        let code = bytes.withUnsafeBytes { writeWhole($0, to: descriptor) }
        guard code == 0 else { throw Self.failure("cannot be written", code) }
    }

    /// The bytes from an offset on, as many as are taken at once; none at the end.
    func piece(at offset: Int) throws -> ByteBuffer {
        var buffer = ByteBuffer()
        try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.pieceSize) { bytes in
            let count = pread(descriptor, bytes.baseAddress, Self.pieceSize, off_t(offset))
            guard count >= 0 else { throw Self.failure("cannot be read") }
            return count
        }
        return buffer
    }

    private static func failure(_ what: String, _ code: Int32 = errno) -> StoreError {
        let isFull = code == ENOSPC || code == EDQUOT
        return StoreError(
            isFull ? .diskFull : .unavailable, "the file of an export \(what): \(String(cString: strerror(code)))")
    }
}
