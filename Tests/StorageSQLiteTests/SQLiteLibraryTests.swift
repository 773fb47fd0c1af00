import GRDB
import Storage
import Testing

@testable import StorageSQLite

@Suite struct SQLiteLibraryTests {
    @Test(arguments: [3_038_000, 3_038_005, 3_040_001, 3_053_000, 4_000_000] as [Int32])
    func `a library that is new enough and whole will do`(version: Int32) throws {
        try SQLiteLibrary(version: version, missing: []).check()
    }

    @Test(arguments: [
        (3_037_002, "3.37.2"), (3_037_999, "3.37.999"), (3_034_001, "3.34.1"), (3_007_017, "3.7.17"), (0, "0.0.0"),
    ])
    func `an older library is refused with its version and the one that is needed`(version: Int32, text: String) {
        #expect(
            refusal(of: SQLiteLibrary(version: version, missing: []))
                == "taskd needs SQLite 3.38.0 or later with FTS5 and JSON functions, not \(text)")
    }

    @Test(arguments: [
        ([SQLiteLibrary.Part.fullTextSearch], "FTS5"), ([.json], "JSON functions"),
        (SQLiteLibrary.Part.allCases, "FTS5 and JSON functions"),
    ])
    func `a library that lacks a part is refused with its name`(missing: [SQLiteLibrary.Part], names: String) {
        #expect(
            refusal(of: SQLiteLibrary(version: 3_040_001, missing: missing))
                == "this SQLite 3.40.1 was compiled without \(names); taskd needs SQLite 3.38.0 or later with FTS5 and JSON functions"
        )
    }

    @Test func `the library of this process is known`() throws {
        let library = try SQLiteLibrary.loaded.get()
        let text = try DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") } ?? ""
        let numbers = text.split(separator: ".").compactMap { Int32($0) }
        #expect(numbers.count >= 3)
        #expect(library.version == numbers.prefix(3).reduce(0) { $0 * 1_000 + $1 })
        #expect(library.missing.isEmpty)
        try library.check()
    }

    private func refusal(of library: SQLiteLibrary) -> String? {
        do {
            try library.check()
            return nil
        } catch {
            #expect(error.code == .unavailable)
            return error.description
        }
    }
}
