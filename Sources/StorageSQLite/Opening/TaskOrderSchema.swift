extension Migrations {
    // Most tasks are put in no order by hand, and cost these indexes nothing.
    static let taskOrderSchema = """
        ALTER TABLE task ADD COLUMN sort_order INTEGER;
        ALTER TABLE task_before ADD COLUMN sort_order INTEGER;
        CREATE INDEX task_order ON task (sort_order) WHERE sort_order IS NOT NULL;
        CREATE INDEX task_open_order ON task (project_id, sort_order)
            WHERE project_id IS NOT NULL AND sort_order IS NOT NULL AND status < 2;
        """
}
