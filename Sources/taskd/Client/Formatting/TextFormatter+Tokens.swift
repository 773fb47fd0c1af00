import TaskdClient

extension TextFormatter {
    /// Lines about one token, with its secret where it is shown.
    func token(_ label: String, _ token: TokenView) -> String {
        let parts = [style(.identifier, token.name), token.scopes.joined(separator: " "), token.reach.withoutControls]
        var text = "\(style(.good, label)): \(parts.joined(separator: "  "))\n"
        if let end = token.expiresAt { text += "expires: \(stamp(end))\n" }
        guard let secret = token.secret else { return text }
        text += "secret: \(style(.plain, secret))\n"
        if let end = token.oldSecretsUntil { text += "old secrets end: \(stamp(end))\n" }
        return text + "The secret is shown once; the daemon keeps no more than its digest.\n"
    }

    /// A line for each token.
    func tokens(_ tokens: [TokenView]) -> String {
        var table = TextTable()
        for token in tokens {
            table.append([
                .init(token.name, .identifier), .init(token.scopes.joined(separator: " ")), .init(token.reach),
                .init(token.expiresAt.map { "expires \(stamp($0))" } ?? ""),
                .init(token.lastUsedAt.map { "last used \(stamp($0))" } ?? "never used", .faint),
            ])
        }
        return table.text(context.style)
    }
}
