/// How far words are from each other as they are spelt.
enum SpellingDistance {
    /// Whether a word may be another one with a slip of the finger: one of them, two in a long word; equal words are near.
    static func isNear(_ word: String, _ other: String) -> Bool {
        let limit = other.utf8.count >= 7 ? 2 : 1
        guard abs(word.utf8.count - other.utf8.count) <= limit else { return false }
        return between(Array(word.utf8), Array(other.utf8)) <= limit
    }

    /// Whether a word is another one but for a single slip.
    static func isOneSlip(_ word: String, _ other: String) -> Bool {
        abs(word.utf8.count - other.utf8.count) <= 1 && between(Array(word.utf8), Array(other.utf8)) <= 1
    }

    /// How many letters were left out, added, exchanged or swapped with their neighbour.
    private static func between(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var (before, last) = ([Int](), Array(0...right.count))
        for (row, letter) in left.enumerated() {
            var line = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, before[column - 1] + 1)
                }
                line.append(cost)
            }
            (before, last) = (last, line)
        }
        return last[right.count]
    }
}
