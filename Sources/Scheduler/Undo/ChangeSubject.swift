public import Storage

/// What a change was about, in the words of people.
public struct ChangeSubject: Hashable, Sendable {
    /// How many tasks are counted at most.
    static let maxCounted = 1_000
    /// How many other rows are looked through for what it was about.
    private static let maxLookedAt = 100

    /// The title of the first task that is not deleted for good, or the name of the project, tag, series or pause; nil
    /// where nothing has one any more.
    public var name: String?
    /// How many tasks it was about, at most 1,000: those that were there before it, or else those that it made.
    public var taskCount: Int

    /// Looks for what a change was about.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - reader: Where it is recorded.
    /// - Throws: A `StoreError`.
    public init(of change: Change, in reader: any StoreReader) throws {
        func tasks(wereThere: Bool) throws -> [TaskID] {
            try reader.tasks(of: change.id, wereThere: wereThere, after: nil, limit: Self.maxCounted)
        }
        let isCreation = change.kind == .create
        var found = try tasks(wereThere: !isCreation)
        if found.isEmpty { found = try tasks(wereThere: isCreation) }
        taskCount = found.count
        let others = try reader.rowsBesideTasks(of: change.id, limit: Self.maxLookedAt).map(\.subject)
        if let main = others.first(where: change.kind.isAbout) {
            name = try Self.name(of: main, in: reader)
        } else if !found.isEmpty {
            // The first may be deleted for good.
            name = nil
            for task in found.prefix(Self.maxLookedAt) where name == nil {
                name = try Self.name(of: .task(task), in: reader)
            }
        } else {
            name = try others.first.flatMap { try Self.name(of: $0, in: reader) }
        }
    }

    /// What is called so now, or was before the change that took it away.
    private static func name(of subject: ChangedRow.Subject, in reader: any StoreReader) throws -> String? {
        do {
            if let name = try reader.name(of: subject, before: nil) { return name }
            let last = try reader.latestChange(of: subject, before: nil)
            return try last.flatMap { try reader.name(of: subject, before: $0.id) }
        } catch let error as StoreError where error.code == .unreadable {
            return nil
        }
    }
}

extension Change.Kind {
    /// Whether changes of the kind are about such a thing, and not about tasks.
    fileprivate func isAbout(_ subject: ChangedRow.Subject) -> Bool {
        switch (self, subject) {
        case (.createProject, .project), (.updateProject, .project), (.deleteProject, .project): true
        case (.createTag, .tag), (.updateTag, .tag), (.deleteTag, .tag): true
        case (.updateSeries, .series), (.deleteSeries, .series): true
        case (.pause, .pause), (.resume, .pause): true
        default: false
        }
    }
}

extension StoreReader {
    /// What people call something that a change can write, now or before a change.
    fileprivate func name(of subject: ChangedRow.Subject, before change: ChangeID?) throws -> String? {
        switch subject {
        case .task(let id), .entry(let id): try read(change, now: { try task(id) }) { try task(id, before: $0) }?.title
        case .series(let id): try read(change, now: { try series(id) }) { try series(id, before: $0) }?.title
        case .project(let id): try read(change, now: { try project(id) }) { try project(id, before: $0) }?.name
        case .tag(let id): try read(change, now: { try tag(id) }) { try tag(id, before: $0) }?.name
        case .pause(let id):
            try read(change, now: { try pause(id) }) { try pause(id, before: $0) }.flatMap { try words(for: $0.target) }
        }
    }

    private func read<Value>(
        _ change: ChangeID?, now: () throws -> Value?, _ before: (ChangeID) throws -> Value?
    ) throws -> Value? {
        if let change { try before(change) } else { try now() }
    }

    /// What a pause is about, as people call it.
    private func words(for target: PauseTarget) throws -> String? {
        switch target {
        case .all: "everything"
        case .tag(let tag): "#\(tag)"
        case .series(let id): try series(id)?.title
        case .task(let id): try task(id)?.title
        case .reminder(let id): try task(withReminder: id)?.title
        case .filter(let text): text
        }
    }
}
