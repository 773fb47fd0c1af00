/// What is said of a problem instead of the daemon's own words, which are written for whoever sends requests.
///
/// In the texts `{name}` is what was at fault, and `{given}` is that with the value that was typed.
struct ProblemWording: Hashable, Sendable {
    let what: String
    let how: String

    /// The wording of a field's problem; nil where the daemon's words, with the name in front, say it well.
    static func of(_ fault: String, at pointer: String) -> ProblemWording? {
        fields.first { entry in
            fault.hasPrefix(entry.detail) && (entry.pointer == "*" || entry.pointer == pointer)
        }.map { ProblemWording(what: $0.what, how: $0.how) }
    }

    /// How to mend a field of which only what is wrong is said.
    static func remedy(at pointer: String) -> String? {
        switch pointer {
        case "/recurrence/rrule/*", "/rrule/*": "Write 'every week', or a rule that taskd rule check takes."
        case "/template/body", "/template": "Correct it; taskd help templates tells what there is."
        case "/blockedBy/*": "--blocked-by replaces what a task waits for, and none empties it."
        case "/url": "Give the address of a receiver that the daemon may reach; see taskd help hooks."
        case "/secret": "Leave it away, and the daemon makes one."
        default: nil
        }
    }

    /// How to mend what the daemon has said only what is wrong of.
    static func how(of detail: String) -> String? {
        if detail.contains(" has no attachment ") { return "taskd attachments TASK shows those of a task." }
        return remedies.first { detail.hasPrefix($0.detail) }?.how
    }

    /// The words in the place of those that name the daemon's interface.
    static func plain(_ detail: String) -> String {
        var text = detail.replacing(/,? ?\(?at byte \d+\)?/, with: "")
        text = text.replacing(/\(?(?:see )?(?:POST|GET|PATCH|PUT|DELETE) \/v1\/[^ ,;)]*(?:, )?/) { match in
            match.output.hasPrefix("(") ? "(" : ""
        }
        text = text.replacing(/, and so \d+ bytes, not \d+$/, with: "")
        // How a command means a change.
        text = text.replacing(/undo ([0-9a-f-]{36}) to redo it/) {
            "taskd undo --change \($0.output.1) takes that back"
        }
        text = text.replacing(/by the change ([0-9a-f-]{36}); undo that change first/) {
            "by another change; taskd undo --change \($0.output.1) takes that back first"
        }
        text = text.replacing(/beyond the end of the log, (\d+); read from there/) {
            "beyond the end of the log; give --after \($0.output.1)"
        }
        text = text.replacing(/(another (?:view|token) has this name), [0-9a-f-]{36}/) { $0.output.1 }
        if text.hasPrefix("the change "), text.contains(" cannot be undone: ") {
            // Without --change the next undo would mean the same one again.
            text += ", or undo an older change: taskd undo --list shows them, taskd undo --change ID undoes one"
        }
        for (old, new) in replacements { text = text.replacing(old, with: new) }
        return text.replacing(/\bPT?[0-9][0-9DHMS]*\b( \(\d+ days\))?/) { typedDuration(String($0.output.0)) }
    }

    /// A duration of ISO 8601 as people type it, such as `366d` for `PT8784H (366 days)`.
    private static func typedDuration(_ text: String) -> String {
        guard let match = text.firstMatch(of: /^P(T?)(\d+)([DHMS])/), let count = Int(match.output.2),
            match.output.0.count == text.prefix(while: { $0 != " " }).count
        else { return text }
        let unit = match.output.3.lowercased()
        let isInDays = unit == "h" && count >= 48 && count % 24 == 0
        return isInDays ? "\(count / 24)d" : "\(count)\(unit)"
    }

    private static let fields: [(pointer: String, detail: String, what: String, how: String)] = [
        ("/title", "must not be empty", "{name} is empty", "Give it a few words, such as 'Call Ann'."),
        ("/name", "must not be empty", "{name} is empty", "Give it a name."),
        (
            "/url", "must not be empty", "{name} is empty",
            "Give the address that events are posted to, such as https://example.com/hook."
        ),
        ("*", "must not be empty", "{name} is empty", "Give it a value, or leave it away."),
        (
            "/change", "the change ", "{given} is not an undo",
            "Give the id of an undo, as taskd undo --list --json shows it."
        ),
        (
            "/title", "must have at most 500 characters", "{name} is too long: at most 500 characters are allowed",
            "Put the rest after // or --description."
        ),
        (
            "/description", "must have at most 50000 characters",
            "{name} is too long: at most 50000 characters are allowed", "Attach it as a file: taskd attach."
        ),
        (
            "/recurrence", "needs a due or start to count from", "a task that repeats needs a first time",
            "Give --due or --start."
        ),
        (
            "/recurrence/rrule", "must have at least one rule", "{name} is for tasks that repeat",
            "Give --repeat and --due, too."
        ),
        (
            "/recurrence", "cannot change for a single occurrence", "{name} cannot change one occurrence alone",
            "Give --scope following or --scope all."
        ),
        (
            "*", "cannot be taken from a series as a whole",
            "{given} would take away what the whole series counts from",
            "Leave --scope away, to take it from this occurrence alone."
        ),
        (
            "/recurrence/rrule/*", "UNTIL: cannot be combined with COUNT",
            "{name}: a rule has COUNT or UNTIL, not both",
            "Leave one of them away."
        ),
        (
            "/reminders/*", "counts from due, which is not set", "{given} counts from the due time, and there is none",
            "Give --due, or a time: --remind 'tomorrow 9am'."
        ),
        (
            "/reminders/*", "counts from start, which is not set", "{given} counts from the start, and there is none",
            "Give --start, or a time: --remind 'tomorrow 9am'."
        ),
        ("*", "must be at most P36525D (100 years)", "{given} is too long", "The most is 36525d."),
        ("/blockedBy/*", "must not be the task itself", "{name}: a task cannot wait for itself", "Name another task."),
        ("*", "must be later than now", "{given} is past", "Give a time to come, such as 'tomorrow 9am'."),
        ("*", "must be a nextCursor", "{given} is not from this list", nextCursor),
        ("?until", "must not be before from", "{given} is before --from", "Exchange them."),
        (
            "?from", "must be at most 3660 days before until", "{given} is more than 3660 days before the end",
            "Give a later --from, or an earlier --until."
        ),
        (
            "?view", "is neither the name nor the id", "there is no view {value}",
            "Run taskd view list to see the views."
        ),
        (
            "/dtstart", "moves an occurrence to",
            "{given} moves other occurrences to times that the rule does not give",
            "Change the rule, too, with --repeat."
        ),
        (
            "/signing", "applies to webhooks only", "--signing is for webhooks, and not for programs", "Leave it away."
        ),
        (
            "/signing", "is determined by secret", "--signing and --secret cannot be used together",
            "Leave --signing away: the secret says how it signs."
        ),
        (
            "/url", "must be an absolute URL", "{given} is no URL as it stands",
            "Begin it with its scheme, such as https://, and write it percent-encoded: a space is %20."
        ),
        (
            "/url", "must not have the scheme", "{given} could run a program where it is opened",
            "Give an address such as https://example.com/, or a file."
        ),
        (
            "/url", "must begin with https:// or http://",
            "the address of a receiver must begin with https:// or http://",
            "Write it like https://example.com/hook."
        ),
        (
            "/events/*", "must be an event type", "{name}: there is no event {value}",
            "Events are such as reminder.due, task.* or *; taskd help hooks tells more."
        ),
        (
            "/type", "must be one of", "{name}: there is no event {value}",
            "Events are such as reminder.due and task.completed; taskd help hooks tells more."
        ),
        (
            "/template", "must not be combined with preset", "--body-template and --preset cannot be used together",
            "Leave one of them away."
        ),
        (
            "/tls", "certificate and key must be given together",
            "--tls-certificate and --tls-key must be given together", "Give both files."
        ),
        (
            "/tls", "authorities must be certificates in PEM",
            "the file of --tls-authorities has no certificates in PEM",
            "Check the file."
        ),
        (
            "/tls", "certificate must be certificates in PEM",
            "the file of --tls-certificate has no certificates in PEM",
            "Check the file."
        ),
        (
            "/tls", "key must be a private key in PEM",
            "the file of --tls-key has no private key in PEM, or one with a password",
            "Check the file; openssl pkey -in FILE takes a password away."
        ),
        (
            "/tls", "key does not belong to certificate",
            "the key of --tls-key does not belong to the certificate of --tls-certificate",
            "Give the two files of one certificate."
        ),
        (
            "/headers/*/name", "must be 1 to 100",
            "the name in {given} must be 1 to 100 letters, digits or any of !#$%&'*+-.^_`|~",
            "Write it as \"Name: value\"."
        ),
        (
            "/headers/*/name", "is a duplicate", "{given} names a header that was given already",
            "Leave one of them away."
        ),
        ("/headers/*/name", "is set by taskd", "{given} is set by taskd itself", "Choose another name."),
        (
            "/scopes/*", "is not for a token of a hook", "{given} is not for a token of a hook",
            "With --hook give --scope read or --scope hooks."
        ),
        (
            "/scopes/*", "is not for a token of a project", "{given} is not for a token of a project",
            "With --project give --scope read or --scope write."
        ),
        (
            "/scopes/*", "is not for a token of a tag", "{given} is not for a token of a tag",
            "With --tag give --scope read or --scope write."
        ),
        (
            "/secret", "a signing secret must begin with", "--secret must begin with whsec_ or whsk_",
            "Leave it away, and the daemon makes one."
        ),
    ]

    private static let nextCursor = "Give the nextCursor of the page before, with the same filters and order."

    private static let remedies: [(detail: String, how: String)] = [
        ("there is no tag", "Run taskd tag list to see the tags."),
        ("there is no view", "Run taskd view list to see the views."),
        ("there is no project", "Run taskd project list to see the projects."),
        ("there is no hook", "Run taskd hook list to see the hooks."),
        ("there is no token", "Run taskd token list to see the tokens."),
        ("there is no attachment", "taskd attachments TASK shows those of a task."),
        ("there is no reminder", "taskd show TASK --json tells the ids of the reminders of a task."),
        ("there is no delivery", "taskd hook deliveries HOOK lists them."),
        ("there is no change", "taskd undo --list --json shows their ids."),
        ("there is no pause", "taskd pauses lists them."),
        ("there is no series", "Name one of its tasks."),
        ("there is no task", "Run taskd list to see the open ones, taskd trash list for deleted ones."),
        ("the token", "Use another token; whoever may do all makes one with taskd token add."),
        ("the body is empty", "Attach a file that has something in it."),
        ("only webhooks have a secret", "Run taskd hook list to see which hooks are webhooks."),
    ]

    private static let replacements = [
        (
            "the operator can allow it with TASKD_HOOKS_ALLOW",
            "whoever runs the daemon allows it: taskd serve --hooks-allow"
        ),
        (
            "is not listed in TASKD_COMMANDS_ALLOW; the operator can add its absolute path there",
            "is no program that the daemon may run; whoever runs it allows it: taskd serve --commands-allow /PATH"
        ),
        ("the body is empty; send the content as the body", "the file is empty"),
        (
            "Content-Type must be a media type such as application/pdf",
            "--type is no media type; write it like application/pdf"
        ),
        (
            "no such path; see docs/http.md for the paths",
            "the daemon has nothing at this address; give it without a path"
        ),
        ("(taskd hook disable, or PATCH \"enabled\": false)", "with taskd hook disable stdout"),
        (", whose splitFrom is this one", ""), ("?sort", "--sort"), (", or use at", ""), ("scope=", "--scope "),
        ("change /recurrence/rrule in the same request", "change the rule, too, with --repeat"),
        ("cancel or delete it instead", "complete it with taskd done, or delete it with taskd delete"),
        ("the most allowed (attachmentSize)", "the most that the daemon allows (taskd serve --attachment-size)"),
        ("with an overlap of zero (\"overlap\": \"PT0S\", --overlap 0s)", "with --overlap 0s"),
        (" (Unicode scalars)", ""), ("give the id of the change", "give --change and the id of the change"),
        ("omit it instead", "leave it away"),
        // What a token for a part is refused.
        ("to which this call cannot be narrowed", "and this command goes beyond it"),
        ("the change would write a pause", "this would pause what lies"),
        ("the change would write", "this would change"),
        ("leave groupBy, tag or projectId out", "leave --by, --tag and --project away"),
        (": give its taskId (taskd history TASK)", "; taskd history TASK shows them"),
        ("leave explain out", "leave --explain away"), ("leave tag out", "leave --tag away"),
        ("leave projectId as it is", "leave --project away"),
        ("give the filter itself", "give the filter itself with --where"),
    ]
}
