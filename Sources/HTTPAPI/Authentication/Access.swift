import Basics
import Filters
import HTTPTypes
import Recurrence
import Scheduler
import Storage

/// What a token may see and change.
///
/// This alone says what lies within the reach of a token: routes ask it for what they read, and what was written is looked
/// at by it before it is committed, whatever command wrote it.
struct Access: Sendable {
    /// Something that a request names.
    enum Subject: Hashable, Sendable {
        case task(TaskID)
        case taskOrTrashed(TaskID)
        case trashedTask(TaskID)
        case series(SeriesID)
        case reminder(ReminderID)
        case attachment(AttachmentID)
        case pause(PauseID)
        case project(ProjectID)
        case tag(String)
        case hook(HookID)
        case delivery(DeliveryID)
    }

    /// How many holders of an attachment, and tasks of a series, are looked at at once.
    static let pageSize = 200

    let reach: TokenReach

    init(_ reach: TokenReach) {
        self.reach = reach
    }

    /// Whether it is to less than everything.
    var isBound: Bool { reach != .everything }
}

// MARK: What lies within it

extension Access {
    /// Whether a task or a series lies within it, by what it has now.
    func holds(_ holder: some TaskContentHolder, in reader: any StoreReader) throws -> Bool {
        switch reach {
        case .everything: true
        case .project(let id): try holder.projectID.map { try reader.stands($0, in: id) } ?? false
        case .tag(let name): holder.tags.contains { $0.isSameTag(as: name) }
        case .hook: false
        }
    }

    /// Whether a project is the one that it is to, or stands in it.
    func holds(_ project: ProjectID, in reader: any StoreReader) throws -> Bool {
        switch reach {
        case .everything: true
        case .project(let id): try reader.stands(project, in: id)
        case .tag, .hook: false
        }
    }

    /// Whether what a pause is about lies within it.
    func holds(pausing target: PauseTarget, in reader: any StoreReader) throws -> Bool {
        switch (target, reach) {
        case (_, .everything): true
        case (.all, _), (.filter, _): false
        case (.tag(let paused), .tag(let name)): paused.isSameTag(as: name)
        case (.tag, _): false
        case (.series(let id), _): try holds(.series(id), in: reader)
        case (.task(let id), _): try holds(.taskOrTrashed(id), in: reader)
        case (.reminder(let id), _): try holds(.reminder(id), in: reader)
        }
    }

    /// Whether something that a request names is there and lies within it.
    func holds(_ subject: Subject, in reader: any StoreReader) throws -> Bool {
        switch subject {
        case .task(let id): try reader.task(id).map { try holds($0, in: reader) } ?? false
        case .trashedTask(let id): try reader.trashed(id).map { try holds($0.task, in: reader) } ?? false
        case .taskOrTrashed(let id):
            if let task = try reader.task(id) {
                try holds(task, in: reader)
            } else {
                try holds(.trashedTask(id), in: reader)
            }
        case .series(let id): try reader.readableSeries(id).map { try holds($0, in: reader) } ?? false
        case .reminder(let id): try reader.task(withReminder: id).map { try holds($0, in: reader) } ?? false
        case .attachment(let id):
            try reader.holders(of: id, limit: Self.pageSize).contains { try holds($0.subject, in: reader) }
        case .pause(let id): try reader.pause(id).map { try holds(pausing: $0.target, in: reader) } ?? false
        case .project(let id): try holds(id, in: reader)
        case .tag(let name):
            switch reach {
            case .everything: true
            case .tag(let own): name.isSameTag(as: own)
            case .project, .hook: false
            }
        case .hook(let id): reach == .everything || reach == .hook(id)
        case .delivery(let id): try reader.delivery(id).map { try holds(.hook($0.hook), in: reader) } ?? false
        }
    }

    /// Whether an event is about something within it, by what the event says of its task, or else by what that is now.
    func holds(_ event: Event, in reader: any StoreReader) throws -> Bool {
        guard isBound else { return true }
        guard let data = try? JSONValue(json: event.data) else { return false }
        if let task = data["task"], task != .null {
            switch reach {
            case .everything: return true
            case .project(let id):
                return try task["projectId"]?.string.flatMap { ProjectID($0) }.map { try reader.stands($0, in: id) }
                    ?? false
            case .tag(let name):
                return task["tags"]?.array?.contains { $0.string?.isSameTag(as: name) ?? false } ?? false
            case .hook: return false
            }
        }
        if let id = data["taskId"]?.string.flatMap({ TaskID($0) }) { return try holds(.taskOrTrashed(id), in: reader) }
        if let id = data["seriesId"]?.string.flatMap({ SeriesID($0) }) {
            // It names also what was changed with it, or split off.
            let others = (data["taskIds"]?.array ?? []).compactMap { $0.string.flatMap { TaskID($0) } }
            let other = data["newSeriesId"]?.string.flatMap { SeriesID($0) }
            return try holds(id, in: reader) && (other.map { try holds($0, in: reader) } ?? true)
                && others.allSatisfy { try holds($0, in: reader) }
        }
        if let id = data["project"]?["id"]?.string.flatMap({ ProjectID($0) }) { return try holds(id, in: reader) }
        return false
    }
}

extension StoreReader {
    /// Whether a project is there, and is another one or stands in it.
    func stands(_ id: ProjectID, in outer: ProjectID) throws -> Bool {
        var next: ProjectID? = id
        for _ in 0..<Project.maxDepth {
            guard let id = next, let project = try project(id), !project.isDeleted else { return false }
            if id == outer { return true }
            next = project.parent
        }
        return false
    }

    /// A series; nil also where it cannot be read, so that nobody can tell what it belongs to.
    fileprivate func readableSeries(_ id: SeriesID) throws -> Series? {
        do { return try series(id) } catch let error as StoreError where error.code == .unreadable { return nil }
    }
}

// MARK: What a request is narrowed to

extension Access {
    /// The filter of the tasks within it; nil where these are all.
    var filter: ResolvedFilter? {
        switch reach {
        case .everything: nil
        case .project(let id): .test(.project([FilterProject(.id(id.description), includesChildren: true)]))
        case .tag(let name): .test(.tag([name]))
        case .hook: .any([])
        }
    }

    /// Leaves of what is asked for what lies within it.
    func narrow(_ query: inout TaskQuery) {
        guard let filter else { return }
        if case .all(let parts)? = query.filter {
            query.filter = .all(parts + [filter])
        } else {
            query.filter = .all([query.filter, filter].compactMap(\.self))
        }
    }

    /// Puts what is to be made where it is seen, unless somebody has said where.
    func place(_ draft: inout TaskDraft) {
        switch reach {
        case .everything, .hook: break
        case .project(let id): if draft.content.projectID == nil { draft.content.projectID = id }
        case .tag(let name):
            if !draft.content.tags.contains(where: { $0.isSameTag(as: name) }) { draft.content.tags.append(name) }
        }
    }

    /// The projects of what lies within it, the outermost first; nil where it is not to a project.
    ///
    /// - Throws: A 403 ``Problem`` where they are too many to be asked one by one.
    func projects(in reader: any StoreReader) throws -> [ProjectID]? {
        guard case .project(let own) = reach else { return nil }
        guard try holds(own, in: reader) else { return [] }
        var (found, next) = ([own], 0)
        while next < found.count {
            var query = ProjectQuery()
            query.parent = found[next]
            var cursor: StoreCursor?
            repeat {
                let page = try reader.projects(matching: query, after: cursor, limit: 1_000)
                found += page.items.map(\.id)
                cursor = page.next
            } while cursor != nil
            next += 1
            guard found.count <= Self.maxProjects else {
                throw Problem(
                    .forbidden,
                    "\(words) has more than \(Self.maxProjects) projects in it, too many for this list; give projectId")
            }
        }
        return found
    }

    /// How many projects are asked one by one.
    private static var maxProjects: Int { 100 }
}

// MARK: What is told of it

extension Access {
    /// What it is to, for messages.
    var words: String {
        switch reach {
        case .everything: "everything"
        case .project(let id): "the project \(id)"
        case .tag(let name): "the tag \"\(name)\""
        case .hook(let id): "the hook \(id)"
        }
    }
}

extension Access.Subject {
    /// That it is not there, in the words in which that is said of what nobody has.
    var missing: Problem {
        let words =
            switch self {
            case .task(let id), .taskOrTrashed(let id): "task \(id)"
            case .trashedTask(let id): "task \(id) in the trash"
            case .series(let id): "series \(id)"
            case .reminder(let id): "reminder \(id)"
            case .attachment(let id): "attachment \(id)"
            case .pause(let id): "pause \(id)"
            case .project(let id): "project \(id)"
            case .tag(let name): "tag \"\(name.prefix(TaskContent.Bounds.tagLength))\""
            case .hook(let id): "hook \(id)"
            case .delivery(let id): "delivery \(id)"
            }
        return Problem(.notFound, "there is no \(words)")
    }
}
