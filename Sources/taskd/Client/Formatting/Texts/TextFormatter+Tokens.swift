import TaskdClient

extension TextFormatter {
    /// Lines about one token, with its secret where it is shown.
    func token(_ label: String, _ token: TokenView) -> String {
        let parts = [
            style(.identifier, token.name), token.scopes.joined(separator: " "), reach(of: token).withoutControls,
        ]
        var text = "\(self.label(label)) \(parts.joined(separator: "  "))\n"
        if let end = token.expiresAt { text += "expires: \(stamp(end))\n" }
        guard let secret = token.secret else { return text }
        text += "secret: \(style(.plain, secret))\n"
        if let end = token.oldSecretsUntil { text += "old secrets end: \(stamp(end))\n" }
        return text + "The secret is shown once; the daemon keeps no more than its digest.\n"
    }

    /// A line for each token.
    func tokens(_ tokens: [TokenView]) -> String {
        var table = TextTable([
            .init(title: say("name")), .init(title: say("scopes"), yielding: .dropped(6, rank: 2)),
            .init(title: say("reach"), yielding: .first(12)),
            .init(title: say("expires"), yielding: .dropped(10, rank: 1)),
            .init(title: say("last used"), yielding: .dropped(8, rank: 0)),
        ])
        for token in tokens {
            table.append([
                .init(token.name, .identifier), .init(token.scopes.joined(separator: " ")), .init(reach(of: token)),
                cell(ofMoment: token.expiresAt),
                token.lastUsedAt == nil
                    ? .init("never used", .faint, line: "") : cell(ofMoment: token.lastUsedAt, .faint),
            ])
        }
        return text(ofList: table)
    }

    /// What a token reaches, a project by its name where that is known.
    private func reach(of token: TokenView) -> String {
        token.projectId.flatMap { projectNames[$0] }.map { "project \($0)" } ?? token.reach
    }
}
