package import Basics
package import Storage

/// Finds what is wrong with how a hook's messages are made and sent, before anything is sent.
package struct HookCheck: Sendable {
    private let commands: Locked<CommandAllowList>

    /// - Parameter commands: The programs that may be run, which may change.
    package init(commands: Locked<CommandAllowList>) {
        self.commands = commands
    }

    /// Looks at a hook, field by field.
    ///
    /// - Parameters:
    ///   - hook: The hook as it would be saved.
    ///   - key: The private key of its client certificate, PEM, where there is one.
    ///   - known: What was found wrong with its fields before; what mostly follows from that is not looked for.
    /// - Returns: What is wrong besides; nothing when it can be used.
    package func complaints(
        about hook: Hook, clientKey key: String?, besides known: [InputProblem] = []
    ) -> [InputProblem] {
        let wrong = Set(known.map(\.member))
        let isShaped = wrong.isDisjoint(with: ["preset", "template", "maxBodyBytes", "events"])
        return (isShaped ? shape(of: hook) : []) + (wrong.contains("tls") ? [] : tls(of: hook, key))
            + (wrong.contains("argv") ? [] : command(of: hook))
    }

    private func shape(of hook: Hook) -> [InputProblem] {
        let shape = hook.shape
        if shape.template != nil, shape.preset != nil {
            return [
                InputProblem(pointer: "/template", detail: "must not be combined with preset; set one of them to null")
            ]
        }
        if let preset = shape.preset { return complaints(about: preset, of: hook) }
        guard let template = shape.template else { return [] }
        return complaint("/template/body") { try Self.tryOut(template, hook) }
    }

    private func complaints(about preset: Hook.Preset, of hook: Hook) -> [InputProblem] {
        guard hook.kind == .webhook else {
            return [InputProblem(pointer: "/preset", detail: "applies to webhooks only; leave it out")]
        }
        guard let url = try? WebhookURL(hook.url ?? ""), let complaint = preset.form.complaint(url) else { return [] }
        return [InputProblem(pointer: "/url", detail: complaint)]
    }

    /// Looks at the names in the template, and fills it with samples of every event that the hook wants.
    private static func tryOut(_ template: Hook.Template, _ hook: Hook) throws {
        let parsed = try MessageTemplate(template)
        let samples = EventType.known.flatMap(EventSample.samples)
        if let complaint = MessageTemplateNames(samples.map(MessageTemplate.fields)).complaint(about: template.text) {
            throw NotifyError(.invalidTemplate, complaint)
        }
        for sample in samples where hook.events.contains(where: { $0.matches(sample.type) }) {
            _ = try parsed.fill(with: sample, atMost: hook.shape.sizeLimit)
        }
    }

    private func tls(of hook: Hook, _ key: String?) -> [InputProblem] {
        guard let tls = hook.tls else { return [] }
        return complaint("/tls") { _ = try ConnectionTLS(authorities: tls.authorities, tls.certificate, key: key) }
    }

    private func command(of hook: Hook) -> [InputProblem] {
        guard hook.kind == .command else { return [] }
        return complaint("/argv") {
            // One that is disabled runs nothing, and can be disabled when its program is in the list no more.
            guard hook.isEnabled else { return try CommandAllowList.checkForm(hook.command) }
            try commands.withLock(\.self).check(hook.command)
        }
    }

    private func complaint(_ pointer: String, _ body: () throws -> Void) -> [InputProblem] {
        do {
            try body()
            return []
        } catch {
            return [InputProblem(pointer: pointer, detail: "\(error)")]
        }
    }
}

extension InputProblem {
    /// The member of the input that it is about, or about a part of.
    package var member: Substring { pointer.dropFirst().prefix { $0 != "/" } }
}
