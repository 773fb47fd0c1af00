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
                    signed as Standard Webhooks has it; a message is one to a chat or push service; a command hook runs a \
                    program of the daemon's machine with the event on its standard input.
                    """),
                .commands([
                    "taskd hook add --url https://example.com/hook --events 'reminder.*' --where 'priority >= high'",
                    "taskd hook list",
                ]),
                .text(
                    """
                    The secret is shown once, at creation. Addresses of private networks, and programs, are let in by whoever \
                    runs the daemon alone, with hooksAllow and commandsAllow.
                    """)),
            Section(
                "Delivery",
                .text(
                    """
                    An event is sent at least once, and until the receiver answers 2xx: ten attempts in 75 hours, unless told \
                    otherwise. A receiver that remembers `webhook-id` has it exactly once: each attempt has the same id and the \
                    same bytes. After many failures in a row nothing is sent for a while, and then one event to see whether the \
                    receiver is back. One that answers 410 is disabled.
                    """)),
            Section(
                "Looking closer",
                .entries([
                    ("taskd hook test HOOK", "Sends a sample now, and shows the answer."),
                    ("taskd hook deliveries HOOK", "Lists what was sent, with each attempt."),
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
                        "`v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between them."
                    ),
                ])),
            Section(
                "Environment of commands",
                .entries([
                    ("TASKD_EVENT_TYPE", "What happened, such as `reminder.due`."),
                    ("TASKD_EVENT_ID", "The id of the event, the same in each attempt."),
                    ("TASKD_HOOK_ID, TASKD_ATTEMPT", "The hook, and which attempt it is."),
                ]),
                .text("An exit status other than 0 is a failure, and tried again.")),
        ],
        related: [("taskd-hook", 1), ("taskd-filters", 7)]
    )

    static let templates = HelpTopic(
        name: "templates",
        abstract: "how the messages of hooks are written",
        sections: [
            Section(
                "Mustache",
                .text(
                    """
                    A template is Mustache text in which the event is at hand: `{{type}}`, `{{timestamp}}`, `{{data.task.title}}`, \
                    `{{data.task.due}}` and, in words, `{{summary.text}}`, `{{summary.title}}` and `{{summary.priority}}`. In a \
                    message of JSON each value is escaped as JSON; a template that does not give JSON for every event is refused.
                    """),
                .commands([
                    """
                    echo '{"text":"{{summary.text}}"}' | taskd hook add --url https://chat.example/hook --template -
                    """
                ])),
            Section(
                "Sections",
                .entries([
                    (
                        "{{#data.task.due}} … {{/data.task.due}}",
                        "What stands between is written where there is a due time."
                    ),
                    ("{{^data.task.due}} … {{/data.task.due}}", "The same where there is none."),
                    ("{{#data.task.tags}}{{.}} {{/data.task.tags}}", "For each tag."),
                ])),
        ],
        related: [("taskd-hook-add", 1), ("taskd-hooks", 7)]
    )

    static let scripts = HelpTopic(
        name: "scripts",
        abstract: "how scripts use taskd",
        sections: [
            Section(
                "Output",
                .text(
                    """
                    `--json` prints the daemon's answer on one line; its members are described by taskd openapi, and stay. \
                    Messages go to standard error.
                    """),
                .commands([
                    "taskd list --json | jq -r '.items[].title'",
                    "taskd upcoming --limit 5 --json",
                    "taskd status --json",
                ])),
            Section(
                "Exit status",
                .entries([
                    ("0", "Done; a list may be empty."), ("1", "Refused, or failed."),
                    ("3", "The daemon is not reachable."), ("64", "The command line makes no sense."),
                ])),
            Section(
                "Settings",
                .text(
                    """
                    TASKD_URL and TASKD_TOKEN or TASKD_TOKEN_FILE say which daemon is asked. With TASKD_CLIENT_CONFIG=/dev/null \
                    nothing that you set for yourself changes what a script does. Give a script a token of its own, with the \
                    scopes that it needs:
                    """),
                .commands(["taskd token add dashboard --scope read"])),
            Section(
                "Repeating safely",
                .text(
                    """
                    A task that is added with an id of your choice is added once, however often the command is run: taskd add \
                    --id. Over HTTP an Idempotency-Key does the same for each call.
                    """)),
        ],
        related: [("taskd", 1), ("taskd-list", 1), ("taskd-openapi", 1)]
    )
}
