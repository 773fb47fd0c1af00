import LiteralRecurrence

/// A random generator whose numbers follow from its seed, so that a failure can be seen again.
package struct SeededGenerator: RandomNumberGenerator {
    /// What it was begun with.
    package let seed: UInt64
    private var numbers: SplitMix64

    /// Begins with a seed, and prints it unless whoever asks tells it otherwise.
    package init(seed: UInt64, isAnnounced: Bool = true) {
        self.seed = seed
        numbers = SplitMix64(seed: seed)
        if isAnnounced { print("SeededGenerator(seed: \(seed))") }
    }

    package mutating func next() -> UInt64 { numbers.next() }
}
