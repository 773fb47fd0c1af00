import Basics
import HTTPTypes
import Recurrence
import Scheduler
import Storage

extension Operation {
    static let ofHooks = [
        createHook, listHooks, readHook, updateHook, deleteHook, testHook, rotateHookSecret, readHookHealth,
        listDeliveries, replayDeliveries, readDelivery, replayDelivery,
    ]

    static let createHook = Operation(
        "createHook", .post, "hooks", .hooks, .hooks, summary: "Create a hook",
        """
        A webhook, unless `kind` is `command`. The secret that signs its messages is shown once, in this answer; it is made \
        unless one is imported.
        """
    )
    .taking(
        Schema.object(
            [
                "id": .uuid.nullable.optional,
                "kind": .words(["webhook", "command"]).nullable.optional.described("How it is reached."),
            ] + HookDraft.members(.creation) + [
                "signing": .words(["v1", "v1a", "both"]).nullable.optional.described(
                    "How its messages are signed: with HMAC-SHA256, with Ed25519, or with both."),
                "secret": secret.nullable.optional.described("A secret to import, instead of a new one."),
            ]
        ).closed.named("NewHook")
    )
    .answering(.created(hookWithSecrets, "The hook, with its secrets."))
    .refusing(.conflict, "There is a hook with the id.").idempotent.shortening

    static let listHooks = Operation(
        "listHooks", .get, "hooks", .hooks, .read, .hooks, reach: .hooks, summary: "List hooks",
        "All hooks, on one page. Without the scope `hooks` no more is shown of a URL than its origin, of a header than its name."
    )
    .answering(.ok(.page(of: Hook.schema).named("HookPage"), "All hooks.")).shortening

    static let readHook = Operation(
        "readHook", .get, "hooks/{id}", .hooks, .read, .hooks, reach: .hook, summary: "Read a hook",
        "The hook, without its secrets."
    )
    .at(.id("hook")).answering(.ok(Hook.schema, "The hook.")).cached.shortening

    static let updateHook = Operation(
        "updateHook", .patch, "hooks/{id}", .hooks, .hooks, reach: .hook, summary: "Change a hook",
        "A merge patch (RFC 7396). Enabling a hook forgives what it failed at before."
    )
    .at(.id("hook")).patching(Schema.object(HookDraft.members(.patch)).closed.named("HookPatch"))
    .answering(.ok(Hook.schema, "The hook as it is now.").tagged).conditional.shortening

    static let deleteHook = Operation(
        "deleteHook", .delete, "hooks/{id}", .hooks, .hooks, reach: .hook, summary: "Delete a hook",
        "Its deliveries go with it."
    )
    .at(.id("hook")).answering(.noContent)
    .refusing(.conflict, "The hook for standard output cannot be deleted.").conditional

    static let testHook = Operation(
        "testHook", .post, "hooks/{id}/test", .hooks, .hooks, reach: .hook, summary: "Try a hook out",
        "Sends a sample now, whatever the hook's state, and answers what came of it."
    )
    .at(.id("hook"))
    .taking(
        Schema.object(["type": .string(0...100).nullable.optional.example("reminder.due")]).closed.named("HookTest"),
        isRequired: false
    )
    .answering(
        .ok(
            .object([
                "delivered": .boolean, "eventId": EventID.schema, "eventType": .string,
                "attempt": DeliveryAttempt.schema,
            ]).named("HookTestResult"), "What came of it.")
    )
    .refusing(.conflict, "Hooks of its kind are not enabled here.").conditional.idempotent

    static let rotateHookSecret = Operation(
        "rotateHookSecret", .post, "hooks/{id}/rotate-secret", .hooks, .hooks, reach: .hook,
        summary: "Rotate a hook's secret",
        "The new secret is shown once, in this answer; the one before signs beside it for a while."
    )
    .at(.id("hook"))
    .taking(
        Schema.object([
            "secret": secret.nullable.optional.described("A secret to import, instead of a new one."),
            "overlap": .duration.nullable.optional.described(
                "How long the old one signs too: P1D unless told otherwise."),
        ]).closed.named("Rotation"), isRequired: false
    )
    .answering(.ok(hookWithSecrets, "The hook, with its new secrets.").tagged)
    .refusing(.conflict, "Only webhooks have a secret.").conditional.idempotent

    static let readHookHealth = Operation(
        "readHookHealth", .get, "hooks/{id}/health", .hooks, .read, .hooks, reach: .hook,
        summary: "Read how a receiver is",
        "Whether deliveries go through, and how many wait."
    )
    .at(.id("hook")).answering(.ok(HookHealth.schema, "How it is."))

    // MARK: Deliveries

    static let listDeliveries = Operation(
        "listDeliveries", .get, "hooks/{id}/deliveries", .hooks, .read, .hooks, reach: .hook,
        summary: "List deliveries",
        "Newest first, with their attempts."
    )
    .at(.id("hook"))
    .asking(.query("state", .choice(of: Delivery.State.self), "Those in a state."), .limit, .cursor)
    .answering(.ok(.page(of: Delivery.schema).named("DeliveryPage"), "A page of the list."))

    static let replayDeliveries = Operation(
        "replayDeliveries", .post, "hooks/{id}/replay", .hooks, .hooks, reach: .hook, summary: "Send deliveries again",
        "Failed and expired ones, unless the body selects others, one after the other."
    )
    .at(.id("hook"))
    .taking(
        Schema.object([
            "from": .instant.nullable.optional, "until": .instant.nullable.optional,
            "state": .choice(of: Delivery.State.self).nullable.optional,
            "events": .array(of: .string, atMost: 50).nullable.optional,
            "limit": .integer(1...DeliverySelection.maxDeliveries).defaulting(to: .number(1_000)).nullable.optional,
            "perSecond": .number.between(0.01, 1_000).defaulting(to: .number(10)).nullable.optional,
        ]).closed.named("Replay"), isRequired: false
    )
    .answering(
        Answer(
            .accepted, "They are due.",
            .object(["replayed": .count, "hasMore": .boolean]).named("ReplayResult"))
    )
    .idempotent

    static let readDelivery = Operation(
        "readDelivery", .get, "deliveries/{id}", .hooks, .read, .hooks, reach: .delivery, summary: "Read a delivery",
        "One event for one hook, with its attempts."
    )
    .at(deliveryID).answering(.ok(Delivery.schema, "The delivery."))

    static let replayDelivery = Operation(
        "replayDelivery", .post, "deliveries/{id}/replay", .hooks, .hooks, reach: .delivery,
        summary: "Send a delivery again",
        "Under the same id; its schedule starts over."
    )
    .at(deliveryID).takingNothing.answering(Answer(.accepted, "It is due.", Delivery.schema)).idempotent

    private static let deliveryID = Parameter.id("delivery", .string.example("dlv_42"))

    private static let secret = Schema.string.example("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")

    private static let hookWithSecrets = Schema.object(
        Hook.schemaMembers + [
            "secret": secret.optional.described("The newest secret; never shown again."),
            "secrets": .array(of: .string).optional.described("All new secrets, where there are several."),
            "publicKey": .string.optional.described("What a receiver of Ed25519 signatures checks them with."),
        ]
    ).named("HookWithSecrets")
}
