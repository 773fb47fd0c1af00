/// What is said besides where the output of a command cannot be written: what it has done is done.
enum UnwrittenOutput {
    /// How to go on after a command; nil where nothing was changed.
    static func advice(after typed: TypedArguments) -> String? {
        let isTrial = ["--dry-run", "--preview", "--list"].contains(where: typed.has)
        guard !isTrial, let name = names[typed.command.first ?? ""] ?? typed.command.first else { return nil }
        let verb = typed.command.dropFirst().first ?? ""
        switch (name, verb) {
        case ("token", "add"), ("token", "rotate"):
            return "The secret is lost; taskd token rotate NAME makes a new one."
        case ("hook", "add"), ("hook", "try"), ("hook", "rotate"):
            return "It was done all the same; taskd hook rotate HOOK makes a new secret."
        case ("undo", _): return "It was done all the same; taskd redo takes it back."
        case _ where undoable.contains(name) || undoable.contains("\(name) \(verb)"):
            return "It was done all the same; taskd undo takes it back."
        case _ where lasting.contains("\(name) \(verb)"), ("import", _): return "It was done all the same."
        default: return nil
        }
    }

    /// Short names of commands that change something.
    private static let names = ["a": "add", "d": "done", "rm": "delete", "s": "snooze", "ack": "acknowledge"]

    private static let undoable: Set<String> = [
        "add", "edit", "done", "skip", "reopen", "delete", "duplicate", "snooze", "acknowledge", "redo", "pause",
        "resume", "attach", "attachment delete", "bulk edit", "bulk done", "bulk delete", "series edit", "series end",
        "project add", "project edit", "project delete", "tag add", "tag edit", "tag delete", "trash restore",
    ]

    private static let lasting: Set<String> = [
        "token edit", "token revoke", "view add", "view edit", "view remove", "hook enable", "hook disable",
        "hook remove", "hook replay", "trash delete", "trash empty",
    ]
}
