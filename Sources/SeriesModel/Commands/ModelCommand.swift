package import Recurrence

/// How far a change of one occurrence reaches.
package enum Scope: String, Hashable, CaseIterable, Sendable {
    /// No scope was given.
    case unscoped
    /// This occurrence, it and the later ones, or the whole series.
    case this, following, all
}

/// The members of `recurrence` that a creation or a merge patch names.
package struct RecurrencePatch: Hashable, Sendable {
    /// The rules, as text.
    package var rrule: [String]?
    /// Added slots.
    package var rdate: [CivilTime]?
    /// Excepted slots.
    package var exdate: [CivilTime]?
    /// Where the next one is counted from.
    package var anchor: SeriesAnchor?
    /// What becomes of past slots.
    package var missed: MissedPolicy?
    /// When the next one appears.
    package var respawn: RespawnPolicy?

    /// Makes a patch of the members given.
    package init(
        rrule: [String]? = nil, rdate: [CivilTime]? = nil, exdate: [CivilTime]? = nil, anchor: SeriesAnchor? = nil,
        missed: MissedPolicy? = nil, respawn: RespawnPolicy? = nil
    ) {
        (self.rrule, self.rdate, self.exdate) = (rrule, rdate, exdate)
        (self.anchor, self.missed, self.respawn) = (anchor, missed, respawn)
    }
}

/// A new task, plain or recurring.
package struct NewTask: Hashable, Sendable {
    /// Its name, which no task ever had.
    package var id: TaskID
    /// What it says; absolute reminders as local times.
    package var content: Content
    /// When it begins.
    package var start: CivilTime?
    /// When it is due.
    package var due: CivilTime?
    /// The zone of its times.
    package var zone: String
    /// How it recurs; nil for a plain task.
    package var recurrence: RecurrencePatch?

    /// Makes a new task.
    package init(
        _ id: TaskID, _ content: Content, start: CivilTime? = nil, due: CivilTime? = nil, zone: String,
        recurrence: RecurrencePatch? = nil
    ) {
        (self.id, self.content, self.start, self.due) = (id, content, start, due)
        (self.zone, self.recurrence) = (zone, recurrence)
    }
}

/// What a merge patch does to `recurrence`.
package enum RecurrenceChange: Hashable, Sendable {
    /// It says nothing about it, or sets it to null.
    case untouched, null
    /// It names some members.
    case members(RecurrencePatch)
}

/// A merge patch of a task.
package struct TaskPatch: Hashable, Sendable {
    /// A content field; nil where the patch does not name it.
    package var title: String?
    /// A content field; nil where the patch does not name it.
    package var priority: Priority?
    /// A content field; nil where the patch does not name it.
    package var tags: [String]?
    /// A content field, absolute times as local times; nil where the patch does not name it.
    package var reminders: [ModelReminder]?
    /// A time; nil where the patch does not name it.
    package var start: CivilTime?
    /// A time; nil where the patch does not name it.
    package var due: CivilTime?
    /// The zone; nil where the patch does not name it.
    package var timeZone: String?
    /// What becomes of the recurrence.
    package var recurrence: RecurrenceChange

    /// Makes a patch of what is given.
    package init(
        title: String? = nil, priority: Priority? = nil, tags: [String]? = nil, reminders: [ModelReminder]? = nil,
        start: CivilTime? = nil, due: CivilTime? = nil, timeZone: String? = nil,
        recurrence: RecurrenceChange = .untouched
    ) {
        (self.title, self.priority, self.tags, self.reminders) = (title, priority, tags, reminders)
        (self.start, self.due, self.timeZone, self.recurrence) = (start, due, timeZone, recurrence)
    }

    /// The content fields it names.
    var contentFields: [Field] {
        [
            (Field.title, title != nil), (.priority, priority != nil), (.tags, tags != nil),
            (.reminders, reminders != nil),
        ]
        .filter(\.1).map(\.0)
    }

    /// Whether it names one of the three time fields.
    var namesTime: Bool { start != nil || due != nil || timeZone != nil }

    /// A content with the fields it names.
    func applied(to content: Content) -> Content {
        Content(
            title: title ?? content.title, priority: priority ?? content.priority, tags: tags ?? content.tags,
            reminders: reminders ?? content.reminders)
    }
}

/// A change of a series as such.
package struct SeriesPatch: Hashable, Sendable {
    /// What an `all` without an occurrence changes; `start` and `due` have no meaning here.
    package var changes: TaskPatch
    /// The new DTSTART.
    package var dtstart: CivilTime?
    /// Whether it says `"state": "active"`.
    package var revives: Bool

    /// Makes a change of a series.
    package init(_ changes: TaskPatch = TaskPatch(), dtstart: CivilTime? = nil, revives: Bool = false) {
        (self.changes, self.dtstart, self.revives) = (changes, dtstart, revives)
    }
}

/// What `DELETE /series/{id}` does with the open occurrences.
package enum OpenOnes: String, Hashable, Sendable {
    /// They stay or go.
    case keep, delete
}

/// One command to a store.
package enum ModelCommand: Hashable, Sendable {
    /// Makes a task.
    case create(NewTask)
    /// Closes a task, or says what comes next where it is completed.
    case complete(TaskID)
    /// Skips an occurrence.
    case skip(TaskID)
    /// Opens a closed task.
    case reopen(TaskID)
    /// Changes the status by PATCH.
    case setStatus(TaskID, TaskStatus, Scope)
    /// Anything else that is addressed to an occurrence and changes nothing here, such as a snooze.
    case touch(TaskID)
    /// Deletes.
    case delete(TaskID, Scope)
    /// Changes.
    case patch(TaskID, Scope, TaskPatch)
    /// Changes a series as such.
    case patchSeries(SeriesID, SeriesPatch)
    /// Ends a series.
    case deleteSeries(SeriesID, OpenOnes)
    /// Lets the clock go on and the ticks run.
    case advance(to: UTCInstant)
    /// Takes the last command back.
    case undo
}
