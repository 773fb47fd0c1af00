/// The options of ``OutputOptions`` that a command does not have, which its help leaves out and which are refused.
struct LackingForms: Sendable {
    /// The command, such as `series stats`.
    let command: String
    /// The options.
    let options: [String]

    /// Those of a command; nil where it has all.
    static func of(_ command: String) -> LackingForms? {
        all[command].map { LackingForms(command: command, options: $0) }
    }

    /// Whether `--json` is all that there is, of what is no answer of the daemon and has no fields.
    var leavesOnlyWholeJSON: Bool { options.contains("--jsonl") }

    private static let all: [String: [String]] = {
        let forms = ["--jsonl", "--csv", "--template", "--quiet", "--utc", "--iso"]
        return [
            "export": forms, "import": forms, "doctor": forms, "attachment get": forms + ["--json"],
            "status": ["--quiet"], "nodes": ["--quiet"], "stats": ["--quiet"], "series stats": ["--quiet"],
            "why": ["--quiet"],
        ]
    }()

    /// Refuses them.
    ///
    /// - Throws: ``CommandFailure`` that names the first.
    func check(_ typed: TypedArguments) throws {
        if let option = options.first(where: typed.has) {
            throw refusal("there is no option \(option) of taskd \(command)", typed)
        }
        guard leavesOnlyWholeJSON, typed.values(of: "--json").contains(where: { $0.hasPrefix("=") }) else { return }
        throw refusal("--json of taskd \(command) takes no fields", typed)
    }

    private func refusal(_ what: String, _ typed: TypedArguments) -> CommandFailure {
        .usage(what, "Run \(typed.help) for what it takes.")
    }
}
