/// SplitMix64: small, good enough, and the same on every machine.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator; one seed gives one sequence.
    package init(seed: UInt64) { state = seed }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// True once in so many times.
    package mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &self) == 0 }

    /// One of several, each as likely.
    package mutating func pick<Element>(_ first: Element, _ rest: Element...) -> Element {
        pick(from: [first] + rest) ?? first
    }

    /// One of a list; nil where it is empty.
    package mutating func pick<Element>(from list: [Element]) -> Element? { list.randomElement(using: &self) }
}
