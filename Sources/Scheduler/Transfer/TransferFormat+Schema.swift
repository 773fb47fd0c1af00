package import Storage

extension TransferFormat {
    /// A line of an export, as it is written.
    package static var lineSchema: Schema {
        .anyOf([header] + kinds.map { $0.lineSchema } + [end]).named("ExportLine", "A line of an export or an import.")
    }

    private static var header: Schema {
        .object([
            "kind": .words(["header"]), "format": .words([name]), "version": .integer(1...version),
            "madeBy": .string,
        ]).named("ExportHeader", "The first line.")
    }

    private static var end: Schema {
        .object([
            "kind": .words(["end"]), "records": .count.described("How many records there are."),
            "leftOut": .count.described("How many could not be read, and are missing."),
        ]).named("ExportEnd", "The last line: without it an export is not whole.")
    }
}

extension TransferRecord {
    fileprivate static var lineSchema: Schema {
        .object(["kind": .words([kind])] + members(.answer))
            .named("Exported\(kind.prefix(1).uppercased() + kind.dropFirst())")
    }
}
