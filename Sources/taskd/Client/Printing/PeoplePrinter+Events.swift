extension PeoplePrinter {
    /// A line for each firing to come.
    func upcoming(_ items: [UpcomingView]) -> String {
        let short = ShortIdentifiers(items.map(\.taskId))
        var table = TextTable()
        for item in items {
            table.append([
                .init(moment(item.fireAt, in: item.timeZone)), .init(short(item.taskId), .identifier),
                .init(item.projected ? "projected" : "", .faint), .init(item.title),
            ])
        }
        return table.text(context.style)
    }

    /// A line for an event: when, what, whose.
    func event(_ event: EventView) -> String {
        let title = event.data?.task?.title.map { "  " + style(.plain, $0) } ?? ""
        return "\(style(.faint, stamp(event.timestamp)))  \(style(.plain, event.type))\(title)\n"
    }

    /// A line for each hook.
    func hooks(_ hooks: [HookView]) -> String {
        let short = ShortIdentifiers(hooks.map(\.id))
        var table = TextTable()
        for hook in hooks {
            let state = hook.enabled ? "enabled" : "disabled" + (hook.disabledReason.map { ": \($0)" } ?? "")
            table.append([
                .init(short(hook.id), .identifier), .init(hook.kind), .init(state, hook.enabled ? .good : .late),
                .init(hook.events.joined(separator: ",")), .init(hook.target),
            ])
        }
        return table.text(context.style)
    }

    /// What a person must keep of a new hook.
    func created(_ hook: HookView) -> String {
        var text = "\(style(.good, "added")): \(style(.identifier, hook.id))  \(style(.plain, hook.target))\n"
        for secret in hook.secrets ?? [hook.secret].compactMap(\.self) {
            text += "secret: \(style(.plain, secret))\n"
        }
        if let key = hook.publicKey { text += "public key: \(style(.plain, key))\n" }
        if hook.secrets != nil {
            text += "They are shown once; a receiver needs the whsec_ secret, or the public key alone.\n"
        } else if hook.publicKey != nil {
            text += "The secret is shown once; the receiver needs only the public key to verify signatures.\n"
        } else if hook.secret != nil {
            text += "This secret is shown once; the receiver needs it to verify signatures.\n"
        }
        return text
    }

    /// A line for each delivery, with the last attempt.
    func deliveries(_ items: [DeliveryView]) -> String {
        var table = TextTable()
        for item in items {
            let last = item.attempts.last
            let outcome = [last?.outcome, last?.statusCode?.description, last?.detail].compactMap(\.self)
            let next = item.nextAttemptAt.map { "next \(moment($0, in: "UTC"))" } ?? ""
            table.append([
                .init(item.id, .identifier), .init("#\(item.eventSeq)"), .init(item.eventType),
                .init(item.state, item.state == "failed" ? .late : item.state == "delivered" ? .good : .plain),
                .init("\(item.attempts.count) \(item.attempts.count == 1 ? "attempt" : "attempts")"),
                .init(outcome.joined(separator: " ")), .init(next),
            ])
        }
        return table.text(context.style)
    }
}
