import Basics
import Foundation
import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/tags`: the words that tasks are found by.
struct TagRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let commands: TaskCommands
    let executor: IdempotentExecutor<Time>

    func add(to routes: ScopedRoutes) {
        routes.add(.createTag) { try await create($0, $1) }
        routes.add(.listTags) { try await list($0, $1) }
        routes.add(.readTag) { try await read($0, $1) }
        routes.add(.updateTag) { try await patch($0, $1) }
        routes.add(.deleteTag) { try await delete($0, $1) }
    }

    private func create(_ request: Request, _ context: APIContext) async throws -> Response {
        let input = try await context.bytes(of: request)
        let wanted = try Tag(JSONValue(body: input))
        let commands = commands
        return try await executor.run(
            request, input: input, context: context, recording: .createTag
        ) { transaction, now in
            let tag = try commands.create(wanted, in: transaction, now: now)
            var answer = APIResponse(tag)
            answer.status = .created
            return answer.tagged().located("/v1/tags/\(tag.name.percentEncoded)")
        }
    }

    private func list(_ request: Request, _ context: APIContext) async throws -> Response {
        var parameters = QueryReader(request, context)
        let limit = parameters.limit()
        let cursor = parameters.cursor { StoreCursor($0.joined(separator: ",")) }
        try parameters.finish()
        let access = context.access
        let page = try await store.read { reader in
            guard case .tag(let name) = access.reach else { return try reader.tags(after: cursor, limit: limit) }
            return Page(items: try [reader.tag(named: name)].compactMap(\.self).filter(\.isListed), next: nil)
        }
        return APIResponse(capacity: 160 * page.items.count + 100) { json in
            json.field("items") { json in
                json.array(page.items) { json, tag in json.object { tag.write(membersTo: &$0) } }
            }
            json.field("nextCursor", page.next.map { parameters.cursorText([$0.description]) })
        }.response
    }

    private func read(_ request: Request, _ context: APIContext) async throws -> Response {
        let name = try context.tagName()
        let commands = commands
        return try await store.read { APIResponse(try commands.tag(name, in: $0)) }.unless(request).response
    }

    private func patch(_ request: Request, _ context: APIContext) async throws -> Response {
        let name = try context.tagName()
        let patch = try MergePatch<Tag>(
            JSONValue(body: try await context.bytes(of: request)), readOnly: Tag.readOnlyMembers)
        let commands = commands
        return try await executor.run(
            request, context: context, states: states(of: name), recording: .updateTag
        ) { transaction, now in
            APIResponse(try commands.update(tag: name, in: transaction, now: now) { try patch.apply(to: &$0) }).tagged()
        }
    }

    private func delete(_ request: Request, _ context: APIContext) async throws -> Response {
        let name = try context.tagName()
        let commands = commands
        return try await executor.run(
            request, context: context, states: states(of: name), recording: .deleteTag
        ) { transaction, now in
            try commands.delete(tag: name, in: transaction, now: now)
            return .noContent
        }
    }

    /// The entity tags of a tag, for `If-Match`.
    private func states(of name: String) -> IdempotentExecutor<Time>.States {
        { transaction, _ in try transaction.tag(named: name).map { [EntityTag(of: APIResponse($0).body)] } }
    }
}

extension Tag {
    /// Reads a new tag.
    fileprivate init(_ value: JSONValue) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        let fields = Patch<Tag>(&reader)
        reader.finish(readOnly: Tag.readOnlyMembers)
        var problems: [InputProblem] = []
        // Its times are those of its making.
        self.init(name: "", now: UTCInstant(millisecondsSinceEpoch: 0))
        if reader.isObject { fields.apply(to: &self, isNew: true, noting: &problems) }
        collector.add(problems)
        try collector.throwIfAny()
    }
}

extension APIContext {
    /// The tag that the path names.
    fileprivate func tagName() throws -> String {
        let text = try parameters.require("name")
        // A path that is no percent-encoded UTF-8 was refused.
        return text.removingPercentEncoding ?? text
    }
}

extension APIResponse {
    fileprivate init(_ tag: Tag) {
        self.init { tag.write(membersTo: &$0) }
    }
}
