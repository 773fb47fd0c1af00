import Storage

extension Migrations {
    // Open tasks that have a priority, in the order of their due times, so that those of several priorities are merged; the
    // few that are in process, to be counted; the open tasks of a project in the order of their titles; and of projects the
    // number of all their tasks.
    static let listsSchema = """
        CREATE INDEX task_open_prioritized ON task (priority, \(TaskRow.dueOrder)) WHERE status < 2 AND priority > 0;
        CREATE INDEX task_in_process ON task (status) WHERE status = 1;

        ALTER TABLE task_search ADD COLUMN project_id BLOB;
        UPDATE task_search SET project_id = task.project_id FROM task
            WHERE task.key = task_search.key AND status < 2 AND task.project_id IS NOT NULL;
        CREATE INDEX task_open_title ON task_search (project_id, title_key) WHERE project_id IS NOT NULL;
        CREATE TRIGGER task_search_project AFTER UPDATE OF project_id, status ON task
        WHEN (old.project_id IS NOT NULL OR new.project_id IS NOT NULL)
            AND (old.project_id IS NOT new.project_id OR (old.status < 2) <> (new.status < 2)) BEGIN
            UPDATE task_search SET project_id = iif(new.status < 2, new.project_id, NULL) WHERE key = new.key;
        END;

        ALTER TABLE project ADD COLUMN cancelled_count INTEGER NOT NULL DEFAULT 0 CHECK (cancelled_count >= 0);
        UPDATE project SET cancelled_count = (
            SELECT count(*) FROM task WHERE project_id = project.id AND status = \(TaskStatus.cancelled.code));
        DROP TRIGGER task_project_insert;
        DROP TRIGGER task_project_delete;
        DROP TRIGGER task_project_update;
        CREATE TRIGGER task_project_insert AFTER INSERT ON task WHEN new.project_id IS NOT NULL BEGIN
            \(count("new", "+"))
        END;
        CREATE TRIGGER task_project_delete AFTER DELETE ON task WHEN old.project_id IS NOT NULL BEGIN
            \(count("old", "-"))
        END;
        CREATE TRIGGER task_project_update AFTER UPDATE OF project_id, status ON task
        WHEN old.project_id IS NOT new.project_id OR new.project_id IS NOT NULL AND old.status <> new.status BEGIN
            \(count("old", "-"))
            \(count("new", "+"))
        END;
        """

    /// Adds a task to the counts of its project, or takes it off them.
    private static func count(_ row: String, _ sign: String) -> String {
        """
        UPDATE project SET open_count = open_count \(sign) (\(row).status < 2),
            completed_count = completed_count \(sign) (\(row).status = \(TaskStatus.completed.code)),
            cancelled_count = cancelled_count \(sign) (\(row).status = \(TaskStatus.cancelled.code))
        WHERE id = \(row).project_id;
        """
    }
}
