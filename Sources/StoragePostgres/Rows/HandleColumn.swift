import Basics
import Storage

/// A handle is kept as its number, so that an index has those with one beginning side by side.
extension Handle: ColumnValue {
    static var serverType: ServerType { .bigint }
    func write(to bytes: inout [UInt8]) { number.write(to: &bytes) }

    init?(from bytes: UnsafeRawBufferPointer) {
        guard let number = Int64(from: bytes) else { return nil }
        self.init(number: number)
    }
}
