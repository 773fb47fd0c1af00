import Storage

/// Looks for what is wrong with the schema as the server knows it: indexes, triggers, constraints, and the numbers that
/// rows get.
struct CatalogInspection {
    let snapshot: PostgresSnapshot

    func faults() throws -> [StoreFault] {
        try indexes() + triggers() + constraints() + numbers() + references()
    }

    private static let isHere = "relnamespace = current_schema()::regnamespace"

    /// An index that was not built to its end is not asked by the server, and a unique one does not keep its promise.
    ///
    /// That of a table in parts has an index in each of them, and is what these are.
    private func indexes() throws -> [StoreFault] {
        try snapshot.rows(
            """
            SELECT relname::text, indrelid::regclass::text, relkind = 'I'
            FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
            WHERE \(Self.isHere) AND NOT (indisvalid AND indisready AND indislive) ORDER BY 1
            """
        ) { column in
            let (index, table): (String, String) = (try column.next(), try column.next())
            guard try !column.next(Bool.self) else {
                return StoreFault(
                    .damage, "index \(index)", "is not there, or not whole, for each part of table \(table)")
            }
            return StoreFault(
                .damage, "index \(index)", "was not built to its end, and is not used for table \(table)",
                mend: "REINDEX INDEX \(snapshot.schema).\(index)")
        }
    }

    /// What follows from rows follows by triggers, some of which a restore or an administrator may have turned off.
    private func triggers() throws -> [StoreFault] {
        try snapshot.rows(
            """
            SELECT relname::text, tgname::text, tgisinternal FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
            WHERE \(Self.isHere) AND tgenabled NOT IN ('O', 'A') ORDER BY 1, 2
            """
        ) { column in
            let (table, trigger): (String, String) = (try column.next(), try column.next())
            // Those of references are the server's own, and are turned on together alone.
            let name = try column.next(Bool.self) ? "ALL" : trigger
            return StoreFault(
                .damage, "table \(table)", "its trigger \(trigger) is turned off",
                mend: "ALTER TABLE \(snapshot.schema).\(table) ENABLE TRIGGER \(name)")
        }
    }

    /// A constraint that was added without a look at the rows that were there.
    private func constraints() throws -> [StoreFault] {
        try snapshot.rows(
            """
            SELECT relname::text, conname::text FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
            WHERE \(Self.isHere) AND NOT convalidated ORDER BY 1, 2
            """
        ) { column in
            let (table, name): (String, String) = (try column.next(), try column.next())
            return StoreFault(
                .damage, "table \(table)", "its constraint \(name) was never checked",
                mend: "ALTER TABLE \(snapshot.schema).\(table) VALIDATE CONSTRAINT \(name)")
        }
    }

    /// The next row of a table gets a number that none has; after a partial restore it may be one that is taken.
    private func numbers() throws -> [StoreFault] {
        let counted = try snapshot.rows(
            """
            SELECT relname::text, attname::text, pg_get_serial_sequence(attrelid::regclass::text, attname)
            FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE \(Self.isHere) AND attidentity <> ''
            ORDER BY 1
            """
        ) { (table: try $0.next(String.self), column: try $0.next(String.self), sequence: try $0.next(String.self)) }
        return try counted.flatMap { table, column, sequence in
            try snapshot.faults(in: "table \(table)") {
                try snapshot.rows(
                    """
                    SELECT highest FROM (SELECT max("\(column)") AS highest FROM \(table)) AS taken, \(sequence)
                    WHERE highest > last_value OR highest = last_value AND NOT is_called
                    """
                ) { column in
                    let highest: Int64 = try column.next()
                    return StoreFault(
                        .damage, "table \(table)", "its next row would get a number that another one has",
                        mend: "SELECT setval('\(sequence)', \(highest))")
                }
            }
        }
    }

    // MARK: References

    private struct Reference {
        let child: String
        let parent: String
        let columns: [(child: String, parent: String)]
    }

    /// Rows whose references lead nowhere, which come from triggers that were off.
    private func references() throws -> [StoreFault] {
        let all = try snapshot.rows(
            """
            SELECT conrelid::regclass::text, confrelid::regclass::text,
            ARRAY(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY AS part (number, place)
                JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY place),
            ARRAY(SELECT attname::text FROM unnest(confkey) WITH ORDINALITY AS part (number, place)
                JOIN pg_attribute ON attrelid = confrelid AND attnum = number ORDER BY place)
            FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
            WHERE \(Self.isHere) AND contype = 'f' AND conparentid = 0 ORDER BY 1, conname
            """
        ) { column in
            let (child, parent): (String, String) = (try column.next(), try column.next())
            let (own, others): ([String], [String]) = (try column.next(), try column.next())
            return Reference(child: child, parent: parent, columns: zip(own, others).map { ($0, $1) })
        }
        return try all.flatMap { reference in
            try snapshot.faults(in: "table \(reference.child)") { try faults(of: reference) }
        }
    }

    private func faults(of reference: Reference) throws -> [StoreFault] {
        let isGiven = reference.columns.map { "child.\"\($0.child)\" IS NOT NULL" }.joined(separator: " AND ")
        let isSame = reference.columns.map { "parent.\"\($0.parent)\" = child.\"\($0.child)\"" }
            .joined(separator: " AND ")
        let row = reference.columns.map { "'\($0.child) = ' || quote_literal(child.\"\($0.child)\")" }
            .joined(separator: " || ' AND ' || ")
        return try snapshot.rows(
            """
            SELECT DISTINCT \(row) FROM \(reference.child) AS child
            WHERE \(isGiven) AND NOT EXISTS (SELECT 1 FROM \(reference.parent) AS parent WHERE \(isSame))
            LIMIT \(PostgresSnapshot.maxFaults)
            """
        ) { column in
            StoreFault(
                .damage, "\(reference.child) where \(try column.next(String.self))",
                "references a missing row of \(reference.parent)")
        }
    }
}
