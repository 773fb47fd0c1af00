import Recurrence
import TaskdClient

extension TextFormatter {
    /// What a person must keep of a hook that was added, or given another secret.
    func hook(_ label: String, _ hook: HookView) -> String {
        var text =
            "\(self.label(label)) \(style(.identifier, HandleColumn([hook]).short(hook)))  \(style(.plain, hook.target))\n"
        let tasks = chosenTasks(of: hook)
        if !tasks.isEmpty { text += "tasks: \(style(.plain, tasks))\n" }
        for secret in hook.secrets ?? [hook.secret].compactMap(\.self) {
            text += "secret: \(style(.plain, secret))\n"
        }
        if let key = hook.publicKey { text += "public key: \(style(.plain, key))\n" }
        if hook.secrets != nil {
            text += "These secrets are shown once; a receiver needs the whsec_ secret, or only the public key.\n"
        } else if hook.publicKey != nil {
            text += "The secret is shown once; the receiver needs only the public key to verify signatures.\n"
        } else if hook.secret != nil {
            text += "The secret is shown once; the receiver needs it to verify signatures.\n"
        }
        return text
    }

    /// A line for each delivery, with the last attempt.
    ///
    /// - Parameters:
    ///   - items: The deliveries.
    ///   - resumesAt: The instant before which nothing is sent to their hook; nil where something is.
    /// - Returns: The lines.
    func deliveries(_ items: [DeliveryView], resumesAt: String? = nil) -> String {
        var table = TextTable([
            // The id is what is copied, and means nothing in part.
            .init(title: say("id")), .init(title: say("seq"), isNumeric: true),
            .init(title: say("event")), .init(title: say("state")),
            .init(title: say("attempts"), yielding: .dropped(8, rank: 1), isNumeric: true),
            .init(title: say("result"), yielding: .first(16)),
            .init(title: say("then"), yielding: .dropped(10, rank: 0)),
        ])
        for item in items {
            let last = item.attempts.last
            let outcome = [last?.outcome, last?.statusCode?.description].compactMap(\.self).joined(separator: " ")
            let detail = last?.detail.map { ": \($0)" } ?? ""
            table.append([
                .init(item.id, .identifier), .init("#\(item.eventSeq)", line: "\(item.eventSeq)"),
                .init(EventWords.text(item.eventType, language), line: item.eventType),
                .init(say(item.state), role(ofState: item.state), line: item.state),
                .init("\(item.attempts.count)"), .init(last?.detail ?? outcome, line: outcome + detail),
                cell(ofMoment: next(item, resumesAt)),
            ])
        }
        return text(ofList: table)
    }

    /// When a delivery is tried again: while nothing is sent to its hook not before that is over.
    private func next(_ item: DeliveryView, _ resumesAt: String?) -> String? {
        let moments = [item.nextAttemptAt, resumesAt].compactMap { $0.flatMap { UTCInstant($0) } }
        return item.nextAttemptAt.flatMap { _ in moments.max()?.description } ?? item.nextAttemptAt
    }

    /// What came of a sample.
    func trial(_ trial: HookTrialView) -> String {
        let attempt = trial.attempt
        let status = [attempt.statusCode?.description, "\(attempt.durationMs) ms"].compactMap(\.self)
        let word = style(trial.delivered ? .good : .late, trial.delivered ? "delivered" : "not delivered")
        return "\(word): \(trial.eventType)  \(status.joined(separator: "  "))\n"
            + (attempt.detail.map { style(.plain, Self.plain($0)) + "\n" } ?? "")
    }

    /// What came of an attempt, without the name that the program of a hook has in JSON.
    private static func plain(_ detail: String) -> String {
        let member = "argv: "
        return detail.hasPrefix(member) ? ProblemWording.plain(String(detail.dropFirst(member.count))) : detail
    }

    /// How many deliveries are sent again.
    func replay(_ replay: ReplayView) -> String {
        let count = replay.replayed.counted("delivery", "deliveries")
        return "\(label("replaying")) \(count)\(replay.hasMore ? "; more match, run it again" : "")\n"
    }

    /// How a receiver has been answering.
    func health(_ health: HookHealthView, isEnabled: Bool = true) -> String {
        var table = TextTable()
        // In the words of circuit breakers closed is well, which nobody expects who has not heard of them.
        let sending = ["closed": "yes", "open": "stopped for a while", "halfOpen": "one, to see whether it is taken"]
        table.append([
            .init("sending"),
            .init(
                isEnabled ? sending[health.circuit] ?? health.circuit : "no, the hook is disabled",
                isEnabled && health.circuit == "closed" ? .good : .late),
        ])
        table.append([.init("waiting"), .init("\(health.waiting)")])
        table.append([.init("failed attempts in a row"), .init("\(health.consecutiveFailures)")])
        let moments = [
            ("failing since", health.failingSince), ("last failure", health.lastFailureAt),
            ("last success", health.lastSuccessAt), ("resumes", health.resumesAt),
        ]
        for (name, moment) in moments {
            if let moment { table.append([.init(name), .init(stamp(moment))]) }
        }
        return table.text(context.style)
    }

    private func role(ofState state: String) -> TextStyle.Role {
        switch state {
        case "failed", "expired": .late
        case "delivered": .good
        default: .plain
        }
    }
}
