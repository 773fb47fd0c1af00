extension HelpTopic {
    static let hooks = HelpTopic(
        name: "hooks",
        abstract: "where events go: webhooks, messages and commands",
        sections: [
            Section(
                "Hooks",
                .text(
                    """
                    A hook gets each event that it asks for: reminders that fire, tasks that change. A webhook gets it by POST, \
                    signed as Standard Webhooks say, or as a message to a chat or push service (--preset); a command hook runs \
                    a program on the daemon's machine with the event on its standard input.
                    """),
                .commands([
                    "taskd hook add https://example.com/hook --events 'reminder.*'",
                    "taskd hook list",
                ]),
                .text(
                    """
                    The secret is shown once, when the hook is added. Addresses of private networks, and programs, only whoever \
                    runs the daemon can allow, with taskd serve --hooks-allow and --commands-allow.
                    """)),
            Section(
                "Events",
                .entries([
                    ("reminder.due", "A reminder goes off."),
                    ("reminder.missed", "Its time passed too long ago for it to go off."),
                    ("reminder.snoozed, reminder.acknowledged", "Somebody put it off, or has seen it."),
                    ("task.created, task.updated, task.deleted", "A task was added, changed, deleted."),
                    ("task.completed, task.reopened", "It was done, or opened again."),
                    ("task.skipped, task.respawned", "An occurrence was skipped; the next one appeared."),
                    ("task.overdue, task.unblocked", "Its time passed; it waits for no other any more."),
                    (
                        "series.created, series.updated, series.split",
                        "A task that repeats as a whole, changed or split."
                    ),
                    ("series.ended, series.finished, series.resumed", "It makes no more occurrences, or some again."),
                    ("series.stalled", "Too many of its occurrences are open for another."),
                    ("project.created, project.updated, project.deleted", "The same of projects."),
                    ("tag.created, tag.updated, tag.deleted", "The same of tags."),
                    ("pause.started, pause.ended", "Reminders were paused, or go on."),
                    ("zone.changed", "The rules of a time zone changed, and times with them."),
                    ("hook.disabled, delivery.crashed", "A hook was switched off; a message ended the daemon."),
                    (
                        "task.failed, series.failed, pause.failed, zone.failed",
                        "Something cannot be read, and was set aside."
                    ),
                ]),
                .text(
                    """
                    In --events stand types or beginnings of them with a star, such as `task.*`, with commas between them; \
                    `*` is all of them, and the default.
                    """)),
            Section(
                "Delivery",
                .text(
                    """
                    An event is sent at least once, and until the receiver answers 2xx: ten attempts in 75 hours, unless --retry \
                    says otherwise; then it is given up. Each attempt has the same `webhook-id`, so that a receiver that \
                    remembers it can take each event exactly once. After many failures in a row nothing is sent for a while, \
                    and then one event to see whether the receiver is back. A hook whose receiver answers 410 is disabled.
                    """)),
            Section(
                "Looking closer",
                .entries([
                    ("taskd hook test HOOK", "Sends a sample now, and shows the answer."),
                    ("taskd hook deliveries HOOK", "Lists what was sent, and what became of it."),
                    ("taskd hook health HOOK", "Shows how the receiver has been answering."),
                    ("taskd hook replay HOOK", "Sends again what failed."),
                    ("taskd hook verify", "Checks a signature, as a receiver should."),
                    ("taskd status", "Names the hooks that fail."),
                ])),
            Section(
                "Headers",
                .entries([
                    ("webhook-id", "The id of the event, the same in each attempt."),
                    ("webhook-timestamp", "When the attempt was made, in seconds since 1970."),
                    (
                        "webhook-signature",
                        """
                        `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between them; with --signing v1a it \
                        is `v1a,` and their Ed25519 signature, and with both the two, with a space between them.
                        """
                    ),
                ])),
            Section(
                "Environment of commands",
                .entries([
                    ("TASKD_EVENT_TYPE", "What happened, such as `reminder.due`."),
                    ("TASKD_EVENT_ID", "The id of the event, the same in each attempt."),
                    ("TASKD_HOOK_ID, TASKD_ATTEMPT", "The hook, and which attempt it is."),
                ]),
                .text("An exit status other than 0 is a failure, and the command is run again later.")),
        ],
        related: [("taskd-hook", 1), ("taskd-filters", 7)]
    )

    static let templates = HelpTopic(
        name: "templates",
        abstract: "Mustache templates of what commands print and hooks send",
        sections: [
            Section(
                "Output",
                .text(
                    """
                    With --template a command prints each item by it. The names are those of the fields that --json \
                    prints; \\n ends a line and \\t is a tab. `{{time(due)}}` is a time in words, `{{relative(due)}}` one such as in 3 \
                    days, and `{{json(tags)}}` the value as JSON.
                    """),
                .commands([
                    "taskd list --template '{{handle}} {{title}}\\n'",
                    "taskd upcoming --template '{{time(fireAt)}}\\t{{title}}\\n'",
                ])),
            Section(
                "Messages of hooks",
                .text(
                    """
                    With --body-template the body that a hook sends is a template. The event is at hand: `{{type}}`, \
                    `{{timestamp}}`, `{{data.task.title}}`, `{{data.task.due}}` and, in words, `{{summary.text}}` and \
                    `{{summary.title}}`; `{{summary.priority}}` is a number from 1 to 5, higher for what matters more. Values are escaped as JSON, and a template that does not \
                    give JSON for every event is refused, unless --template-format text says that it is none.
                    """),
                .commands([
                    """
                    echo '{"text":"{{summary.text}}"}' |
                      taskd hook add https://chat.example/hook --body-template -
                    """
                ])),
            Section(
                "Sections",
                .entries([
                    ("{{#due}}…{{/due}}", "What stands between is written where there is a due time."),
                    ("{{^due}}…{{/due}}", "The same where there is none."),
                    ("{{#tags}}{{.}} {{/tags}}", "It is written for each tag."),
                ]),
                .text("In messages of hooks it is data.task.due, and data.task.tags.")),
        ],
        related: [("taskd-hook-add", 1), ("taskd-hooks", 7), ("taskd-list", 1)]
    )

    static let scripts = HelpTopic(
        name: "scripts",
        abstract: "how scripts use taskd",
        sections: [
            Section(
                "Output",
                .text(
                    """
                    `--json` prints the daemon's answer on one line; `--json=title,due` only these fields. taskd openapi \
                    describes the fields, and they stay as they are. `--jsonl` prints a line for each item, `--csv` a table, \
                    `--template` what you say (taskd help templates) and `--quiet` the handles alone, or the \
                    ids or names of what has none, and of a new token its secret. Of an option for the daemon or the form of the answer that is given twice, \
                    as by an alias, the last one counts. Errors go to standard \
                    error; with `--json` or `--jsonl` most of them are JSON too.
                    """),
                .commands([
                    "taskd list --json | jq -r '.items[].title'",
                    "taskd list due:today --json=title,due",
                    "taskd upcoming --limit 5 --json",
                    "taskd status --json",
                ])),
            Section(
                "Exit status",
                .entries([
                    ("0", "Done; a list may be empty."),
                    ("1", "Refused or failed: what is meant is not there, or it is not done as things stand."),
                    ("3", "The daemon is not reachable."),
                    ("64", "Typed wrong: an option, a word or a value, whether the command finds it or the daemon."),
                    ("130", "Interrupted."),
                ])),
            Section(
                "Settings",
                .text(
                    """
                    TASKD_URL says which daemon is asked, and TASKD_TOKEN or TASKD_TOKEN_FILE by which token. With \
                    TASKD_CLIENT_CONFIG=/dev/null nothing of your settings file changes what a script does; the variables of the \
                    settings (taskd config names them) still do. Give a script a \
                    token of its own, with the scopes that it needs:
                    """),
                .commands(["taskd token add dashboard --scope read"])),
            Section(
                "Repeating safely",
                .text(
                    """
                    With taskd add --id and an id of your choice a task is added once: a second run adds nothing, and \
                    says so. Over HTTP, a call that is repeated with the same Idempotency-Key has the first answer again.
                    """)),
        ],
        related: [("taskd", 1), ("taskd-list", 1), ("taskd-openapi", 1)]
    )
}
