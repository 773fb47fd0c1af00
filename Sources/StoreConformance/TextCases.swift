import Foundation
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var textCases: [Case] {
        Case("Words are found by their beginnings, in title and details, whatever their case") { store in
            try await save(titles: ["Buy Milk", "sell milkshake", "silk"], in: store)
            try await check("mil", finds: [1, 2], in: store)
            try await check("MILK buy", finds: [1], in: store)
            try await check("ilk", finds: [], in: store)
            try await store.save([.fixture(4) { ($0.title, $0.details) = ("errand", "milk, eggs") }])
            try await check("milk errand", finds: [4], in: store)
        }
        Case("Korean words are found by their beginnings, and by what they end with") { store in
            try await save(titles: ["세금 신고하기", "세금신고", "우유 사기"], in: store)
            try await check("세금", finds: [1, 2], in: store)
            try await check("신고", finds: [1, 2], in: store)
            try await check("우유", finds: [3], in: store)
        }
        Case("Korean, Chinese and Japanese words are found by any part of them") { store in
            try await save(
                titles: ["주간회의", "주간 회의", "東京都庁", "会議メモ", "주간회의".decomposed, "회", "의회"], in: store)
            let parts: [(String, [Int])] = [
                ("회의", [1, 2, 5]), ("회의".decomposed, [1, 2, 5]), ("주간회의", [1, 5]), ("간회", [1, 5]),
                ("회", [1, 2, 5, 6, 7]),
                ("의회", [7]), ("\"회의\"", [1, 2, 5]), ("주간 회의", [1, 2, 5]), ("\"주간 회의\"", [2]), ("京都", [3]), ("都", [3]),
                ("東庁", []), ("議メモ", [4]), ("ﾒﾓ", [4]), ("회의 京", []),
            ]
            for (text, numbers) in parts { try await check(text, finds: numbers, in: store) }
        }
        Case("Letters that people take for the same are found by each other") { store in
            let titles = [
                "Zürich café", "Ha Noi", "Straße", "strasse", "İstanbul", "ISTANBUL", "ＦＵＬＬ　１２", "ΟΔΟΣ", "Łódź",
            ]
            try await save(titles: titles, in: store)
            let texts: [(String, [Int])] = [
                ("zurich CAFE", [1]), ("Cafe\u{301}", [1]), ("hà nội", [2]), ("strasse", [3, 4]), ("STRAßE", [3, 4]),
                ("istanbul", [5, 6]), ("İSTANBUL", [5, 6]), ("full 12", [7]), ("ｆｕｌｌ", [7]), ("οδός", [8]),
                ("lodz", [9]),
            ]
            for (text, numbers) in texts { try await check(text, finds: numbers, in: store) }
        }
        Case("Phrases are found where their words stand together, in one text") { store in
            try await save(titles: ["buy oat milk", "milk oat", "oat-milky", "oat"], in: store)
            try await store.save([
                .fixture(4) { ($0.title, $0.tags) = ("oat", ["milk"]) },
                .fixture(5) { task in
                    task.title = "shopping"
                    task.subtasks = ["oat milk", "eggs"].map { Subtask(id: .numbered(1), title: $0) }
                },
            ])
            try await check("\"oat milk\"", finds: [1, 5], in: store)
            try await check("oat-milk", finds: [1, 3, 5], in: store)
            try await check("oat milk", finds: [1, 2, 3, 4, 5], in: store)
            try await check("\"milk eggs\"", finds: [], in: store)
            try await check("eggs", finds: [5], in: store)
        }
        Case("What a query language might mean by a text is not meant") { store in
            try await save(titles: ["milk NOT bread", "title: milk", "a-b c*d \"quoted\" (x)"], in: store)
            let literal: [(String, [Int])] = [
                ("milk NOT bread", [1]), ("NOT", [1]), ("title:milk", [2]), ("milk OR sand", []), ("\"quoted\"", [3]),
                ("\"quo", [3]), ("a-b", [3]), ("c*d", [3]), ("(x)", [3]), ("x AND y", []), ("NEAR(milk bread)", []),
                ("^milk", [1, 2]), ("'milk'", [1, 2]), ("milk; DROP TABLE task", []), ("{title} : milk", [2]),
            ]
            for (text, numbers) in literal { try await check(text, finds: numbers, in: store) }
        }
        Case("A text without a word in it is no error") { store in
            try await save(titles: ["milk"], in: store)
            for text in ["\"", "*", "''", "-", "()", "\"\"", "^", "\u{1F4C5}", "\u{0}", "mi\u{0}lk", "\\", "%", "_"] {
                let numbers = try await numbers(of: text, in: store)
                try expect(numbers.count <= 1, "the text \(text.debugDescription) finds at most what there is")
            }
        }
        Case("A text of any length is no error") { store in
            try await save(titles: ["milk", "우유"], in: store)
            for text in ["a ", "\"a b\" ", "우유", "\u{301}", "\"", "ab\u{E000}"] {
                _ = try await numbers(of: String(repeating: text, count: 5_000), in: store)
            }
        }
        Case("A text of nothing but spaces asks for nothing") { store in
            try await save(titles: ["milk", "bread"], in: store)
            for text in ["", " ", "\n\t "] { try await check(text, finds: [1, 2], in: store) }
        }
        Case("The words of a task follow its changes and go with it") { store in
            try await save(titles: ["milk", "bread"], in: store)
            try await store.save([.fixture(1) { ($0.title, $0.details) = ("juice", "orange") }])
            try await check("milk", finds: [], in: store)
            try await check("juice orange", finds: [1], in: store)
            try await store.save([.fixture(1) { $0.title = "juice" }])
            try await check("orange", finds: [], in: store)
            try await store.write { try $0.deleteTask(.numbered(1)) }
            try await check("juice", finds: [], in: store)
            try await check("bread", finds: [2], in: store)
        }
    }

    private static func save(titles: [String], in store: any Store) async throws {
        try await store.save(
            titles.enumerated().map { offset, title in .fixture(offset + 1) { $0.title = title } }
        )
    }

    private static func numbers(of text: String, in store: any Store) async throws -> [TaskID] {
        var query = TaskQuery()
        query.text = text
        return try await store.read { [query] in try $0.tasks(matching: query).items.map(\.id) }
    }

    private static func check(_ text: String, finds numbers: [Int], in store: any Store) async throws {
        let found = try await self.numbers(of: text, in: store)
        try expect(found, is: numbers.map { .numbered($0) }, "the tasks with the text \(text.debugDescription)")
    }
}

extension String {
    /// The text in parts: what an input method or a file system may make of it.
    fileprivate var decomposed: String { decomposedStringWithCanonicalMapping }
}
