package import Basics
package import Recurrence

/// What clients write of a token.
package struct TokenFields: FieldHolder {
    /// What people call it.
    package var name = ""
    /// What it may do.
    package var scopes: [AccessScope] = [.read]
    /// The instant from which on it lets nobody in.
    package var expiresAt: UTCInstant?

    /// Begins with what a new token has.
    package init() {}

    /// The fields of a token as they are.
    package init(_ token: AccessToken) {
        (name, expiresAt) = (token.name, token.expiresAt)
        scopes = AccessScope.allCases.filter(token.scopes.contains)
    }

    package static func visitFields(_ fields: inout some FieldVisitor<TokenFields>) {
        fields.field(
            "name", \.name, or: "", permittedName.required.described("What it is called; no two tokens have one name."))
        fields.field(
            "scopes", \.scopes, or: [.read],
            .list(1...AccessScope.allCases.count)
                .described("What it may do; `read` and `write` of a project or a tag, `read` and `hooks` of a hook."))
        fields.field(
            "expiresAt", \.expiresAt, or: nil, .any.described("From when on it lets nobody in; null for never."))
    }

    /// A name is no id, so that a token can be asked for by either.
    private static var permittedName: FieldRule<String> {
        FieldRule(narrow: { $0.limited(to: 1...100) }) { name, pointer, problems in
            problems.check(name, pointer, 1...100)
            if TokenID(name) != nil { problems.append(pointer, "must not be a UUID") }
        }
    }

    /// Notes what does not go with a reach, or with the time.
    ///
    /// - Parameters:
    ///   - reach: What the token reaches.
    ///   - now: The time that its expiry must be later than; nil where that was looked at before.
    ///   - problems: Takes up what is wrong.
    package func check(with reach: TokenReach, at now: UTCInstant?, noting problems: inout [InputProblem]) {
        for (index, scope) in scopes.enumerated() where !reach.permittedScopes.contains(scope) {
            let names = AccessScope.allCases.filter(reach.permittedScopes.contains).map(\.rawValue)
            problems.append(
                "/scopes/\(index)",
                "is not for a token of a \(reach.kind); it may have \(names.joined(separator: " and "))")
        }
        if let now, let expiresAt, expiresAt <= now { problems.append("/expiresAt", "must be later than now, \(now)") }
    }
}

extension AccessScope: FieldChoice, FieldElement {}

/// The members that say what a token reaches; none is there where that is everything.
package struct TokenReachFields: FieldHolder {
    private var project: ProjectID?
    private var tag: String?
    private var hook: HookID?

    package init(_ reach: TokenReach = .everything) {
        switch reach {
        case .everything: break
        case .project(let id): project = id
        case .tag(let name): tag = name
        case .hook(let id): hook = id
        }
    }

    package static func visitFields(_ fields: inout some FieldVisitor<TokenReachFields>) {
        fields.field(
            "projectId", \.project, or: nil, omitsNil: true, bit: [],
            .any.described("Reaches only the tasks of this project and of those in it."))
        fields.field(
            "tag", \.tag, or: nil, omitsNil: true, bit: [],
            .text(1...TaskContent.Bounds.tagLength).described("Reaches only the tasks that have this tag."))
        fields.field(
            "hookId", \.hook, or: nil, omitsNil: true, bit: [],
            .any.described("Reaches only this hook and its deliveries."))
    }

    package func checkTogether(at pointer: String, noting problems: inout [InputProblem]) {
        if reaches.count > 1 {
            problems.append(pointer, "must have at most one of projectId, tag and hookId; make a token for each")
        }
    }

    private var reaches: [TokenReach] {
        [project.map { .project($0) }, tag.map { .tag($0.inNormalForm) }, hook.map { .hook($0) }].compactMap(\.self)
    }

    /// What they say.
    package var reach: TokenReach { reaches.first ?? .everything }
}

extension AccessToken {
    /// The members that the server alone writes, and those that are written once.
    package static let readOnlyMembers: Set<String> = [
        "id", "version", "projectId", "tag", "hookId", "createdAt", "updatedAt", "lastUsedAt", "oldSecretsUntil",
    ]

    /// Takes over what a client wrote.
    package mutating func take(_ fields: TokenFields) {
        (name, scopes, expiresAt) = (fields.name.inNormalForm, Set(fields.scopes), fields.expiresAt)
    }

    /// Writes the token as clients see it, without any secret.
    ///
    /// - Parameters:
    ///   - json: An object.
    ///   - now: The current time; nil to leave out what is no change of the token: its last use, and the end of secrets.
    package func write(membersTo json: inout JSONWriter, at now: UTCInstant?) {
        json.field("id", id)
        json.field("version", version)
        TokenFields(self).write(fieldsTo: &json)
        TokenReachFields(reach).write(fieldsTo: &json)
        json.field("createdAt", createdAt)
        json.field("updatedAt", updatedAt)
        guard let now else { return }
        json.field("lastUsedAt", lastUsedAt)
        json.field("oldSecretsUntil", oldSecretsUntil.flatMap { now < $0 ? $0 : nil })
    }
}

extension AccessToken {
    /// A token as clients see it.
    package static var schema: Schema {
        .object(schemaMembers).named("Token", "A right of access, without any secret.")
    }

    /// What `write(membersTo:at:)` writes.
    package static var schemaMembers: SchemaMembers {
        ["id": .uuid, "version": .version] + TokenFields.members(.answer) + TokenReachFields.members(.answer) + [
            "createdAt": .instant, "updatedAt": .instant,
            "lastUsedAt": .instant.nullable.described("The minute of its last use; null for never."),
            "oldSecretsUntil": .instant.nullable.described("When the last secret ends that another one replaced."),
        ]
    }

    /// A token as a client makes it.
    package static var newSchema: Schema {
        let id: SchemaMembers = ["id": .uuid.nullable.optional]
        return .object(id + TokenFields.members(.creation) + TokenReachFields.members(.creation)).closed
            .named("NewToken", "At most one of projectId, tag and hookId; none reaches everything.")
    }

    /// What a client changes of a token.
    package static var patchSchema: Schema { .object(TokenFields.members(.patch)).closed.named("TokenPatch") }
}
