import Basics
import Recurrence
import Scheduler
import Storage

/// One change of a batch, read and, as far as it can be, checked before the transaction begins.
struct BatchOperation: Sendable {
    private enum Kind: String, CaseIterable {
        case create, update, complete, skip, reopen, move, delete
    }

    private enum Work: Sendable {
        case create(CheckedTaskDraft)
        /// The place in the operation is that of the changes.
        case update(TaskID, TaskMergePatch, EditScope?, place: String)
        case complete(TaskID)
        case skip(TaskID)
        case reopen(TaskID)
        case delete(TaskID, EditScope?)
    }

    private let pointer: String
    private let work: Work
    private let access: Access

    /// Reads one.
    ///
    /// - Parameters:
    ///   - value: The operation.
    ///   - pointer: Where it stands.
    ///   - made: The tasks that earlier operations make, by the names that they gave them; a name that this one gives is
    ///     added.
    ///   - commands: Check what is to be made.
    ///   - access: What may be seen and changed.
    ///   - now: When an id is made for what gets a name.
    /// - Throws: A ``Problem`` that names each field at fault.
    init(
        _ value: JSONValue, at pointer: String, naming made: inout [Verbatim<String>: TaskID], commands: TaskCommands,
        access: Access, now: UTCInstant
    ) throws {
        (self.pointer, self.access) = (pointer, access)
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: pointer, collector)
        guard let kind = reader.choice("op", Kind.self) else {
            if reader.value("op") == nil { reader.missing("op") }
            throw Problem(collector.problems)
        }
        let name = reader.text("ref", "a name of 1 to 100 characters") { text in
            (1...100).contains(text.count) ? Verbatim(wrappedValue: text) : nil
        }
        if kind == .create {
            if let name, made[name] != nil {
                collector.add(pointer + "/ref", "is the ref of an earlier operation; choose another")
            }
            let (draft, id) = try Self.draft(&reader, at: pointer, isNamed: name != nil, commands, access, now)
            if let name { made[name] = id }
            work = .create(draft)
            return
        }
        let id = Self.id(&reader, name, among: made)
        let patch: JSONValue? =
            switch kind {
            case .update: reader.changes()
            case .move: reader.move()
            case .create, .complete, .skip, .reopen, .delete: nil
            }
        let hasScope = [.update, .move, .delete].contains(kind)
        let scope = !hasScope ? nil : reader.choice("scope", EditScope.self)
        reader.finish()
        try collector.throwIfAny()
        guard let id else { throw Problem(collector.problems) }
        switch kind {
        case .complete: work = .complete(id)
        case .skip: work = .skip(id)
        case .reopen: work = .reopen(id)
        case .delete: work = .delete(id, scope)
        case .create, .update:
            work = .update(
                id, try TaskMergePatch(patch ?? .null, at: pointer + "/changes"), scope, place: "/changes")
        case .move: work = .update(id, try TaskMergePatch(patch ?? .null, at: pointer), scope, place: "")
        }
    }

    /// The task that an operation is about: by its id, or by the name that an earlier operation gave it.
    private static func id(
        _ reader: inout ObjectReader, _ name: Verbatim<String>?, among made: [Verbatim<String>: TaskID]
    ) -> TaskID? {
        let id = reader.text("id", "a UUID") { TaskID($0) }
        guard let name else {
            if reader.value("id") == nil { reader.missing("id") }
            return id
        }
        if reader.value("id") != nil {
            reader.collector.add(reader.pointer(to: "ref"), "cannot be combined with id; omit one of them")
        }
        if made[name] == nil {
            reader.collector.add(reader.pointer(to: "ref"), "must be the ref of an earlier create of this batch")
        }
        return made[name]
    }

    private static func draft(
        _ reader: inout ObjectReader, at pointer: String, isNamed: Bool, _ commands: TaskCommands, _ access: Access,
        _ now: UTCInstant
    ) throws -> (CheckedTaskDraft, TaskID?) {
        let task = reader.value("task")
        if task == nil { reader.missing("task") }
        reader.finish()
        try reader.collector.throwIfAny()
        do {
            var draft = try TaskDraft(task ?? .null)
            access.place(&draft)
            // Made here, since what runs again makes the same.
            if isNamed, draft.id == nil { draft.id = TaskID(madeAt: now) }
            return (try commands.checked(draft), draft.id)
        } catch {
            throw Problem(error)?.moved(under: pointer + "/task") ?? error
        }
    }

    /// How much it writes, as far as that is known before.
    var rowCount: Int {
        if case .create(let checked) = work { checked.draft.rowCount } else { 1 }
    }

    /// Carries it out.
    ///
    /// - Returns: The answer, and how much was written.
    /// - Throws: A ``Problem`` that names the operation, or what is not the client's fault.
    func run(
        _ commands: TaskCommands, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> (answer: APIResponse, rows: Int) {
        do {
            // What lies outside is not there: it would be answered even where nothing of it is to change.
            if access.isBound, let id = task, try !access.holds(.task(id), in: transaction) {
                throw Access.Subject.task(id).missing
            }
            switch work {
            case .create(let draft):
                let task = try commands.create(draft, in: transaction, now: now)
                return (APIResponse(json: task.json(now: now)), rowCount)
            case .update(let id, let patch, let scope, _):
                let others = try transaction.rowCount(of: scope, from: id)
                let task = try commands.update(id, by: patch, scope: scope, in: transaction, now: now)
                return (APIResponse(json: task.json(now: now)), TaskDraft(task).rowCount + others)
            case .complete(let id):
                var completion = try commands.complete(id, version: nil, in: transaction, now: now)
                try access.narrow(&completion.next, in: transaction)
                let tasks = [completion.completed, completion.next].compactMap(\.self)
                return (APIResponse(completion, now: now), tasks.reduce(0) { $0 + TaskDraft($1).rowCount })
            case .skip(let id):
                var skip = try commands.skip(id, version: nil, in: transaction, now: now)
                try access.narrow(&skip.next, in: transaction)
                let tasks = [skip.skipped, skip.next].compactMap(\.self)
                return (APIResponse(skip, now: now), tasks.reduce(0) { $0 + TaskDraft($1).rowCount })
            case .reopen(let id):
                let reopening = try commands.reopen(id, version: nil, in: transaction, now: now)
                return (APIResponse(reopening, now: now), TaskDraft(reopening.reopened).rowCount + 1)
            case .delete(let id, let scope):
                let others = try transaction.rowCount(of: scope, from: id)
                try commands.delete(id, version: nil, scope: scope, in: transaction, now: now)
                return (APIResponse { $0.field("deleted", id.description) }, 1 + others)
            }
        } catch {
            throw Problem(error)?.moved(under: pointer + place) ?? error
        }
    }

    /// The task that it is about; nil for one that is to be made.
    private var task: TaskID? {
        switch work {
        case .create: nil
        case .update(let id, _, _, _), .complete(let id), .skip(let id), .reopen(let id), .delete(let id, _): id
        }
    }

    /// Where the input of the work stands in the operation.
    private var place: String {
        switch work {
        case .create: "/task"
        case .update(_, _, _, let place): place
        case .complete, .skip, .reopen, .delete: ""
        }
    }
}

extension StoreReader {
    /// How much a change of an occurrence may write beside it: what its series has open, each as large as it is.
    fileprivate func rowCount(of scope: EditScope?, from id: TaskID) throws -> Int {
        guard scope == .following || scope == .all, let task = try task(id), let series = task.occurrence?.series else {
            return 0
        }
        return try openCount(of: series, limit: WriteBudget.maxRows + 1) * TaskDraft(task).rowCount
    }
}
