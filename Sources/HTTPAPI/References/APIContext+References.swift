import Basics
import Foundation
import Hummingbird
import Storage

/// What a request names is looked up here alone, before any route reads it: routes see whole ids.
extension APIContext {
    /// Looks up what the path and the query of the request name.
    ///
    /// - Throws: A ``Problem`` where something names nothing, or several things.
    mutating func resolveNames(of request: Request) async throws {
        guard let declaredQuery else { return }
        if let kind = declaredQuery.subject, let text = parameters.get("id"), UUIDValue(text) == nil {
            let text = text.removingPercentEncoding ?? text
            pathID = try await declaredQuery.includesTrash ? idOfTaskOrTrashed(text) : id(text, of: kind)
        }
        guard !declaredQuery.references.isEmpty, let query = request.uri.query, query.utf8.count <= QueryText.longest
        else {
            return
        }
        for (name, text) in QueryText.parameters(of: query) ?? [] {
            if let kind = declaredQuery.references[name] { queryIDs[name] = try await id(text, of: kind) }
        }
    }

    /// The id of what something names; nil where that is an id, or can name nothing, of which the route tells.
    func id(_ text: String, of kind: HandleKind) async throws -> String? {
        guard UUIDValue(text) == nil, let reference = Reference(text), let store else { return nil }
        let access = access
        return try await store.read { reader in
            try ReferenceResolver(access: access, reader: reader).id(reference, of: kind).description
        }
    }

    /// The same of a task that may have been deleted.
    func idOfTaskOrTrashed(_ text: String) async throws -> String? {
        do { return try await id(text, of: .task) } catch let problem as Problem where problem.status == .notFound {
            do { return try await id(text, of: .trashedTask) } catch let other as Problem
                where other.status == .notFound
            {
                throw problem
            }
        }
    }

    /// A body in which what is named otherwise is named by whole ids.
    ///
    /// - Throws: A ``Problem`` with the place of what names nothing, or several things.
    func resolved(_ body: JSONValue) async throws -> JSONValue {
        var names: [BodyName] = []
        body.collectNames(&names)
        guard !names.isEmpty, let store else { return body }
        let (access, wanted) = (access, names)
        let ids = try await store.read { reader in
            try wanted.reduce(into: [BodyName.Key: String]()) { ids, name in
                guard ids[name.key] == nil else { return }
                let resolver = ReferenceResolver(access: access, reader: reader)
                do { ids[name.key] = try resolver.id(name.reference, of: name.key.kind).description } catch let
                    problem as Problem
                {
                    throw name.located(problem)
                }
            }
        }
        return body.naming(ids)
    }
}

/// A name of something in a body.
private struct BodyName: Sendable {
    struct Key: Hashable {
        let kind: HandleKind
        let text: String
    }

    let key: Key
    let reference: Reference
    let pointer: String
    /// Whether the request is about it, and not only about something that is to know of it.
    let isSubject: Bool

    /// The problem with its place; of what is only to be known of, that is input that makes no sense.
    func located(_ problem: Problem) -> Problem {
        if problem.status == .notFound, !isSubject {
            return Problem([InputProblem(pointer: pointer, detail: problem.detail)])
        }
        return problem.moved(under: pointer)
    }
}

extension JSONValue {
    /// The members that name something, and what.
    private static let kinds: [String: HandleKind] = [
        "projectId": .project, "parentId": .project, "hookId": .hook, "taskId": .task, "seriesId": .series,
        "reminderId": .reminder, "blockedBy": .task,
    ]

    /// The kind of what a member names; `id` names something in an operation of a batch alone.
    private static func kind(of member: String, inOperation: Bool) -> HandleKind? {
        inOperation && member == "id" ? .task : kinds[member]
    }

    /// The parts of bodies in which something may be named.
    private static let parts: Set<String> = ["task", "changes", "operations"]

    fileprivate func collectNames(_ names: inout [BodyName], at pointer: String = "", inOperation: Bool = false) {
        guard case .object(let object) = self else { return }
        for field in object.fields {
            let place = "\(pointer)/\(field.name)"
            if let kind = Self.kind(of: field.name, inOperation: inOperation) {
                let isSubject = kind != .project && kind != .hook && field.name != "blockedBy"
                func add(_ value: JSONValue, at place: String) {
                    guard let text = value.string, UUIDValue(text) == nil, let reference = Reference(text) else {
                        return
                    }
                    names.append(
                        BodyName(
                            key: .init(kind: kind, text: text), reference: reference, pointer: place,
                            isSubject: isSubject))
                }
                add(field.value, at: place)
                for (index, element) in (field.value.array ?? []).enumerated() { add(element, at: "\(place)/\(index)") }
            } else if Self.parts.contains(field.name) {
                field.value.collectNames(&names, at: place)
                for (index, element) in (field.value.array ?? []).enumerated() {
                    element.collectNames(&names, at: "\(place)/\(index)", inOperation: true)
                }
            }
        }
    }

    fileprivate func naming(_ ids: [BodyName.Key: String], inOperation: Bool = false) -> JSONValue {
        guard case .object(let object) = self else { return self }
        return .object(
            object.mapValues { name, value in
                if let kind = Self.kind(of: name, inOperation: inOperation) {
                    func named(_ value: JSONValue) -> JSONValue {
                        value.string.flatMap { ids[.init(kind: kind, text: $0)] }.map { .string($0) } ?? value
                    }
                    return value.array.map { .array($0.map(named)) } ?? named(value)
                }
                guard Self.parts.contains(name) else { return value }
                return value.array.map { .array($0.map { $0.naming(ids, inOperation: true) }) } ?? value.naming(ids)
            })
    }
}
