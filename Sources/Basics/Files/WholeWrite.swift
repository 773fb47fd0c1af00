#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Writes all bytes to a descriptor that blocks, however many calls that takes.
///
/// - Parameters:
///   - bytes: The bytes.
///   - descriptor: Where they go.
/// - Returns: 0, or the number of the error; some of the bytes may be written then.
package func writeWhole(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = write(descriptor, part.baseAddress, part.count)
        if count > 0 {
            rest = rest.dropFirst(count)
        } else if count == 0 {
            return EIO
        } else if errno != EINTR {
            return errno
        }
    }
    return 0
}
