/// A random generator (SplitMix64) whose numbers follow from its seed, so that a failure can be seen again.
package struct SeededGenerator: RandomNumberGenerator {
    /// What it was begun with.
    package let seed: UInt64
    private var state: UInt64

    /// Begins with a seed, and prints it unless whoever asks tells it otherwise.
    package init(seed: UInt64, isAnnounced: Bool = true) {
        self.seed = seed
        state = seed
        if isAnnounced { print("SeededGenerator(seed: \(seed))") }
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
