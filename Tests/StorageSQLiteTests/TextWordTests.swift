import GRDB
import Testing

@testable import Storage

@Suite struct TextWordTests {
    @Test func `Texts have the words that the index of full text has`() throws {
        let scalars = (0x80...0x1FFFF).compactMap { Unicode.Scalar($0) }
        let indexed = try words(ofIndexed: scalars.map { "A\($0)b" })
        let differing = zip(scalars, indexed).filter { scalar, words in
            TextWords("A\(scalar)b").texts.map { Array($0.unicodeScalars) } != words.map { Array($0.unicodeScalars) }
        }
        // What is left are letters of which hardly anybody has heard; each version of Unicode knows more of these.
        #expect(differing.count < 400, "\(differing.prefix(40).map { ($0.0.value, $0.1) })")
        let common = differing.filter { isCommon($0.0.value) }
        #expect(common.isEmpty, "\(common)")
    }

    /// Latin, Greek, Cyrillic, Hebrew, Arabic, kana, Chinese characters, Hangul and emoji.
    private func isCommon(_ value: UInt32) -> Bool {
        [
            0x80...0x1BF, 0x386...0x482, 0x5D0...0x5EA, 0x620...0x64A, 0x1EA0...0x1EF9, 0x3041...0x30FF,
            0x4E00...0x9FCC,
            0xAC00...0xD7A3, 0x1F300...0x1F6FF,
        ].contains { $0.contains(value) }
    }

    private func words(ofIndexed texts: [String]) throws -> [[String]] {
        try DatabaseQueue().write { db in
            try db.execute(
                sql: """
                    CREATE VIRTUAL TABLE text USING fts5 (content, tokenize = 'unicode61 remove_diacritics 2');
                    CREATE VIRTUAL TABLE word USING fts5vocab (text, instance);
                    """)
            let insert = try db.makeStatement(sql: "INSERT INTO text (rowid, content) VALUES (?, ?)")
            for (index, text) in texts.enumerated() { try insert.execute(arguments: [index, text]) }
            var words = [[String]](repeating: [], count: texts.count)
            let rows = try Row.fetchCursor(db, sql: "SELECT doc, term FROM word ORDER BY doc, offset")
            while let row = try rows.next() { words[row[0]].append(row[1]) }
            return words
        }
    }
}
