import Recurrence
import Storage

extension PostgresTransaction {
    func tag(named name: String) throws -> Tag? {
        try tags(where: "folded = ? AND deleted_at IS NULL", [name.asTagKey]).first
    }

    func tag(_ id: TagID) throws -> Tag? {
        try tags(where: "key = ?", [id.number]).first
    }

    func tags(after cursor: StoreCursor?, limit: Int) throws -> Page<Tag, StoreCursor> {
        let after = try cursor.map { try tag(TagID(number: $0.values(1)[0]))?.name.asTagKey ?? "" } ?? ""
        let found = try tags(
            where: """
                \(TagRow.isListed) AND folded > ? ORDER BY folded LIMIT ?
                """,
            [after, limit + 1])
        let page = Array(found.prefix(limit))
        return Page(
            items: page, next: found.count <= limit ? nil : page.last.map { StoreCursor([$0.id.number]) })
    }

    func tagNames(_ names: [String]) throws -> [String] {
        // Of those that there are the keys are asked for next.
        postTags(names)
        try sendPosted()
        return names.map { findings.tagKeys[$0]?.name ?? $0 }
    }

    /// Has the tags of some names looked up, all at once; those that there are are known afterwards.
    func postTags(_ names: [String]) {
        let unknown = names.filter { findings.tagKeys[$0] == nil }
        guard !unknown.isEmpty else { return }
        let folded = Dictionary(grouping: unknown, by: \.asTagKey)
        postRows(
            "SELECT folded, key, name FROM tag WHERE folded = ANY (?) AND deleted_at IS NULL",
            // In the same order whenever it is asked.
            [folded.keys.sorted()], seesNew: false
        ) { [findings] column in
            let spellings = folded[try column.next(String.self)] ?? []
            let tag = (key: try column.next(Int64.self), name: try column.next(String.self))
            for name in spellings { findings.tagKeys[name] = tag }
        }
    }

    func hasRenamedTags() throws -> Bool {
        try value(Int.self, "SELECT 1 FROM tag WHERE indexed_to IS NOT NULL LIMIT 1") != nil
    }

    func tag(making name: String, now: UTCInstant) throws -> Tag {
        if let found = try tag(named: name) { return found }
        var made = Tag(name: name.inNormalForm, now: now)
        made.id = try insert(made)
        changes.insert(.tasks)
        return made
    }

    func save(_ tag: Tag) throws -> Tag {
        var saved = tag
        let before = try self.tag(tag.id)
        // One that nothing has any more, and nobody sees, is in nobody's way.
        if !tag.isDeleted, let other = try self.tag(named: tag.name), other.id != tag.id, !other.isListed {
            try run(
                "UPDATE tag SET deleted_at = ?, has_given_way = true WHERE key = ?", [tag.updatedAt, other.id.number])
        }
        do {
            try asUnit {
                if before == nil {
                    saved.id = try insert(tag)
                    try recordTag(saved.id, isNew: true)
                } else {
                    try recordTag(tag.id)
                    try run(TagRow.update, TagRow.values(of: tag) + [tag.id.number])
                }
            }
        } catch let error as StoreError where error.code == .conflict {
            throw StoreError(.conflict, "there is another tag \"\(tag.name)\"")
        }
        findings.tagKeys = [:]
        if let before, before.name != tag.name || before.isDeleted != tag.isDeleted {
            try run("UPDATE tag SET indexed_to = ? WHERE key = ?", [Int64.min, tag.id.number])
        }
        changes.insert(.tasks)
        return saved
    }

    func indexRenamedTags(limit: Int) throws -> Bool {
        let renamed = try rows("SELECT key, indexed_to FROM tag WHERE indexed_to IS NOT NULL LIMIT 1") {
            (tag: try $0.next(Int64.self), from: try $0.next(Int64.self))
        }.first
        guard let renamed else { return false }
        let tasks = try rows(
            "SELECT task_key FROM task_tag WHERE tag = ? AND task_key > ? ORDER BY task_key LIMIT ?",
            [renamed.tag, renamed.from, limit]
        ) { try $0.next(Int64.self) }
        try saveSearchEntries(ofTasks: tasks)
        let end = tasks.count < limit ? nil : tasks.last
        try run("UPDATE tag SET indexed_to = ? WHERE key = ?", [end, renamed.tag])
        changes.insert(.tasks)
        return try hasRenamedTags()
    }

    /// Writes a new tag.
    private func insert(_ tag: Tag) throws -> TagID {
        guard let key = try value(Int64.self, TagRow.insert, TagRow.values(of: tag)) else {
            throw StoreError(.unavailable, "the tag \"\(tag.name)\" was not written")
        }
        return TagID(number: key)
    }

    private func tags(where condition: String, _ arguments: Arguments) throws -> [Tag] {
        try rows("SELECT \(TagRow.selection) FROM tag WHERE \(condition)", arguments) { try TagRow.tag(from: &$0) }
    }

    // MARK: What has tags

    /// The key of a tag, which is made where there is none.
    func keyOfTag(making name: String, now: UTCInstant) throws -> Int64 {
        if let known = findings.tagKeys[name] { return known.key }
        let tag = try tag(making: name, now: now)
        findings.tagKeys[name] = (tag.id.number, tag.name)
        return tag.id.number
    }

    /// Gives a task tags in place of those that it has; ones that were deleted stay with it.
    func setTags(_ tags: [Int64], ofTask key: Int64, isNew: Bool) {
        if isNew {
            for (position, tag) in tags.enumerated() { add([tag, key, position], to: .tag) }
            return
        }
        let there = "tag IN (SELECT key FROM tag WHERE deleted_at IS NULL)"
        post("DELETE FROM task_tag WHERE task_key = ? AND tag <> ALL (?) AND \(there)", [key, tags])
        guard !tags.isEmpty else { return }
        post(
            """
            INSERT INTO task_tag (tag, task_key, position)
            SELECT given.tag, ?, given.place - 1 FROM unnest(?) WITH ORDINALITY AS given (tag, place)
            ON CONFLICT (tag, task_key) DO UPDATE SET position = excluded.position
            WHERE task_tag.position <> excluded.position
            """, [key, tags])
    }

    /// The list of the tags of a series, with those that were deleted.
    func tagList(_ names: [String], of series: SeriesID, at now: UTCInstant) throws -> [Int64] {
        let keys = try names.map { try keyOfTag(making: $0, now: now) }
        let deleted = try rows(
            """
            SELECT tag.key FROM series, unnest(series.tags) WITH ORDINALITY AS held (key, place)
            JOIN tag ON tag.key = held.key WHERE series.id = ? AND deleted_at IS NOT NULL ORDER BY place
            """,
            [series]
        ) { try $0.next(Int64.self) }
        return keys + deleted
    }

    /// Removes a tag that is marked as deleted, once no task has it.
    ///
    /// - Returns: Whether it is done, and not as much as one step may write.
    func forgetDeleted(_ id: TagID, limit: Int) throws -> Bool {
        guard try tag(id)?.isDeleted ?? false else { return true }
        let count = try run(
            """
            DELETE FROM task_tag WHERE tag = ?1 AND task_key IN (
                SELECT task_key FROM task_tag WHERE tag = ?1 LIMIT ?2)
            """, [id.number, limit])
        guard count < limit else { return false }
        try run("DELETE FROM tag WHERE key = ?", [id.number])
        return true
    }
}
