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
        Case("Korean words are found by their beginnings") { store in
            try await save(titles: ["세금 신고하기", "세금신고", "우유 사기"], in: store)
            try await check("세금", finds: [1, 2], in: store)
            try await check("신고", finds: [1], in: store)
            try await check("우유", finds: [3], in: store)
        }
        Case("Diacritics do not count") { store in
            try await save(titles: ["Zürich café", "Ha Noi"], in: store)
            try await check("zurich CAFE", finds: [1], in: store)
            try await check("hà nội", finds: [2], in: store)
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
