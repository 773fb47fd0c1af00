import Basics
import Foundation

/// Random bits of the system, fetched for several ids at once: a call for each word takes more than making the rest of an
/// id does.
package enum RandomBits {
    private static let words = Locked<[UInt64]>([])

    /// Two words that nobody else gets.
    package static func pair() -> (UInt64, UInt64) {
        words.withLock { words in
            if words.count < 2 { words = fetched() }
            return (words.removeLast(), words.removeLast())
        }
    }

    private static func fetched() -> [UInt64] {
        var words = [UInt64](repeating: 0, count: 32)
        // 256 bytes are the most that one call gives, and it gives all of them or none.
        let isGiven = words.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) == 0 }
        if isGiven { return words }
        var generator = SystemRandomNumberGenerator()
        return words.map { _ in generator.next() }
    }
}
