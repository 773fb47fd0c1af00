/// Finds what somebody probably meant to write.
package enum NearestWord {
    private static let longest = 40

    /// The word that takes the fewest changes to write, at most one for each three letters; nil where none is near.
    static func suggestion(for word: String, among words: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased().utf8)
        guard (1...longest).contains(letters.count) else { return nil }
        let most = max(1, letters.count / 3)
        let near = words.map { (distance(letters, Array($0.lowercased().utf8)), $0) }.filter { $0.0 <= most }
        return near.min { $0.0 < $1.0 }?.1
    }

    /// How many letters to insert, to delete, to replace, or to exchange with their neighbour (optimal string alignment).
    package static func distance<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
        var rows = [[Int](0...right.count)]
        for (i, letter) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
                    least = min(least, rows[i - 1][j - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
