package import Basics

/// A hook as somebody wants it: everything that can be written, its secrets as they were given.
package struct HookDraft: Sendable {
    /// A template as somebody wants it.
    package struct Template: Hashable, Sendable {
        package var format: Hook.Template.Format
        /// The text; nil where it is not shown.
        package var text: String?
    }

    /// The settings of TLS as somebody wants them.
    package struct TLS: Hashable, Sendable {
        /// A private key.
        package enum Key: Hashable, Sendable {
            /// As it is kept.
            case sealed([UInt8])
            /// As it was given, PEM.
            case given(String)
        }

        package var authorities: String?
        package var certificate: String?
        package var key: Key?
    }

    /// A header as somebody wants it.
    package struct Header: Hashable, Sendable {
        package var name: String
        /// What it says; nil where that is not shown, and for a secret that stays as it is.
        package var value: String?
        package var isSecret: Bool
    }

    package let kind: Hook.Kind
    package var url: String?
    package var command: [String] = []
    package var shape = Hook.Shape.standard
    package var template: Template?
    package var tls: TLS?
    package var events: [EventPattern] = [.all]
    package var filter = EventFilter.all
    package var traffic = Hook.Traffic.standard
    package var headers: [Header] = []
    package var isEnabled = true

    /// A new hook of which nothing was said yet.
    package init(kind: Hook.Kind) {
        self.kind = kind
    }

    /// A hook as it is, with no more of it than is to be shown.
    package init(_ hook: Hook, _ detail: Hook.Detail = .whole) {
        let isWhole = detail == .whole
        kind = hook.kind
        url = isWhole ? hook.url : hook.url.map(Hook.outline(ofURL:))
        command = isWhole ? hook.command : hook.command.prefix(1) + (hook.command.count > 1 ? ["…"] : [])
        (shape, events, filter, traffic) = (hook.shape, hook.events, hook.filter, hook.traffic)
        template = hook.shape.template.map { Template(format: $0.format, text: isWhole ? $0.text : nil) }
        tls = hook.tls.map {
            TLS(authorities: $0.authorities, certificate: $0.certificate, key: $0.sealedKey.map { .sealed($0) })
        }
        headers = hook.headers.map { header in
            let text: String? = if isWhole, case .plain(let text) = header.value { text } else { nil }
            return Header(name: header.name, value: text, isSecret: header.isSecret)
        }
        isEnabled = hook.isEnabled
    }
}

extension Hook {
    /// How much of a hook is shown.
    package enum Detail: Sendable {
        /// What everybody may see who may read: of a URL its origin, of a header its name, of a command its program.
        case outline
        /// What those may see who may change it; sealed secrets are not among it either.
        case whole
    }

    /// Writes the hook as clients see it; its secrets are never among it.
    package func write(to json: inout JSONWriter, _ detail: Detail = .outline) {
        json.object { write(fieldsTo: &$0, detail) }
    }

    /// Writes the hook's fields into an object that may hold more.
    package func write(fieldsTo json: inout JSONWriter, _ detail: Detail = .outline) {
        json.field("id", id)
        json.field("handle", id.handle)
        json.field("version", version)
        json.field("kind", kind.rawValue)
        HookDraft(self, detail).write(fieldsTo: &json)
        json.field("disabledReason", disabledReason)
        json.field("createdAt", createdAt)
        json.field("updatedAt", updatedAt)
    }

    /// A hook as clients see it.
    package static var schema: Schema { .object(schemaMembers).named("Hook", "Where events go.") }

    package static var schemaMembers: SchemaMembers {
        [
            "id": .uuid, "handle": .handle, "shortHandle": .shortHandle, "version": .version,
            "kind": .choice(of: Kind.self).described("How it is reached."),
        ] + HookDraft.members(.answer) + [
            "disabledReason": .string.nullable.described("Why taskd disabled it; null unless it did."),
            "createdAt": .instant, "updatedAt": .instant,
        ]
    }

    /// The members that the server alone writes, beside those of its parts.
    package static let readOnlyMembers: Set<String> = [
        "handle", "shortHandle", "version", "disabledReason", "createdAt", "updatedAt",
    ]

    /// The origin of a URL, without what may be secret in it: user name and password, path, query.
    package static func outline(ofURL url: String) -> String {
        guard let separator = url.firstRange(of: "://") else { return "…" }
        let rest = url[separator.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let tail = rest[authority.endIndex...]
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return url[..<separator.upperBound] + host + (tail.isEmpty || tail == "/" ? "/" : "/…")
    }
}
