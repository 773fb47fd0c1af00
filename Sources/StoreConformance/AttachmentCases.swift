import Storage
import StoreFixtures

extension ConformanceSuite {
    private static let content = StoredContent(digest("a"), size: 3)

    private static func digest(_ digit: Character) -> ContentDigest {
        guard let digest = ContentDigest(String(repeating: digit, count: 64)) else {
            preconditionFailure("64 digits are a digest")
        }
        return digest
    }

    private static func attachment(_ number: Int) -> Attachment {
        Attachment(
            id: .numbered(number), content: content.digest, size: content.size, fileName: "a.txt",
            mediaType: "text/plain")
    }

    @CaseListBuilder static var attachmentCases: [Case] {
        Case("An attachment is read as it was written, and what has it is found by its id") { store in
            let task = TaskItem.fixture(1) {
                $0.attachments = [attachment(7), Attachment(id: .numbered(8), url: "https://example.org/")]
            }
            try await store.write { transaction in
                try transaction.keep(content)
                try transaction.saveFixture(task)
                try transaction.saveFixture(.fixture(2) { $0.attachments = [attachment(7)] })
            }
            try await store.read { reader in
                try expect(try reader.task(.numbered(1))?.attachments, is: task.attachments, "the attachments")
                try expect(
                    try reader.holders(of: .numbered(7), limit: 9), is: [.task(.numbered(1)), .task(.numbered(2))],
                    "what has it")
                try expect(try reader.holders(of: .numbered(7), limit: 1), is: [.task(.numbered(1))], "the first")
                try expect(try reader.holders(of: .numbered(8), limit: 9), is: [.task(.numbered(1))], "the link")
                try expect(try reader.holders(of: .numbered(9), limit: 9), is: [], "another one")
            }
        }
        Case("An attachment whose content was not noted is refused, and so is one of another size") { store in
            try await expect(.conflict, "unknown content") {
                try await store.write { try $0.saveFixture(.fixture(1) { $0.attachments = [attachment(7)] }) }
            }
            try await store.write { try $0.keep(StoredContent(content.digest, size: 4)) }
            try await expect(.conflict, "content of another size") {
                try await store.write { try $0.saveFixture(.fixture(1) { $0.attachments = [attachment(7)] }) }
            }
            try await expect(.conflict, "another size") { try await store.write { try $0.keep(content) } }
            try expect(try await store.read { try $0.task(.numbered(1)) }, is: nil, "the task")
        }
        Case("Content is forgotten when nothing has it, neither a task nor what a change could bring back") { store in
            try await store.write { transaction in
                try transaction.keep(content)
                try transaction.keep(content)
                try transaction.saveFixture(.fixture(1) { $0.attachments = [attachment(7)] })
            }
            try expect(
                try await store.read { try $0.contents(after: nil, limit: 9, unused: true).contents }, is: [],
                "what is unused")
            let change = Change(.delete, id: .numbered(1), at: .noon, author: nil)
            try await store.write { transaction in
                try transaction.recording(change) { try transaction.deleteTask(.numbered(1)) }
            }
            try await store.write { transaction in
                try expect(try transaction.holders(of: .numbered(7), limit: 9), is: [], "what has it")
                try expect(try transaction.forget([content.digest]), is: [], "what is forgotten")
                try expect(try transaction.hasContent(content.digest), is: true, "whether it is there")
                _ = try transaction.trimChanges(RetentionBounds(before: .noon(plus: 1)), limit: 99)
            }
            try await store.write { transaction in
                let unused = try transaction.contents(after: nil, limit: 9, unused: true).contents
                try expect(unused, is: [content], "what is unused afterwards")
                let both = [content.digest, digest("b")]
                try expect(try transaction.forget(both), is: both, "what is forgotten afterwards")
                try expect(try transaction.hasContent(content.digest), is: false, "whether it is still there")
            }
        }
    }
}
