extension HelpTopic {
    static let filters = HelpTopic(
        name: "filters",
        abstract: "how tasks are selected",
        sections: [
            Section(
                "Conditions",
                .text(
                    """
                    A filter joins conditions with and, or, not and parentheses; not binds closest, then and, which may be left \
                    out, then or. It selects tasks in lists, views, pauses, hooks and bulk changes.
                    """),
                .filters([
                    ("due < today", "was due before today"),
                    ("due <= endOfWeek and tag:home", "is due this week, and has the tag home"),
                    ("tag:(home, work)", "has one of the tags"),
                    ("overdue or priority >= high", "is late, or matters"),
                    ("project:Garden/*", "is in the project, or in one below it"),
                    ("no:due", "has no due time"),
                    ("title:\"pay rent\"", "has the words in its title"),
                    ("not recurring and status:open", "does not repeat, and is open"),
                    ("milk", "has a word that begins so, wherever"),
                ]),
                .commands([
                    "taskd list --where 'due < today+3d and (tag:home or priority >= high)'",
                    "taskd list --where 'no:due' --sort=-priority",
                ])),
            Section(
                "What is asked",
                .entries([
                    ("status", "`open`, `closed`, `needsAction`, `inProcess`, `completed` or `cancelled`."),
                    ("priority", "`none`, `low`, `medium`, `high` or `urgent`, in this order."),
                    ("tag, project", "A tag; the name or id of a project."),
                    ("due, start, created, updated, completed", "A date or time."),
                    ("title, description, text, location", "Words, the last of which may be a beginning."),
                    ("overdue, recurring, blocked", "Alone, or with `true` or `false`."),
                    ("has:due, no:due, is:open", "Whether there is such a value; whether it is in such a state."),
                ])),
            Section(
                "Dates in filters",
                .entries([
                    ("today, tomorrow, yesterday, monday", "That day; a weekday is the next one, never today."),
                    ("startOfWeek, endOfWeek, startOfMonth", "The first or last day of this week or month."),
                    ("today+3d, startOfMonth-1mo, -2w", "A day moved by days, weeks, months or years."),
                    ("now-2h, +90min", "An instant moved by hours or minutes."),
                    ("2026-12-01, 2026-12-01T09:00", "That day, that local time."),
                ]),
                .text("A day is in the zone of --zone, else of your settings, else of the machine.")),
            Section(
                "Mistakes",
                .text("A filter that cannot be read is refused with the place, and with what was probably meant.")),
        ],
        related: [("taskd-list", 1), ("taskd-dates", 7), ("taskd-hooks", 7)]
    )
}
