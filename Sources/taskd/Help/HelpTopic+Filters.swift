extension HelpTopic {
    static let filters = HelpTopic(
        name: "filters",
        abstract: "conditions that select tasks, as --where takes them",
        sections: [
            Section(
                "Conditions",
                .text(
                    """
                    A filter joins conditions with and, or, not and parentheses; not binds closest, then and, which may be left \
                    out, then or. Lists, views, pauses, hooks and bulk \
                    changes take one (--where). The terms of taskd list, such as +home and p:high, are shorter, and \
                    are not filters: taskd help list.
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
                    ("milk", "has a word that begins with milk, in any text"),
                ]),
                .commands([
                    "taskd list --where 'due < today+3d and (tag:home or priority >= high)'",
                    "taskd list --where no:due --sort=-priority",
                ])),
            Section(
                "What is asked",
                .entries([
                    (
                        "status",
                        "`open` or `closed`; or `needsAction` (not begun), `inProcess`, `completed`, `cancelled`."
                    ),
                    ("priority", "`none`, `low`, `medium`, `high` or `urgent`; `urgent` is the highest."),
                    ("tag, project", "A tag; the name or id of a project."),
                    ("due, start", "A date or time, as below."),
                    ("created, updated, completed", "A date or time, as below."),
                    (
                        "title, description, text",
                        """
                        Words that stand there in a row; of the last one its beginning is enough. `text` is the title, the \
                        description, the subtasks and the tags.
                        """
                    ),
                    ("title = \"Pay rent\"", "The whole title, with capitals as they are; = is for the title alone."),
                    ("location", "A part of its name or address."), ("series", "The whole id of a series."),
                    ("overdue, recurring, blocked", "Alone, or with a value: `recurring:false`."),
                    ("has:due, no:due", "There is such a value; there is none."),
                    ("is:open, is:overdue", "It is in such a state."),
                ])),
            Section(
                "Dates in filters",
                .text(
                    "They are not the phrases of taskd help dates: one word, or a date in digits, without a time in words."
                ),
                .entries([
                    ("today, tomorrow, yesterday, monday", "That day; a weekday is the next one, never today."),
                    (
                        "startOfWeek, endOfWeek",
                        "The first and the last day of this week, Monday to Sunday whatever weekStart says."
                    ),
                    ("startOfMonth, endOfMonth", "The first and the last day of this month."),
                    ("startOfYear, endOfYear", "The first and the last day of this year."),
                    ("today+3d, startOfMonth-1mo, -2w", "A day moved by days, weeks, months or years."),
                    ("now-2h, +90min", "An instant moved by hours or minutes."),
                    ("2026-12-01, 2026-12-01T09:00", "That day, that local time."),
                ]),
                .text(
                    """
                    In lists, a day is one in the zone of --zone, else of your settings, else of the machine; in views, hooks, \
                    pauses and bulk changes, in the zone that they are given, else the daemon's.
                    """)),
            Section(
                "Mistakes",
                .text(
                    "A filter that cannot be read is refused, with the place."
                )),
        ],
        related: [("taskd-list", 1), ("taskd-dates", 7), ("taskd-hooks", 7)]
    )
}
