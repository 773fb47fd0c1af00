import Filters
import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var tagCases: [Case] {
        Case("A tag is read as it was written, under its name in any case and any of Unicode's forms") { store in
            var tag = Tag(name: "Caf\u{E9}", now: .noon)
            (tag.color, tag.icon, tag.isKept, tag.version) = ("#2f80ed", "🏠", true, 3)
            tag.updatedAt = .noon(plus: 5)
            let written = tag
            let saved = try await store.write { try $0.save(written) }
            tag.id = saved.id
            for name in ["Café", "CAFÉ", "cafe\u{301}"] {
                try expect(try await store.read { try $0.tag(named: name) }, is: tag, name)
            }
            try expect(try await store.read { try $0.tag(saved.id) }, is: tag, "by its id")
            try expect(try await store.read { try $0.tag(named: "cafe") }, is: nil, "another one")
            try expect(
                try await store.read { try $0.tagNames(["x", "CAFÉ", "X"]) }, is: ["x", "Café", "X"],
                "as they are written")
        }
        Case("Tags come with tasks and series, counted by tasks, and are not listed when nothing has them") { store in
            try await store.save([.tagged(1, "Home", "b"), .tagged(2, "HOME")])
            try await store.saveSeries([.plain(1) { $0.tags = ["home", "of a series"] }])
            try expect(try await store.task(2).tags, is: ["Home"], "the tags of the second")
            try expect(
                try await store.read { try $0.series(.numbered(1))?.tags }, is: ["Home", "of a series"], "of the series"
            )
            try expect(try await counts(in: store), is: ["b 1", "Home 2", "of a series 0"], "what is listed")
            try await store.save([.tagged(1, "c"), .tagged(2, "home", "c")])
            try expect(try await counts(in: store), is: ["c 2", "Home 1", "of a series 0"], "after they were changed")
            try await store.write { transaction in
                for number in 1...2 { try transaction.deleteTask(.numbered(number)) }
                var kept = try transaction.tag(making: "b", now: .noon)
                kept.isKept = true
                try transaction.save(kept)
            }
            try expect(try await counts(in: store), is: ["b 0", "Home 0", "of a series 0"], "what is kept")
        }
        Case("Tags are listed page by page, in the order of their names in lower case") { store in
            try await store.save([.tagged(1, "b", "A", "집", "C", "é")])
            var (names, cursor): ([String], StoreCursor?) = ([], nil)
            repeat {
                let page = try await store.read { [cursor] in try $0.tags(after: cursor, limit: 2) }
                names += page.items.map(\.name)
                cursor = page.next
            } while cursor != nil
            try expect(names, is: ["A", "b", "C", "é", "집"], "the names")
        }
        Case("A new name is everywhere at once, in images of changes too, and a name belongs to one tag") { store in
            try await store.save([.tagged(1, "old", "z")])
            try await store.saveSeries([.plain(1) { $0.tags = ["z", "old"] }])
            try await store.record(.numbered(1)) { transaction in
                try transaction.save(.tagged(1, "z"))
                try transaction.save(.plain(1) { $0.tags = [] })
            }
            try await store.save([.tagged(2, "OLD")])
            try await store.rename("old", to: "New")
            let before = try await store.read { reader in
                (
                    try reader.task(.numbered(1), before: .numbered(1))?.tags,
                    try reader.series(.numbered(1), before: .numbered(1))?.tags
                )
            }
            try expect(before.0, is: ["New", "z"], "the task before")
            try expect(before.1, is: ["z", "New"], "the series before")
            try expect(try await store.task(2).tags, is: ["New"], "a task")
            for (tag, found) in [("old", []), ("new", [2])] {
                var (query, filtered) = (TaskQuery(), TaskQuery())
                query.tag = tag
                filtered.filter = .test(.tag([tag]))
                for query in [query, filtered] {
                    try expect(try await store.numbers(query), is: found, "tasks with \(tag)")
                }
            }
            let error = try await failure { try await store.rename("new", to: "Z") }
            try expect(error?.code, is: .conflict, "a name of another tag")
            try expect(try await counts(in: store), is: ["New 1", "z 1"], "what is listed")
        }
        Case("A task is found by the words of a tag's new name, and no more by those of the old one") { store in
            try await store.save((1...7).map { .tagged($0, "old one") } + [.tagged(8, "other")])
            try await store.rename("old one", to: "fresh")
            try expect(try await store.read { try $0.hasRenamedTags() }, is: true, "something is left")
            var steps = 0
            while try await store.write({ try $0.indexRenamedTags(limit: 3) }) { steps += 1 }
            try expect(steps, is: 2, "steps before the last")
            try expect(try await store.read { try $0.hasRenamedTags() }, is: false, "something is left after all")
            for (words, found) in [("old", []), ("fresh", Array(1...7)), ("other", [8])] {
                var query = TaskQuery()
                query.text = words
                try expect(try await store.numbers(query), is: found, "tasks with \(words)")
            }
        }
        Case("Whatever has a deleted tag has it no more, and again when it is back, whatever was written of it") {
            store in
            try await store.save([.tagged(1, "a", "b", "c"), .tagged(2, "b")])
            try await store.saveSeries([.plain(1) { $0.tags = ["a", "b"] }])
            guard var tag = try await store.read({ try $0.tag(named: "b") }) else { throw Missing() }
            tag.deletedAt = .noon
            let deleted = tag
            try await store.write { _ = try $0.save(deleted) }
            try expect(try await store.task(1).tags, is: ["a", "c"], "the tags")
            try expect(try await store.read { try $0.series(.numbered(1))?.tags }, is: ["a"], "those of the series")
            try expect(try await counts(in: store), is: ["a 1", "c 1"], "what is listed")
            var query = TaskQuery()
            query.filter = .not(.test(.presence(.tag)))
            try expect(try await store.numbers(query), is: [2], "tasks without any")
            try await store.save([.tagged(1, "d", "a")])
            try await store.saveSeries([.plain(1) { $0.tags = ["d"] }])
            tag.deletedAt = nil
            let back = tag
            try await store.write { _ = try $0.save(back) }
            try expect(Set(try await store.task(1).tags), is: ["a", "b", "d"], "the tags again")
            try expect(
                try await store.read { Set(try $0.series(.numbered(1))?.tags ?? []) }, is: ["b", "d"], "of the series")
            try expect(try await counts(in: store), is: ["a 1", "b 2", "d 1"], "what is listed again")
        }
        Case("The name of a deleted tag is free, and it cannot come back to a name that was taken") { store in
            try await store.save([.tagged(1, "a")])
            guard var tag = try await store.read({ try $0.tag(named: "a") }) else { throw Missing() }
            tag.deletedAt = .noon
            let deleted = tag
            try await store.write { _ = try $0.save(deleted) }
            try await store.save([.tagged(2, "A")])
            try expect(try await store.task(1).tags, is: [], "the tags of the first")
            try expect(try await store.task(2).tags, is: ["A"], "those of the second")
            tag.deletedAt = nil
            let back = tag
            let error = try await failure { try await store.write { _ = try $0.save(back) } }
            try expect(error?.code, is: .conflict, "the other's name")
        }
        Case("What is brought back has its tags again, those that were deleted once they are back too") { store in
            try await store.save([.tagged(1, "b", "gone", "a")])
            try await store.saveSeries([.plain(1) { $0.tags = ["b", "gone", "a"] }])
            try await store.record(.numbered(1)) { transaction in
                try transaction.deleteTask(.numbered(1))
                try transaction.save(.plain(1) { $0.tags = ["c"] })
            }
            guard var tag = try await store.read({ try $0.tag(named: "gone") }) else { throw Missing() }
            tag.deletedAt = .noon
            let deleted = tag
            try await store.write { transaction in
                try transaction.save(deleted)
                try transaction.save(.tagged(1, "b", "a"))
                try transaction.restoreTags(of: TaskID.numbered(1), before: .numbered(1))
                try transaction.restoreTags(of: SeriesID.numbered(1), before: .numbered(1))
            }
            func tags() async throws -> [[String]?] {
                try await store.read { [try $0.task(.numbered(1))?.tags, try $0.series(.numbered(1))?.tags] }
            }
            try expect(try await tags(), is: [["b", "a"], ["b", "a"]], "without the deleted one")
            tag.deletedAt = nil
            let back = tag
            try await store.write { _ = try $0.save(back) }
            try expect(try await tags(), is: [["b", "gone", "a"], ["b", "gone", "a"]], "with it")
        }
        Case("A tag that nothing has gives way to another, and is back with what had it once that has gone") { store in
            try await store.save([.tagged(1, "x")])
            try await store.record(.numbered(1)) { try $0.deleteTask(.numbered(1)) }
            var other = try await store.write { try $0.save(Tag(name: "y", now: .noon)) }
            (other.name, other.isKept) = ("X", true)
            let named = other
            try await store.write { transaction in
                try transaction.save(named)
                try transaction.save(.fixture(1))
                try transaction.restoreTags(of: TaskID.numbered(1), before: .numbered(1))
            }
            try expect(try await store.task(1).tags, is: ["X"], "the tag that has the name")
            other.name = "z"
            let renamed = other
            try await store.write { transaction in
                try transaction.save(renamed)
                try transaction.deleteTask(.numbered(1))
                try transaction.save(.fixture(1))
                try transaction.restoreTags(of: TaskID.numbered(1), before: .numbered(1))
            }
            try expect(try await store.task(1).tags, is: ["x"], "the tag that was")
            try expect(try await counts(in: store), is: ["x 1", "z 0"], "what is listed")
        }
        Case("A change notes the tags that it writes, and not those that come with tasks") { store in
            try await store.save([.tagged(1, "a")])
            let before = try await store.read { try $0.tag(named: "a") }
            guard let before else { throw Missing() }
            try await store.record(.numbered(1)) { transaction in
                try transaction.save(.tagged(1, "b"))
                var tag = before
                (tag.name, tag.color, tag.version) = ("c", "red", 2)
                try transaction.save(tag)
                try transaction.save(Tag(name: "d", now: .noon))
            }
            let rows = try await store.read { try $0.rows(of: .numbered(1), limit: 9) }
            let made = try await store.read { try $0.tag(named: "d")?.id }
            try expect(
                Set(rows),
                is: [
                    ChangedRow(.task(.numbered(1)), wasThere: true), ChangedRow(.tag(before.id), wasThere: true),
                    ChangedRow(.tag(made ?? .unset), wasThere: false),
                ], "what it wrote")
            var image = try await store.read { try $0.tag(before.id, before: .numbered(1)) }
            image?.taskCount = before.taskCount
            try expect(image, is: before, "the tag before")
        }
    }

    private struct Missing: Error {}

    /// What is listed, with its counts.
    private static func counts(in store: any Store) async throws -> [String] {
        try await store.read { try $0.tags(after: nil, limit: 99).items.map { "\($0.name) \($0.taskCount)" } }
    }

    private static func failure(_ body: () async throws -> Void) async throws -> StoreError? {
        do { try await body() } catch let error as StoreError { return error }
        return nil
    }
}

extension TaskItem {
    fileprivate static func tagged(_ number: Int, _ tags: String...) -> TaskItem {
        .fixture(number) { $0.tags = tags }
    }
}

extension Store {
    fileprivate func rename(_ name: String, to newName: String) async throws {
        try await write { transaction in
            guard var tag = try transaction.tag(named: name) else { return }
            tag.name = newName
            try transaction.save(tag)
        }
    }

    /// The tasks of a list, by their numbers.
    fileprivate func numbers(_ query: TaskQuery) async throws -> [Int] {
        let found = try await read { try $0.tasks(matching: query).items }
        return (1...20).filter { number in found.contains { $0.id == .numbered(number) } }
    }
}
