import Basics
import Foundation
import HTTPAPI
import HTTPTypes
import Testing

struct DescriptionTests {
    private static let document = (try? JSONValue(json: OpenAPIDocument(version: "0").json)) ?? .null

    /// The operations of the document, by `METHOD path`.
    private static let operations: [String: JSONValue] = {
        guard case .object(let paths)? = document["paths"] else { return [:] }
        let pairs = paths.fields.flatMap { path -> [(String, JSONValue)] in
            guard case .object(let methods) = path.value else { return [] }
            return methods.fields.map { ("\($0.name.uppercased()) \(path.name)", $0.value) }
        }
        return Dictionary(pairs) { first, _ in first }
    }()

    @Test
    func `the server has the calls that its document describes, and no others`() async throws {
        try await API.run { api async throws in
            #expect(Set(api.routes) == Set(Self.operations.keys))
            #expect(api.routes.count == Self.operations.count)
        }
    }

    @Test
    func `every parameter of a query is read, and no other is taken`() async throws {
        try await API.run { api async throws in
            for (call, operation) in Self.operations where operation["security"] != nil {
                let words = call.split(separator: " ")
                let method = try #require(HTTPRequest.Method(String(words[0])))
                let path = words[1].replacing("{id}", with: "0198c5a0-0000-7000-8000-000000000001")
                    .replacing("{name}", with: "home")
                let declared = (operation["parameters"]?.array ?? []).filter { $0["in"] == .string("query") }
                // Whatever is there, an empty value is wrong, and only who reads the parameter says so.
                for name in declared.compactMap({ $0["name"]?.string }) {
                    let answer = try await api.request(method, "\(path)?\(name)=", Self.body(of: call))
                    let details = answer.json["errors"]?.array?.compactMap { $0["detail"]?.string } ?? []
                    #expect(answer.status == 400 && answer.pointers.contains("?\(name)"), "\(call) \(name)")
                    #expect(details.contains("must not be empty; omit it instead"), "\(call) \(name): \(details)")
                }
                let answer = try await api.request(method, "\(path)?unheardOf=1", Self.body(of: call))
                #expect(answer.status == 400 && answer.pointers == ["?unheardOf"], "\(call)")
            }
        }
    }

    /// What is to be sent so that the query is looked at.
    private static func body(of call: String) -> String? {
        call.hasPrefix("GET") || call.hasPrefix("DELETE") ? nil : "{}"
    }

    @Test
    func `every path names its parameters, and every reference leads to a schema`() throws {
        var seen: Set<String> = []
        for (call, operation) in Self.operations {
            let names = call.matches(of: /\{(\w+)\}/).map { String($0.1) }
            let declared = (operation["parameters"]?.array ?? []).filter { $0["in"] == .string("path") }
            #expect(declared.compactMap { $0["name"]?.string } == names, "\(call)")
            #expect(declared.allSatisfy { $0["required"] == .bool(true) }, "\(call)")
            let isNew = seen.insert(operation["operationId"]?.string ?? "").inserted
            #expect(isNew, "\(call)")
            let words = [operation["summary"], operation["description"]].compactMap { $0?.string }
            #expect(words.count == 2 && !words.contains(""), "\(call)")
        }
        let text = String(decoding: OpenAPIDocument(version: "0").json, as: UTF8.self)
        let names = Set(text.matches(of: /"#\/components\/schemas\/(\w+)"/).map { String($0.1) })
        guard case .object(let schemas)? = Self.document["components"]?["schemas"] else {
            Issue.record("there are no schemas")
            return
        }
        #expect(names == Set(schemas.fields.map(\.name)))
    }

    @Test
    func `anybody may read the document, and is told when it is the same`() async throws {
        try await API.run { api async throws in
            let first = try await api.exchange(.get, "/openapi.json", headers: ["authorization": "Bearer wrong"])
            #expect(first.status == 200 && first.bytes == OpenAPIDocument(version: "0").json)
            #expect(first.headers[.cacheControl] == "no-cache")
            let tag = try #require(first.headers[.eTag])
            let second = try await api.exchange(.get, "/openapi.json", headers: ["if-none-match": tag])
            #expect(second.status == 304 && second.bytes.isEmpty && second.headers[.eTag] == tag)
        }
    }

    @Test
    func `the page has every call and every schema, and loads nothing`() async throws {
        try await API.run { api async throws in
            let answer = try await api.exchange(.get, "/docs")
            let page = String(decoding: answer.bytes, as: UTF8.self)
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(answer.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
            for operation in Self.operations.values {
                #expect(page.contains("<section id=\"\(operation["operationId"]?.string ?? "?")\">"))
            }
            let targets = page.matches(of: /(?:href|src)="([^"]*)"/).map { String($0.1) }
            let ids = Set(page.matches(of: /\sid="([^"]*)"/).map { "#" + String($0.1) })
            for target in targets { #expect(ids.contains(target) || target == "openapi.json", "\(target)") }
            #expect(!page.contains("<script") && !page.contains("@import") && !page.contains("url("))
        }
    }
}
