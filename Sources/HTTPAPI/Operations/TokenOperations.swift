import HTTPTypes
import Storage

extension Operation {
    static let ofTokens = [
        createToken, listTokens, readOwnToken, rotateOwnToken, readToken, updateToken, revokeToken, rotateToken,
    ]

    static let createToken = Operation(
        "createToken", .post, "tokens", .tokens, .admin, summary: "Create a token",
        """
        The secret is shown once, in this answer; one that is repeated for its `Idempotency-Key` has `secretOmitted` \
        instead. With `projectId`, `tag` or `hookId` the token reaches no more than that, for good.
        """
    )
    .taking(AccessToken.newSchema).answering(.created(tokenWithSecret, "The token, with its secret."))
    .refusing(
        .conflict,
        """
        There is a token with the id or the name, or there are \(AccessToken.maxCount) already; or the `Idempotency-Key` was \
        used otherwise.
        """
    )
    .idempotent

    static let listTokens = Operation(
        "listTokens", .get, "tokens", .tokens, .admin, summary: "List tokens",
        "In the order in which they were made, without their secrets."
    )
    .asking(.limit, .cursor)
    .answering(.ok(.page(of: AccessToken.schema).named("TokenPage"), "A page of the list."))

    static let readOwnToken = Operation(
        "readOwnToken", .get, "tokens/self", .tokens, .read, .write, .hooks, .admin, reach: .ownToken,
        summary: "Read the token that the request shows", "What it may do, how far it reaches, and when it ends."
    )
    .answering(.ok(AccessToken.schema, "The token.")).cached

    static let rotateOwnToken = Operation(
        "rotateOwnToken", .post, "tokens/self/rotate", .tokens, .read, .write, .hooks, .admin, reach: .ownToken,
        summary: "Rotate the token that the request shows", rotation
    )
    .rotating

    static let readToken = Operation(
        "readToken", .get, "tokens/{id}", .tokens, .admin, summary: "Read a token", "The token, without its secrets."
    )
    .at(.id("token")).answering(.ok(AccessToken.schema, "The token.")).cached

    static let updateToken = Operation(
        "updateToken", .patch, "tokens/{id}", .tokens, .admin, summary: "Change a token",
        "A merge patch (RFC 7396). What it reaches cannot be changed; make another token for that."
    )
    .at(.id("token")).patching(AccessToken.patchSchema)
    .answering(.ok(AccessToken.schema, "The token as it is now.").tagged)
    .refusing(.conflict, "Another token has the name, or this is the last `admin` that never expires.").conditional

    static let revokeToken = Operation(
        "revokeToken", .delete, "tokens/{id}", .tokens, .admin, summary: "Revoke a token",
        "It lets nobody in any more, and event streams that were opened with it end."
    )
    .at(.id("token")).answering(.noContent)
    .refusing(.conflict, "It is the last `admin` that never expires.").conditional

    static let rotateToken = Operation(
        "rotateToken", .post, "tokens/{id}/rotate", .tokens, .admin, summary: "Rotate a token", rotation
    )
    .at(.id("token")).rotating

    private static let rotation = """
        The new secret is shown once, in this answer; those before go on for the `overlap`. An answer that is repeated for \
        its `Idempotency-Key` has `secretOmitted` instead.
        """

    /// The same, which gives a token another secret.
    private var rotating: Operation {
        taking(
            Schema.object([
                "overlap": .duration.nullable.optional.described(
                    "How long the older secrets go on, at most P30D: P1D unless told otherwise; PT0S ends them.")
            ]).closed.named("TokenRotation"), isRequired: false
        )
        .answering(Answer.ok(Self.tokenWithSecret, "The token, with its new secret.").tagged)
        .refusing(
            .conflict,
            "It has \(AccessToken.maxSecrets) secrets already; or the `Idempotency-Key` was used for another request."
        )
        .conditional.idempotent
    }

    private static let tokenWithSecret = Schema.object(
        AccessToken.schemaMembers + [
            "secret": .string.optional.described("What requests show the token by; never shown again."),
            "secretOmitted": .boolean.optional.described("True where the answer is repeated, without the secret."),
        ]
    ).named("TokenWithSecret")
}
