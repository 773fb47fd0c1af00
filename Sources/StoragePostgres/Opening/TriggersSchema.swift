extension Migrations {
    // What follows from a row follows in the server, so that no round trip is made for it and nobody forgets it.
    static let triggers = """
        CREATE FUNCTION count_in_project(of_project uuid, status smallint, step bigint) RETURNS void LANGUAGE sql AS $$
            UPDATE project SET open_count = open_count + step * (status < 2)::integer,
            completed_count = completed_count + step * (status = 2)::integer,
            cancelled_count = cancelled_count + step * (status = 3)::integer
            WHERE id = of_project
        $$;

        CREATE FUNCTION task_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF new.project_id IS NOT NULL THEN
                PERFORM count_in_project(new.project_id, new.status, 1);
            END IF;
            IF EXISTS (SELECT 1 FROM task_blocker WHERE blocker_id = new.id) THEN
                UPDATE task_blocker SET is_open = new.status < 2 WHERE blocker_id = new.id;
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER task_inserted AFTER INSERT ON task FOR EACH ROW EXECUTE FUNCTION task_inserted();

        CREATE FUNCTION task_updated() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF old.project_id IS NOT NULL THEN
                PERFORM count_in_project(old.project_id, old.status, -1);
            END IF;
            IF new.project_id IS NOT NULL THEN
                PERFORM count_in_project(new.project_id, new.status, 1);
            END IF;
            IF (old.status < 2) <> (new.status < 2) THEN
                UPDATE task_blocker SET is_open = new.status < 2 WHERE blocker_id = new.id;
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER task_updated AFTER UPDATE OF project_id, status ON task FOR EACH ROW
            WHEN (old.project_id IS DISTINCT FROM new.project_id OR old.status <> new.status)
            EXECUTE FUNCTION task_updated();

        CREATE FUNCTION task_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF old.project_id IS NOT NULL THEN
                PERFORM count_in_project(old.project_id, old.status, -1);
            END IF;
            UPDATE task_blocker SET is_open = false WHERE blocker_id = old.id AND is_open;
            RETURN NULL;
        END $$;
        CREATE TRIGGER task_deleted AFTER DELETE ON task FOR EACH ROW EXECUTE FUNCTION task_deleted();

        -- A list of keys is looked up one by one, however many the planner thinks there are.
        CREATE FUNCTION due_queue_follows() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP <> 'INSERT' THEN
                DELETE FROM due_queue WHERE reminder_key = ANY (ARRAY(
                    SELECT key FROM old_rows WHERE next_fire_at IS NOT NULL));
            END IF;
            IF TG_OP <> 'DELETE' THEN
                INSERT INTO due_queue (reminder_key, fire_at, id, task_key)
                SELECT key, next_fire_at, id, task_key FROM new_rows WHERE next_fire_at IS NOT NULL;
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER due_queue_gains AFTER INSERT ON reminder
            REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION due_queue_follows();
        CREATE TRIGGER due_queue_moves AFTER UPDATE ON reminder
            REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
            FOR EACH STATEMENT EXECUTE FUNCTION due_queue_follows();
        CREATE TRIGGER due_queue_loses AFTER DELETE ON reminder
            REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION due_queue_follows();

        CREATE FUNCTION task_handle() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            new.handle := (SELECT handle FROM series WHERE series.key = new.series_key);
            RETURN new;
        END $$;
        CREATE TRIGGER task_handle BEFORE UPDATE OF series_key ON task FOR EACH ROW
            WHEN (old.series_key IS DISTINCT FROM new.series_key AND new.series_key IS NOT NULL)
            EXECUTE FUNCTION task_handle();

        CREATE FUNCTION blocker_begins() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF EXISTS (SELECT 1 FROM task WHERE key = new.task_key AND id = new.blocker_id) THEN
                RAISE 'a task waits for itself' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            new.is_open := EXISTS (SELECT 1 FROM task WHERE id = new.blocker_id AND status < 2);
            RETURN new;
        END $$;
        CREATE TRIGGER blocker_begins BEFORE INSERT ON task_blocker FOR EACH ROW EXECUTE FUNCTION blocker_begins();

        -- Once for each tag of a statement: new tasks come many at a time, and with the same few tags.
        CREATE FUNCTION tags_counted() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            counted record;
        BEGIN
            FOR counted IN SELECT tag, count(*) AS tasks FROM changed_rows GROUP BY tag LOOP
                UPDATE tag SET task_count = task_count
                    + CASE TG_OP WHEN 'INSERT' THEN counted.tasks ELSE -counted.tasks END
                WHERE key = counted.tag;
            END LOOP;
            RETURN NULL;
        END $$;
        CREATE TRIGGER tags_gain AFTER INSERT ON task_tag
            REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tags_counted();
        CREATE TRIGGER tags_lose AFTER DELETE ON task_tag
            REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tags_counted();

        CREATE FUNCTION series_tags_counted() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP <> 'INSERT' AND old.tags <> '{}' THEN
                UPDATE tag SET series_count = series_count - 1 WHERE key = ANY (old.tags);
            END IF;
            IF TG_OP <> 'DELETE' AND new.tags <> '{}' THEN
                UPDATE tag SET series_count = series_count + 1 WHERE key = ANY (new.tags);
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER series_tags_counted AFTER INSERT OR DELETE ON series FOR EACH ROW
            EXECUTE FUNCTION series_tags_counted();
        CREATE TRIGGER series_tags_recounted AFTER UPDATE OF tags ON series FOR EACH ROW
            WHEN (old.tags <> new.tags) EXECUTE FUNCTION series_tags_counted();

        CREATE FUNCTION reminder_retires() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF old.floor IS NOT NULL OR EXISTS (SELECT 1 FROM firing WHERE reminder_key = old.key) THEN
                INSERT INTO retired_reminder (key, id, floor) VALUES (old.key, old.id, old.floor);
            END IF;
            RETURN old;
        END $$;
        CREATE TRIGGER reminder_retires BEFORE DELETE ON reminder FOR EACH ROW EXECUTE FUNCTION reminder_retires();

        CREATE FUNCTION reminder_returns() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM retired_reminder WHERE id = ANY (ARRAY(SELECT id FROM new_rows));
            RETURN NULL;
        END $$;
        CREATE TRIGGER reminder_returns AFTER INSERT ON reminder
            REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reminder_returns();

        CREATE FUNCTION project_nests() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF (
                WITH RECURSIVE above (id, depth) AS (
                    SELECT new.parent_id, 1 UNION ALL
                    SELECT project.parent_id, depth + 1 FROM above JOIN project USING (id)
                    WHERE project.parent_id IS NOT NULL AND depth <= 8
                ) SELECT max(depth) FROM above
            ) + (
                WITH RECURSIVE below (id, depth) AS (
                    SELECT new.id, 1 UNION ALL
                    SELECT project.id, depth + 1 FROM below JOIN project ON project.parent_id = below.id
                    WHERE deleted_at IS NULL AND depth <= 8
                ) SELECT max(depth) FROM below
            ) > 8 THEN
                RAISE 'projects stand too deep in each other' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER project_nests AFTER INSERT OR UPDATE OF parent_id ON project FOR EACH ROW
            WHEN (new.parent_id IS NOT NULL) EXECUTE FUNCTION project_nests();

        CREATE FUNCTION use_attachments(
            holder_kind smallint, holding uuid, of_change bigint, list text
        ) RETURNS void LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM attachment_use WHERE holder = holder_kind AND holder_id = holding AND change_key = of_change;
            IF list IS NULL THEN
                RETURN;
            END IF;
            IF json_array_length(list::json) > 100 THEN
                RAISE 'a task has more than 100 attachments' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            INSERT INTO attachment_use (holder, holder_id, change_key, attachment_id, digest, size)
            SELECT holder_kind, holding, of_change, value ->> 'id', value ->> 'sha256', (value ->> 'size')::bigint
            FROM json_array_elements(list::json);
        END $$;

        CREATE FUNCTION attachments_used() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'DELETE' THEN
                PERFORM use_attachments(TG_ARGV[0]::smallint, old.id, 0, NULL);
            ELSE
                PERFORM use_attachments(TG_ARGV[0]::smallint, new.id, 0, new.attachments);
            END IF;
            RETURN NULL;
        END $$;

        CREATE FUNCTION attachments_used_before() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'DELETE' THEN
                PERFORM use_attachments(TG_ARGV[0]::smallint, old.id, old.change_key, NULL);
            ELSE
                PERFORM use_attachments(TG_ARGV[0]::smallint, new.id, new.change_key, new.attachments);
            END IF;
            RETURN NULL;
        END $$;
        \(attachments(of: "task", holder: 0, by: "attachments_used"))
        \(attachments(of: "series", holder: 1, by: "attachments_used"))
        \(attachments(of: "task_before", holder: 2, by: "attachments_used_before"))
        \(attachments(of: "series_before", holder: 3, by: "attachments_used_before"))

        CREATE FUNCTION delivery_lane_moves() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE delivery SET is_blocked = false WHERE hook_key = new.hook_key AND event_seq = (
                SELECT min(event_seq) FROM delivery
                WHERE state = 0 AND hook_key = new.hook_key AND lane = new.lane AND is_blocked);
            RETURN NULL;
        END $$;
        CREATE TRIGGER delivery_lane_moves AFTER UPDATE OF state ON delivery FOR EACH ROW
            WHEN (old.state = 0 AND new.state <> 0 AND new.lane IS NOT NULL)
            EXECUTE FUNCTION delivery_lane_moves();

        CREATE FUNCTION delivery_body_ends() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM delivery_body WHERE hook_key = new.hook_key AND event_seq = new.event_seq;
            RETURN NULL;
        END $$;
        CREATE TRIGGER delivery_body_ends AFTER UPDATE OF body_kind, state ON delivery FOR EACH ROW
            WHEN (old.body_kind = 2 AND (new.body_kind <> 2 OR new.state <> 0))
            EXECUTE FUNCTION delivery_body_ends();

        CREATE FUNCTION deliveries_go() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM attempt USING gone
            WHERE attempt.hook_key = gone.hook_key AND attempt.event_seq = gone.event_seq;
            DELETE FROM delivery_body USING gone
            WHERE delivery_body.hook_key = gone.hook_key AND delivery_body.event_seq = gone.event_seq;
            RETURN NULL;
        END $$;
        CREATE TRIGGER deliveries_go AFTER DELETE ON delivery REFERENCING OLD TABLE AS gone
            FOR EACH STATEMENT EXECUTE FUNCTION deliveries_go();
        """

    private static func attachments(of table: String, holder: Int, by function: String) -> String {
        """
        CREATE TRIGGER \(table)_attachments_insert AFTER INSERT ON \(table) FOR EACH ROW
            WHEN (new.attachments IS NOT NULL) EXECUTE FUNCTION \(function)(\(holder));
        CREATE TRIGGER \(table)_attachments_delete AFTER DELETE ON \(table) FOR EACH ROW
            WHEN (old.attachments IS NOT NULL) EXECUTE FUNCTION \(function)(\(holder));
        CREATE TRIGGER \(table)_attachments_update AFTER UPDATE OF attachments ON \(table) FOR EACH ROW
            WHEN (old.attachments IS DISTINCT FROM new.attachments) EXECUTE FUNCTION \(function)(\(holder));
        """
    }
}
