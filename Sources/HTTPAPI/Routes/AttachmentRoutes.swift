import Basics
import HTTPTypes
import Hummingbird
import NIOCore
import Recurrence
import Scheduler
import Storage

/// `/v1/tasks/{id}/attachments` and `/v1/attachments/{id}`: add, read, delete.
struct AttachmentRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let commands: TaskCommands
    let executor: IdempotentExecutor<Time>
    let clock: Time
    /// Where contents are kept; nil for a store that has links alone.
    let contents: AttachmentContents?

    func add(to routes: ScopedRoutes) {
        routes.add(.addAttachment) { try await add($0, $1) }
        routes.add(.readAttachment) { try await read($0, $1) }
        routes.add(.deleteAttachment) { try await delete($0, $1) }
    }

    private func add(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: TaskID = try context.id("task")
        var query = QueryReader(request, context)
        let scope = query.choice("scope", EditScope.self)
        try query.finish()
        // Nobody should send megabytes to learn that there is no such task.
        try await executor.runner.read { reader in
            guard try reader.task(id) != nil else { throw Problem(.notFound, "there is no task \(id)") }
        }
        switch try AttachmentInput(request) {
        case .link:
            let input = try await context.bytes(of: request)
            var link = try Attachment(link: JSONValue(body: input))
            if link.id == .unset { link.id = AttachmentID(madeAt: clock.now) }
            return try await add(link, nil, to: id, scope, request, input, context)
        case .content(let fileName, let mediaType):
            guard let contents else {
                throw Problem(.conflict, "this store keeps no contents, since it is in memory; attach a link instead")
            }
            let now = clock.now
            return try await contents.storing(request) { content in
                let attachment = Attachment(
                    id: AttachmentID(madeAt: now), content: content.digest, size: content.size, fileName: fileName,
                    mediaType: mediaType)
                // What is repeated under a key is known by its digest instead of its bytes.
                let input = [content.digest.description, fileName ?? "", mediaType ?? ""].joined(separator: "\n")
                return try await add(
                    attachment, content, to: id, scope, request, ByteBuffer(string: input), context)
            }
        }
    }

    private func add(
        _ attachment: Attachment, _ content: StoredContent?, to id: TaskID, _ scope: EditScope?, _ request: Request,
        _ input: ByteBuffer, _ context: APIContext
    ) async throws -> Response {
        let commands = commands
        return try await executor.run(
            request, input: input, context: context, states: executor.states(of: id), isLong: scope != nil,
            recording: .update
        ) { transaction, now in
            if let content {
                // Content may take minutes to come.
                try context.requireToken(for: Operation.addAttachment.scopes, in: transaction, now: now)
                try transaction.keep(content)
            }
            let task = try commands.attach(attachment, to: id, scope: scope, in: transaction, now: now)
            return APIResponse(status: .created) { attachment.write(fieldsTo: &$0) }
                .tagged(EntityTag(of: task.json(now: now))).located("/v1/attachments/\(attachment.id)")
        }
    }

    private func read(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: AttachmentID = try context.id("attachment")
        let access = context.access
        guard let attachment = try await store.read({ try Self.attachment(id, within: access, in: $0) }) else {
            throw Self.missing(id)
        }
        guard let digest = attachment.content, let size = attachment.size else {
            let link = APIResponse { attachment.write(fieldsTo: &$0) }
            try request.requireMatch(EntityTag(of: link.body))
            return try link.unless(request).response
        }
        guard let contents else { throw Self.missing(id) }
        let content = StoredContent(digest, size: size)
        return try await contents.answer(attachment, content, to: request, logger: context.logger)
    }

    private func delete(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: AttachmentID = try context.id("attachment")
        var query = QueryReader(request, context)
        let given = query.value("taskId", "a UUID") { TaskID($0) }
        let scope = query.choice("scope", EditScope.self)
        try query.finish()
        let (commands, access) = (commands, context.access)
        return try await executor.run(
            request, context: context,
            states: { transaction, now in
                let task = try Self.holder(of: id, given, within: access, in: transaction)
                return EntityTag.all(of: task, now: now)
            }, isLong: scope != nil, recording: .update
        ) { transaction, now in
            let task = try Self.holder(of: id, given, within: access, in: transaction)
            _ = try commands.detach(id, from: task.id, scope: scope, in: transaction, now: now)
            return .noContent.linked(up: "/v1/tasks/\(task.id)")
        }
    }

    /// An attachment as a task has it, or else a series; of several that have one of its id, one that may be seen.
    private static func attachment(
        _ id: AttachmentID, within access: Access, in reader: any StoreReader
    ) throws -> Attachment? {
        let holders = try reader.holders(of: id, limit: access.isBound ? maxHolders : 1)
        guard let holder = try holders.first(where: { try access.holds($0.subject, in: reader) }) else { return nil }
        let attachments =
            switch holder {
            case .task(let task): try reader.task(task)?.attachments
            case .series(let series): try reader.series(series)?.attachments
            }
        return attachments?.first { $0.id == id }
    }

    /// The task that an attachment is to be taken off: the one that was named, the only one, or the only open one, of those
    /// that may be seen.
    private static func holder(
        of id: AttachmentID, _ given: TaskID?, within access: Access, in reader: any StoreReader
    ) throws -> TaskItem {
        let all = try reader.holders(of: id, limit: maxHolders)
        let holders = try all.filter { try access.holds($0.subject, in: reader) }
        guard !holders.isEmpty else { throw missing(id) }
        if let given {
            guard holders.contains(.task(given)), let task = try reader.task(given) else {
                throw Problem(.notFound, "the task \(given) has no attachment \(id)")
            }
            return task
        }
        let tasks = try holders.compactMap { holder in
            if case .task(let task) = holder { try reader.task(task) } else { nil }
        }
        if let task = tasks.first, tasks.count == 1 { return task }
        let open = tasks.filter(\.status.isOpen)
        if let task = open.first, open.count == 1, all.count < maxHolders { return task }
        throw Problem(
            .conflict,
            tasks.isEmpty
                ? "only a series has this attachment; remove it from its attachments with PATCH /v1/series/{id}"
                : "several tasks have this attachment; name one of them with taskId (taskd attachment delete --task)")
    }

    private static var maxHolders: Int { 200 }

    private static func missing(_ id: AttachmentID) -> Problem {
        Problem(.notFound, "there is no attachment \(id)")
    }
}
