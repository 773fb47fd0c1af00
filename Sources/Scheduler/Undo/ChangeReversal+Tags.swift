import Recurrence
import Storage

/// Takes back what a change did to tags.
extension ChangeReversal {
    /// Makes tags what they were; one that the change made stays with what has it, and is not listed without.
    mutating func restoreTags() throws {
        for row in rows.tags {
            guard let found = try transaction.tag(row.id) else { continue }
            var tag = try row.wasThere ? transaction.tag(row.id, before: change.id) ?? found : found
            if !row.wasThere { (tag.isKept, tag.color, tag.icon) = (false, nil, nil) }
            tag.version = max(found.version, tag.version) + 1
            if !found.isDeleted, tag.isDeleted || tag.name != found.name {
                try transaction.requireNoPause(of: found, now: now)
            }
            do { try transaction.save(tag) } catch let error as StoreError where error.code == .conflict {
                throw SchedulerError(
                    .notPossible, "another tag is now called \"\(tag.name)\"; rename or delete that one first")
            }
            try transaction.follow(renaming: found.name, to: tag.name, now: now)
            tell(of: tag, since: found)
        }
    }

    private mutating func tell(of tag: Tag, since found: Tag) {
        let (isListed, wasListed) = (!tag.isDeleted && tag.isKept, !found.isDeleted && found.isKept)
        switch (wasListed, isListed) {
        case (false, false): break
        case (false, true): events.append(.about(tag, .tagCreated, now: now))
        case (true, false): events.append(.about(tag, .tagDeleted, now: now))
        case (true, true): events.append(.about(tag, .tagUpdated, renamedFrom: found.name, now: now))
        }
    }
}
