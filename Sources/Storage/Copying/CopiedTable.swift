/// A table whose rows go over when a store is moved to another back end, where there is one of the same name.
package struct CopiedTable: Hashable, Sendable {
    package let name: String
    /// The columns that rows are read in the order of, which no two rows have alike.
    package let key: [String]
    /// Whether rows refer to rows of the same table, so that none is written without the others.
    package let isWhole: Bool

    private init(_ name: String, by key: String..., isWhole: Bool = false) {
        (self.name, self.key, self.isWhole) = (name, key, isWhole)
    }

    /// All of them, those that others refer to first.
    package static let all = [
        CopiedTable("zone", by: "name"),
        CopiedTable("retention", by: "name"),
        CopiedTable("token", by: "id"),
        CopiedTable("token_secret", by: "digest"),
        CopiedTable("remembered_answer", by: "token", "key"),
        CopiedTable("saved_view", by: "id"),
        CopiedTable("project", by: "key", isWhole: true),
        CopiedTable("tag", by: "key"),
        CopiedTable("series", by: "key"),
        CopiedTable("pending_edit", by: "series_key"),
        CopiedTable("occurrence", by: "series_key", "slot"),
        CopiedTable("task", by: "key"),
        CopiedTable("task_tag", by: "tag", "task_key"),
        CopiedTable("task_blocker", by: "task_key", "position", "blocker_id"),
        CopiedTable("reminder", by: "key"),
        CopiedTable("retired_reminder", by: "key"),
        CopiedTable("reminder_note", by: "key"),
        CopiedTable("firing", by: "reminder_key", "scheduled_at"),
        CopiedTable("pause", by: "id"),
        CopiedTable("set_aside", by: "kind", "subject"),
        CopiedTable("event", by: "seq"),
        CopiedTable("hook", by: "key"),
        CopiedTable("hook_secret", by: "hook_key", "position"),
        CopiedTable("hook_header", by: "hook_key", "position"),
        CopiedTable("hook_health", by: "hook_key"),
        CopiedTable("delivery", by: "hook_key", "event_seq"),
        CopiedTable("delivery_body", by: "hook_key", "event_seq"),
        CopiedTable("attempt", by: "hook_key", "event_seq", "number"),
        groups,
        CopiedTable("statistic", by: "group_key", "slot"),
        CopiedTable("statistic_task", by: "task_id"),
        progress,
        CopiedTable("change", by: "key"),
        CopiedTable("change_row", by: "change_key", "kind", "id"),
        CopiedTable("task_before", by: "change_key", "id"),
        CopiedTable("reminder_before", by: "change_key", "task_id", "position", "id"),
        CopiedTable("series_before", by: "change_key", "id"),
        CopiedTable("occurrence_before", by: "change_key", "task_id"),
        CopiedTable("pause_before", by: "change_key", "id"),
        CopiedTable("project_before", by: "change_key", "id"),
        CopiedTable("tag_before", by: "change_key", "id"),
        CopiedTable("trash", by: "task_id"),
        CopiedTable("pending_undo", by: "change_key"),
        contents,
        CopiedTable("attachment_use", by: "holder", "holder_id", "change_key", "attachment_id"),
    ]

    /// Which contents there are; their bytes are copied beside the rows.
    package static let contents = CopiedTable("content", by: "digest")
    private static let groups = CopiedTable("statistic_group", by: "key")
    package static let progress = CopiedTable("statistic_progress", by: "key")
    /// Those that have a row with the key 0 in a store that is empty, which makes way for the one that is copied.
    package static let begun = [groups, progress]

    /// The tables that are left out, with the reason.
    package static let leftOut = [
        "content_upload": "what is whole of them is copied as contents",
        "content_piece": "copied as contents", "content_reserve": "room on a disk",
        "grdb_migrations": "what became of the schema in this place",
        "migration": "what became of the schema in this place",
        "identity": "which store this is, and where",
        "log_head": "who leads in this place",
        "node": "who has it open in this place",
        "hook_owner": "who sends in this place",
        "due_queue": "derived again from reminders",
        "loose_tasks": "counted again from tasks",
        "task_search": "derived again from tasks",
        "task_words": "derived again from tasks",
        "task_words_config": "derived again from tasks",
        "task_words_data": "derived again from tasks",
        "task_words_idx": "derived again from tasks",
        "task_words_pending": "empty between commits",
        "sqlite_sequence": "set from the highest key that the source has given to a tag",
    ]

    /// The columns that only one back end has, with the reason why they need not be copied.
    package static let columnsLeftOut = [
        "content.upload_id": "where this place has the bytes, which are copied as contents",
        "saved_view.key": "nothing refers to it",
        "statistic_progress.begun_after": "only has taskd check expect more of an old store",
        "task_tag.due_order": "derived again from tasks",
        "task_tag.task_priority": "derived again from tasks",
    ]
}

/// A value of a row in the form that all back ends have in common: booleans are integers, ids are bytes, lists are JSON.
package enum CopiedValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])

    /// About how much memory it takes.
    package var size: Int {
        switch self {
        case .null, .integer, .real: 16
        case .text(let text): 16 + text.utf8.count
        case .bytes(let bytes): 16 + bytes.count
        }
    }
}

/// A row, by the columns that were asked for.
package typealias CopiedRow = [CopiedValue]
