extension Migrations {
    // What rows were before a change: the columns that they have in common with what they are images of. A series is known
    // by its id there.
    static let changes = """
        CREATE TABLE change (
            key bigint PRIMARY KEY,
            id uuid NOT NULL UNIQUE,
            kind text NOT NULL,
            at bigint NOT NULL,
            author text COLLATE "C",
            undoes uuid,
            -- Some of its rows were removed, since it is old: it cannot be undone.
            is_trimmed boolean NOT NULL DEFAULT false
        );
        CREATE INDEX change_author ON change (author, key);

        CREATE TABLE change_row (
            change_key bigint NOT NULL REFERENCES change (key),
            kind smallint NOT NULL CHECK (kind >= 0),
            id uuid NOT NULL,
            was_there boolean NOT NULL,
            PRIMARY KEY (change_key, kind, id)
        );
        CREATE INDEX change_row_subject ON change_row (id, kind, change_key);

        CREATE TABLE task_before (
            change_key bigint NOT NULL,
            id uuid NOT NULL,
            version bigint NOT NULL,
            title text NOT NULL,
            details text,
            priority smallint NOT NULL,
            location text,
            quiet_hours text,
            estimated_duration text,
            project_id uuid,
            attachments text,
            properties text,
            status smallint NOT NULL,
            start text,
            due text,
            time_zone text NOT NULL,
            start_at bigint,
            due_at bigint,
            overdue_at bigint,
            is_overdue_told boolean NOT NULL,
            subtasks text,
            own_progress smallint NOT NULL,
            sort_order bigint,
            created_at bigint NOT NULL,
            updated_at bigint NOT NULL,
            completed_at bigint,
            series_id uuid,
            slot bigint,
            tags bigint[] NOT NULL,
            -- What it waited for: the ids, and whether each was there.
            blockers uuid[],
            are_blockers_there boolean[],
            PRIMARY KEY (change_key, id)
        );

        CREATE TABLE reminder_before (
            change_key bigint NOT NULL,
            task_id uuid NOT NULL,
            position bigint NOT NULL,
            id uuid NOT NULL,
            origin uuid NOT NULL,
            at text,
            "offset" text,
            relative_to smallint,
            repeat_every text,
            repeat_count bigint,
            state smallint NOT NULL,
            scheduled_at bigint,
            next_fire_at bigint,
            snoozed_until bigint,
            repetitions_done bigint NOT NULL,
            catch_up bigint,
            is_kept boolean NOT NULL,
            hold_reason smallint,
            held_from bigint,
            held_by uuid,
            suspended text,
            task_changes bigint NOT NULL,
            PRIMARY KEY (change_key, task_id, position, id)
        );

        CREATE TABLE series_before (
            change_key bigint NOT NULL,
            id uuid NOT NULL,
            version bigint NOT NULL,
            shared_changes bigint NOT NULL,
            time_zone text NOT NULL,
            start text NOT NULL,
            rules text NOT NULL,
            rdates text NOT NULL,
            exdates text NOT NULL,
            anchor smallint NOT NULL,
            missed smallint NOT NULL,
            respawn smallint NOT NULL,
            before text,
            title text NOT NULL,
            details text,
            priority smallint NOT NULL,
            location text,
            quiet_hours text,
            estimated_duration text,
            project_id uuid,
            attachments text,
            properties text,
            tags bigint[] NOT NULL,
            reminders text NOT NULL,
            subtasks text NOT NULL,
            has_start boolean NOT NULL,
            has_due boolean NOT NULL,
            span bigint NOT NULL,
            end_reason smallint,
            ended_by uuid,
            split_from uuid,
            shown text,
            projected_at bigint,
            created_at bigint NOT NULL,
            updated_at bigint NOT NULL,
            PRIMARY KEY (change_key, id)
        );

        CREATE TABLE occurrence_before (
            change_key bigint NOT NULL,
            task_id uuid NOT NULL,
            series_id uuid NOT NULL,
            slot bigint NOT NULL,
            number bigint,
            state smallint NOT NULL,
            outcome smallint,
            cause uuid,
            overrides bigint NOT NULL,
            touched boolean NOT NULL,
            passed bigint NOT NULL,
            version bigint NOT NULL,
            closed_at bigint,
            PRIMARY KEY (change_key, task_id)
        );

        CREATE TABLE pause_before (
            change_key bigint NOT NULL,
            id uuid NOT NULL,
            target text NOT NULL,
            since bigint NOT NULL,
            until bigint,
            ended_at bigint,
            missed smallint NOT NULL,
            note text,
            author text,
            PRIMARY KEY (change_key, id)
        );

        CREATE TABLE project_before (
            change_key bigint NOT NULL,
            id uuid NOT NULL,
            version bigint NOT NULL,
            name text NOT NULL,
            details text,
            color text,
            icon text,
            parent_id uuid,
            is_archived boolean NOT NULL,
            sort_order double precision NOT NULL,
            created_at bigint NOT NULL,
            updated_at bigint NOT NULL,
            deleted_at bigint,
            PRIMARY KEY (change_key, id)
        );

        CREATE TABLE tag_before (
            change_key bigint NOT NULL,
            id uuid NOT NULL,
            version bigint NOT NULL,
            name text NOT NULL,
            folded text NOT NULL,
            color text,
            icon text,
            is_kept boolean NOT NULL,
            created_at bigint NOT NULL,
            updated_at bigint NOT NULL,
            deleted_at bigint,
            PRIMARY KEY (change_key, id)
        );

        CREATE TABLE trash (
            task_id uuid PRIMARY KEY,
            change_key bigint NOT NULL REFERENCES change (key) ON DELETE CASCADE,
            handle bigint NOT NULL
        );
        CREATE INDEX trash_change ON trash (change_key, task_id);
        CREATE INDEX trash_handle ON trash (handle, change_key);

        CREATE TABLE pending_undo (
            change_key bigint PRIMARY KEY REFERENCES change (key),
            is_restoring boolean NOT NULL,
            last_task uuid
        );
        """
}
