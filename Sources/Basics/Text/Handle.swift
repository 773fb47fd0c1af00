import Crypto

/// The short name of a task, a series, a reminder, a project or a hook: 12 characters that follow from its id, such as
/// `kf3x8m2vq7tw`.
///
/// Nobody assigns it, so whoever knows an id knows the handle, also offline. The occurrences of a series have the handle of
/// the series. It is read from the SHA-256 of the 16 bytes of the id: its first eight bytes, as a big-endian number, modulo
/// 20 · 28^11 are the handle's ``number``, of which the first character is the digit of the highest place, one of
/// `bcdfghjkmnpqrstvwxyz`, and each other one a digit to the base 28, one of `23456789bcdfghjkmnpqrstvwxyz`. There are no
/// vowels in it, so that it is no word, and nothing that looks like another character.
///
/// The digits are in the order of their characters, so that handles are in the order of their numbers, and those with one
/// beginning in a range of numbers. That 2^64 is no multiple of 20 · 28^11 makes some handles 1 % more likely than others.
public struct Handle: Hashable, Comparable, Sendable {
    /// How many characters it has.
    public static let length = 12
    /// The fewest characters of a beginning that stands for it.
    public static let shortestBeginning = 3

    /// Its place among all that there can be, in the order of their texts: from 0 to 20 · 28^11 - 1.
    public let number: Int64

    /// The handle at a place; nil where there is none.
    public init?(number: Int64) {
        guard (0..<Self.count).contains(number) else { return nil }
        self.number = number
    }

    /// The handle of an id, by the two halves of its 16 bytes in network order; of an occurrence the id of its series.
    public init(high: UInt64, low: UInt64) {
        var hash = SHA256()
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { hash.update(bufferPointer: $0) }
        let beginning = hash.finalize().prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        number = Int64(beginning % UInt64(Self.count))
    }

    /// The handle of an id that is written as a UUID, of an occurrence that of its series; nil where it is no UUID.
    public init?(ofID text: String) {
        var (halves, count): ((high: UInt64, low: UInt64), Int) = ((0, 0), 0)
        for character in text where character != "-" {
            guard let digit = character.hexDigitValue, character.isASCII, count < 32 else { return nil }
            if count < 16 {
                halves.high = halves.high << 4 | UInt64(digit)
            } else {
                halves.low = halves.low << 4 | UInt64(digit)
            }
            count += 1
        }
        guard count == 32 else { return nil }
        self.init(high: halves.high, low: halves.low)
    }

    /// Orders as the texts do.
    public static func < (left: Handle, right: Handle) -> Bool { left.number < right.number }

    /// How many there can be.
    private static let count = Int64(first.count) * weight(of: 1)
    private static let first = Array("bcdfghjkmnpqrstvwxyz".utf8)
    private static let others = Array("23456789bcdfghjkmnpqrstvwxyz".utf8)
    /// What a digit at a place counts, beside those of the places behind it.
    private static let weights: [Int64] = (0...length).map { place in
        (place..<length).dropFirst().reduce(1) { weight, _ in weight * Int64(others.count) }
    }

    /// How many handles there are with one beginning of so many characters.
    private static func weight(of characters: Int) -> Int64 { weights[characters - 1] }
}

extension Handle: LosslessStringConvertible {
    /// The 12 characters.
    public var description: String {
        String(unsafeUninitializedCapacity: Self.length) { buffer in
            write { buffer[$0] = $1 }
            return Self.length
        }
    }

    /// Reads the 12 characters, of either case; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length, let range = Self.range(beginning: text) else { return nil }
        self = range.lowerBound
    }

    /// The handles with a beginning of at least ``shortestBeginning`` characters, of either case; nil where none can have it.
    public static func range(beginning text: String) -> ClosedRange<Handle>? {
        let count = text.utf8.count
        guard (shortestBeginning...length).contains(count) else { return nil }
        var number: Int64 = 0
        for (place, character) in text.utf8.enumerated() {
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(character)
            let digits = place == 0 ? first : others
            guard let digit = digits.firstIndex(of: isUpper ? character | 0x20 : character) else { return nil }
            number += Int64(digit) * weights[place]
        }
        guard let lower = Handle(number: number), let upper = Handle(number: number + weight(of: count) - 1) else {
            return nil
        }
        return lower...upper
    }

    /// Passes on the 12 characters, each with its place.
    @inline(__always)
    fileprivate func write(_ put: (Int, UInt8) -> Void) {
        var rest = number
        for place in (1..<Self.length).reversed() {
            put(place, Self.others[Int(rest % Int64(Self.others.count))])
            rest /= Int64(Self.others.count)
        }
        put(0, Self.first[Int(rest)])
    }
}

extension Handle {
    /// Those that have the shortest permitted beginning in common with it: none but these makes its own longer.
    public var surroundings: ClosedRange<Handle> {
        let weight = Self.weight(of: Self.shortestBeginning)
        let lower = number / weight * weight
        return (Handle(number: lower) ?? self)...(Handle(number: lower + weight - 1) ?? self)
    }

    /// Its shortest beginning, of at least ``shortestBeginning`` characters, that neither of two others has.
    ///
    /// - Parameters:
    ///   - below: The next smaller one among those that it is to be told from; nil for none.
    ///   - above: The next greater one among those; nil for none.
    /// - Returns: The beginning.
    public func beginning(between below: Handle?, and above: Handle?) -> String {
        let shared = max(below.map(sharedLength) ?? 0, above.map(sharedLength) ?? 0)
        return String(description.prefix(max(Self.shortestBeginning, min(shared + 1, Self.length))))
    }

    /// How many characters it has in common with another, from the first on.
    private func sharedLength(with other: Handle) -> Int {
        (1...Self.length).last { number / Self.weight(of: $0) == other.number / Self.weight(of: $0) } ?? 0
    }
}

extension JSONWriter {
    /// Writes a field that is a handle.
    @inline(__always)
    package mutating func field(_ name: StaticString, _ handle: Handle) {
        field(name) { json in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Handle.length + 2) { text in
                (text[0], text[Handle.length + 1]) = (UInt8(ascii: "\""), UInt8(ascii: "\""))
                handle.write { text[$0 + 1] = $1 }
                json.raw(text)
            }
        }
    }
}
