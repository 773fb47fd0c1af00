import Basics
public import Recurrence
public import Storage

extension TaskCommands {
    /// Makes a tag that stays though nothing has it; one that came with a task becomes that.
    ///
    /// - Parameters:
    ///   - tag: What it is to be; its version and times do not count.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: The tag.
    /// - Throws: ``SchedulerError``: `.invalidInput`, `.conflict` where somebody has made that tag already.
    public func create(_ tag: Tag, in transaction: any StoreTransaction, now: UTCInstant) throws -> Tag {
        try tag.check()
        if let found = try transaction.tag(named: tag.name) {
            guard !found.isKept else {
                throw SchedulerError(
                    .conflict, "a tag \"\(found.name)\" already exists; choose another name, or change that tag")
            }
            return try write(found.taking(tag), over: found, as: .tagCreated, in: transaction, now: now)
        }
        var made = Tag(name: "", now: now).taking(tag)
        made.isKept = true
        made = try transaction.save(made)
        try transaction.append([.about(made, .tagCreated, now: now)])
        return made
    }

    /// Changes a tag; whatever has it has its new name from then on, and so have the filters of hooks.
    ///
    /// - Parameters:
    ///   - name: The tag.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    ///   - change: Makes it what it is to be; its version and times do not count.
    /// - Returns: The tag as it is now.
    /// - Throws: ``SchedulerError``: `.invalidInput`, `.notFound`, `.conflict` where another tag has the name,
    ///   `.notPossible` where it is to be renamed and is paused; what `change` throws.
    public func update(
        tag name: String, in transaction: any StoreTransaction, now: UTCInstant, _ change: (inout Tag) throws -> Void
    ) throws -> Tag {
        let before = try tag(name, in: transaction)
        var wanted = before
        try change(&wanted)
        let tag = before.taking(wanted)
        guard tag != before else { return before }
        try tag.check()
        return try write(tag, over: before, as: .tagUpdated, in: transaction, now: now)
    }

    /// Deletes a tag, and so takes it off whatever has it.
    ///
    /// - Parameters:
    ///   - name: The tag.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Throws: ``SchedulerError``: `.notFound`, `.notPossible` where it is paused.
    public func delete(tag name: String, in transaction: any StoreTransaction, now: UTCInstant) throws {
        var tag = try tag(name, in: transaction)
        try transaction.requireNoPause(of: tag, now: now)
        tag.version += 1
        (tag.deletedAt, tag.updatedAt) = (now, now)
        try save(tag, in: transaction)
        try transaction.follow(renaming: tag.name, to: tag.name, now: now)
        try transaction.append([.about(tag, .tagDeleted, now: now)])
    }

    /// The tag, if it is there.
    package func tag(_ name: String, in reader: any StoreReader) throws -> Tag {
        guard let tag = try reader.tag(named: name), tag.isListed else {
            throw SchedulerError(.notFound, "there is no tag \"\(name.prefix(TaskContent.Bounds.tagLength))\"")
        }
        return tag
    }

    private func write(
        _ tag: Tag, over before: Tag, as type: EventType, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> Tag {
        var tag = tag
        tag.isKept = true
        tag.version += 1
        tag.updatedAt = now
        if tag.name != before.name { try transaction.requireNoPause(of: before, now: now) }
        try save(tag, in: transaction)
        try transaction.follow(renaming: before.name, to: tag.name, now: now)
        try transaction.append([.about(tag, type, renamedFrom: before.name, now: now)])
        return tag
    }

    private func save(_ tag: Tag, in transaction: any StoreTransaction) throws {
        do { try transaction.save(tag) } catch let error as StoreError where error.code == .conflict {
            throw SchedulerError(
                .conflict, "another tag is called \"\(tag.name)\"; choose another name, or delete that tag")
        }
    }
}

extension StoreTransaction {
    /// Refuses while a pause is about a tag: a pause names its tag, and what it holds waits for its end.
    func requireNoPause(of tag: Tag, now: UTCInstant) throws {
        guard let pause = try pause(PauseID(pausing: .tag(tag.name))), pause.isLasting(at: now) else { return }
        throw SchedulerError(.notPossible, "the tag \"\(tag.name)\" is paused; resume it first")
    }

    /// Does what follows from the new name of a tag, or from its deletion: the filters of hooks and the reach of
    /// tokens have the name, and of some tasks the words are indexed, so that nobody waits for the loop where few have the tag.
    func follow(renaming name: String, to newName: String, now: UTCInstant) throws {
        _ = try indexRenamedTags(limit: 100)
        guard name != newName else { return }
        for var hook in try hooks() {
            let tags = hook.filter.tags.map { $0.isSameTag(as: name) ? newName : $0 }.differentTags
            guard tags != hook.filter.tags else { continue }
            hook.filter.tags = tags
            hook.version += 1
            hook.updatedAt = now
            try save(hook)
        }
        for var token in try accessTokens(after: nil, limit: AccessToken.maxCount) {
            guard case .tag(let own) = token.reach, own.isSameTag(as: name) else { continue }
            token.reach = .tag(newName)
            (token.version, token.updatedAt) = (token.version + 1, now)
            try save(token)
        }
    }
}

extension Tag {
    fileprivate func check() throws {
        var problems: [InputProblem] = []
        checkFields(noting: &problems)
        guard let first = problems.first else { return }
        throw SchedulerError(.invalidInput, first.detail, problems: problems)
    }

    /// The tag with what people write of another one.
    fileprivate func taking(_ other: Tag) -> Tag {
        var tag = self
        (tag.name, tag.color, tag.icon) = (other.name.inNormalForm, other.color, other.icon)
        return tag
    }
}

extension EventDraft {
    /// What happened to a tag.
    static func about(
        _ tag: Tag, _ type: EventType, renamedFrom name: String? = nil, now: UTCInstant
    ) -> EventDraft {
        make(type, now: now) { json in
            json.field("tag") { json in json.object { tag.write(membersTo: &$0, isCounted: false) } }
            if let name, name != tag.name { json.field("previousName", name) }
        }
    }
}
