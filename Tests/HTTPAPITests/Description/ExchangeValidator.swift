import Basics
import Foundation
import HTTPAPI
import HTTPTypes
import Testing

/// Holds what tests send and what the server answers against the document of the API: every answer is as it is declared,
/// and so is every request that succeeds.
struct ExchangeValidator: Sendable {
    /// That of the document that the program has.
    static let shared = ExchangeValidator(OpenAPIDocument(version: "0").json)

    /// The headers of connections and messages, which belong to no answer.
    private static let connectionHeaders: Set<String> = [
        "content-type", "content-length", "date", "server", "connection", "transfer-encoding", "vary",
        "content-encoding",
    ]

    private struct Path {
        let pieces: [Substring]
        let methods: JSONValue

        /// How much of a path it names by the letter; nil where the path is another one.
        func match(_ path: [Substring]) -> Int? {
            guard pieces.count == path.count else { return nil }
            let pairs = zip(pieces, path)
            return pairs.allSatisfy { $0.hasPrefix("{") || $0 == $1 } ? pairs.count { $0 == $1 } : nil
        }
    }

    private let document: JSONValue
    private let paths: [Path]

    init(_ json: [UInt8]) {
        document = (try? JSONValue(json: json)) ?? .null
        guard case .object(let paths)? = document["paths"] else {
            self.paths = []
            return
        }
        self.paths = paths.fields.map { Path(pieces: $0.name.split(separator: "/"), methods: $0.value) }
    }

    /// What an exchange has that the document does not, or lacks that the document has.
    func complaints(
        _ method: HTTPRequest.Method, _ uri: String, sending type: String?, _ input: [UInt8]?, status: Int,
        _ headers: HTTPFields, _ body: [UInt8]
    ) -> [String] {
        let path = uri.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: true)
        let known = paths.compactMap { path in path.match(uri.pathPieces).map { ($0, path) } }.max { $0.0 < $1.0 }?.1
        guard !path.isEmpty, let known, method != .head,
            let operation = known.methods[method.rawValue.lowercased()]
        else { return [] }
        guard let answer = operation["responses"]?["\(status)"] else { return ["the status \(status) is not declared"] }
        let complaints = self.complaints(about: headers, answer) + self.complaints(about: body, headers, answer)
        guard (200..<300).contains(status), let input, !input.isEmpty else { return complaints }
        return complaints + self.complaints(aboutInput: input, type, operation["requestBody"])
    }

    private func complaints(about headers: HTTPFields, _ answer: JSONValue) -> [String] {
        guard case .object(let declared)? = answer["headers"] else { return ["no headers are declared"] }
        // What browsers are told of other origins belongs to no answer either.
        let names = Set(headers.map { $0.name.canonicalName }).subtracting(Self.connectionHeaders)
            .filter { !$0.hasPrefix("access-control-") }
        let known = Set(declared.fields.map { $0.name.lowercased() })
        let required = declared.fields.filter { $0.value["required"] == .bool(true) }.map { $0.name.lowercased() }
        return names.subtracting(known).sorted().map { "the header \($0) is not declared" }
            + required.filter { !names.contains($0) }.map { "the header \($0) is missing" }
    }

    private func complaints(about body: [UInt8], _ headers: HTTPFields, _ answer: JSONValue) -> [String] {
        guard case .object(let types)? = answer["content"] else {
            return body.isEmpty ? [] : ["a body is not declared"]
        }
        // Tests of compression look at what is in it.
        guard headers[.contentEncoding] == nil else { return [] }
        let type = String((headers[.contentType] ?? "").prefix { $0 != ";" })
        guard let schema = (types[type] ?? types["*/*"])?["schema"] else { return ["the type \(type) is not declared"] }
        if let line = schema["contentSchema"] {
            return body.split(separator: UInt8(ascii: "\n")).flatMap {
                complaints(about: Array($0), line, strictly: true)
            }
        }
        return type.hasSuffix("json") ? complaints(about: body, schema, strictly: true) : []
    }

    private func complaints(aboutInput input: [UInt8], _ type: String?, _ body: JSONValue?) -> [String] {
        guard case .object(let types)? = body?["content"] else { return ["a request's body is not declared"] }
        // Tests send JSON without saying so, unless the body may be something else.
        guard types["*/*"] == nil, type == nil || type?.hasSuffix("json") == true,
            let schema = (types[type ?? "application/json"] ?? types["application/json"])?["schema"]
        else { return [] }
        return complaints(about: input, schema, strictly: false).map { "the request was accepted, but \($0)" }
    }

    private func complaints(about json: [UInt8], _ schema: JSONValue, strictly: Bool) -> [String] {
        guard let value = try? JSONValue(json: json) else { return ["it is no JSON"] }
        let validator = SchemaValidator(document: document, permitsOthers: !strictly)
        return validator.complaints(about: value, schema)
    }
}

extension String {
    fileprivate var pathPieces: [Substring] { prefix { $0 != "?" }.split(separator: "/") }
}
