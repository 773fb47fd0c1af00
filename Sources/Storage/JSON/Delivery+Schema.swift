// What Delivery+JSON.swift writes.

extension Delivery {
    /// A delivery as clients see it.
    package static var schema: Schema {
        .object([
            "id": .pattern(#"^dlv_\d+$"#), "hookId": .uuid, "eventId": EventID.schema, "eventSeq": .integer,
            "eventType": .string.example("reminder.due"), "state": .choice(of: State.self),
            "nextAttemptAt": .instant.nullable, "attempts": .array(of: DeliveryAttempt.schema),
        ]).named("Delivery", "One event for one hook.")
    }
}

extension EventID {
    /// An event's id.
    package static var schema: Schema { .pattern("^evt_[0-9a-f]{32}$") }
}

extension DeliveryAttempt {
    /// An attempt as clients see it.
    package static var schema: Schema {
        .object([
            "number": .integer.described("Counts the attempts, from 1."), "startedAt": .instant, "durationMs": .count,
            "outcome": .string.example("delivered").described("What came of it, in one word."),
            "statusCode": .integer.nullable, "detail": .string.nullable,
            "responseExcerpt": .string.nullable.optional.described(
                "How the receiver's response begins; only with the scope hooks."),
            "address": .string.nullable, "phasesMs": .object(phases),
        ]).named("Attempt", "One try at a delivery.")
    }

    private static var phases: SchemaMembers {
        ["dns": .count.nullable, "connect": .count.nullable, "firstByte": .count.nullable, "total": .count]
    }
}

extension HookHealth {
    /// How the receiver of a hook is.
    package static var schema: Schema {
        .object([
            "circuit": .choice(of: Circuit.self), "consecutiveFailures": .count, "failingSince": .instant.nullable,
            "lastFailureAt": .instant.nullable, "lastSuccessAt": .instant.nullable, "resumesAt": .instant.nullable,
            "waiting": .count.described("How many events wait."), "waitingSince": .instant.nullable,
        ]).named("HookHealth", "How the receiver of a hook is.")
    }
}

extension Event {
    /// An event as clients and hooks see it.
    package static var schema: Schema {
        .object([
            "id": EventID.schema, "seq": .integer.described("Its position in the log."),
            "type": .string.example("reminder.due").described(
                "What happened; there may be types that you do not know."),
            "timestamp": .instant,
            "data": Schema.dictionary().described("What it is about, by its type."),
        ]).named("Event", "Something that happened.")
    }
}
