import Notify
import Scheduler
import Storage

/// A header of a hook as a client wants it.
struct HeaderDraft: Sendable {
    var name: String
    /// What it says; nil for a secret that stays as it is.
    var value: String?
    var isSecret: Bool

    /// The header to keep.
    ///
    /// - Parameters:
    ///   - index: Its index among those that the client sent.
    ///   - hook: The hook, with the headers that it had.
    ///   - secrets: Seals what is secret.
    /// - Returns: The header.
    /// - Throws: A ``Problem`` when there is neither a value nor one to keep.
    func header(at index: Int, of hook: Hook, sealedBy secrets: SecretBox) throws -> HookHeader {
        if let value {
            guard isSecret else { return HookHeader(name: name, value: .plain(value)) }
            let sealed = try secrets.seal(text: value, as: .header(name), for: hook.id)
            return HookHeader(name: name, value: .sealed(sealed))
        }
        let kept = hook.headers.first { $0.isSecret && $0.name.lowercased() == name.lowercased() }
        guard isSecret, let kept else {
            throw Problem([InputProblem(pointer: "/headers/\(index)/value", detail: "is missing")])
        }
        return HookHeader(name: name, value: kept.value)
    }
}

extension HookTrafficDraft {
    /// The headers that a client sent; none for null, nil when the field is missing.
    static func headers(_ reader: inout ObjectReader) -> [HeaderDraft]? {
        guard reader.holds("headers") else { return nil }
        var headers: [HeaderDraft] = []
        var names: Set<String> = []
        for (index, var field) in (reader.objects("headers", atMost: HookHeader.maxHeaders) ?? []).enumerated() {
            let (name, value) = (field.string("name"), field.string("value"))
            let isSecret = field.bool("secret") ?? false
            field.finish()
            guard let name else {
                field.missing("name")
                continue
            }
            var problem = HeaderRules.complaint(aboutName: name)
            if !names.insert(name.lowercased()).inserted { problem = "is there twice; leave one of the two out" }
            if let problem { reader.collector.add("/headers/\(index)/name", problem) }
            if let value, let problem = HeaderRules.complaint(aboutValue: value) {
                reader.collector.add("/headers/\(index)/value", problem)
            }
            headers.append(HeaderDraft(name: name, value: value, isSecret: isSecret))
        }
        return headers
    }

    /// The headers that a hook is to have; those it has when the client said nothing of them.
    func headers(of hook: Hook, sealedBy secrets: SecretBox) throws -> [HookHeader] {
        guard let headers else { return hook.headers }
        if hook.kind != .webhook, !headers.isEmpty {
            throw Problem([InputProblem(pointer: "/headers", detail: "only a webhook has them")])
        }
        return try headers.enumerated().map { try $1.header(at: $0, of: hook, sealedBy: secrets) }
    }
}
